"""A process that thinks: what it runs, and how the server speaks to it."""

import contextlib
import logging
import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Final, cast

from tavli.server.workers.thinker import LostError

if TYPE_CHECKING:
    from tavli.server.workers.jobs import Answer, Job

Tell = Callable[[int, int, str], None]
"""Hears how far a preparation has come: steps done, of how many, and what is next."""

Prepare = Callable[[Tell], None]
"""Compiles and loads what jobs need, in the worker; it travels by its name."""

_ATTEMPTS: Final = 3
_READY_SECONDS: Final = 900.0
"""A fresh installation compiles everything first, on a slow machine for minutes."""

_END_SECONDS: Final = 2.0
_PATIENCE: Final = 5
"""How much a worker yields to the server: people's actions come first."""

_ONE_THREAD: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_log = logging.getLogger(__name__)


class FailedError(Exception):
    """A job raised; the sentence is that of what it raised."""


@dataclass(frozen=True, slots=True)
class _Preparing:
    done: int
    total: int
    what: str


@dataclass(frozen=True, slots=True)
class _Failed:
    text: str


class Worker:
    """One process and the line to it; not to be shared between threads.

    A process that dies is replaced and its job asked again: a job is a pure
    question, so that only time is lost.
    """

    def __init__(self, prepare: Prepare, seconds: float) -> None:
        """Make it; *seconds* is how long a job may take."""
        self._prepare = prepare
        self._seconds = seconds
        self._context = multiprocessing.get_context("spawn")
        self._process: multiprocessing.process.BaseProcess | None = None
        self._link: Connection | None = None
        self._is_retired = False

    @property
    def pid(self) -> int | None:
        """The process that thinks, if it was started."""
        return self._process.pid if self._process else None

    def start(self, tell: Tell | None = None) -> None:
        """Start the process and wait until it is ready.

        Raises:
            LostError: it ended instead, or took too long.
            FailedError: its preparation raised.
        """
        self._spawn()
        try:
            self._wait_until_ready(tell)
        except (EOFError, OSError) as fault:
            raise LostError("a worker ended while it prepared itself") from fault

    def answer(self, job: "Job") -> "Answer":
        """Return the answer to *job*, from another process if one dies over it.

        Raises:
            LostError: too many died over it.
            FailedError: the job raised.
            TimeoutError: there was no answer in time; the process is replaced.
        """
        for _ in range(_ATTEMPTS):
            try:
                return self._ask(job)
            except TimeoutError:
                raise
            except (EOFError, OSError, LostError):
                self.end()
                if self._is_retired:
                    break
                _log.warning("a worker died; its job is asked again")
        raise LostError("every worker that tried died")

    def end(self) -> None:
        """End the process, in whatever it is doing."""
        process, self._process = self._process, None
        link, self._link = self._link, None
        if process is not None:
            process.kill()
            process.join(_END_SECONDS)
        if link is not None:
            link.close()

    def retire(self) -> None:
        """End for good; from any thread, whoever waits for an answer is told."""
        self._is_retired = True
        self.end()

    def _ask(self, job: "Job") -> "Answer":
        if self._link is None:
            self.start()
        assert self._link is not None
        self._link.send(job)
        if not self._link.poll(self._seconds):
            self.end()
            raise TimeoutError(f"no answer in {self._seconds:g} seconds")
        answer = self._link.recv()
        if isinstance(answer, _Failed):
            raise FailedError(answer.text)
        return cast("Answer", answer)

    def _spawn(self) -> None:
        self.end()
        if self._is_retired:
            raise LostError("the server stops")
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=serve, args=(theirs, self._prepare), name="tavli worker", daemon=True
        )
        process.start()
        theirs.close()  # the child alone holds it, so that its death is heard
        self._process, self._link = process, ours

    def _wait_until_ready(self, tell: Tell | None) -> None:
        assert self._link is not None
        while self._link.poll(_READY_SECONDS):
            match self._link.recv():
                case None:
                    return
                case _Failed(text):
                    self.end()
                    raise FailedError(text)
                case _Preparing(done, total, what) if tell:
                    tell(done, total, what)
        raise LostError(f"a worker was not ready in {_READY_SECONDS:g} seconds")


def serve(link: Connection, prepare: Prepare) -> None:
    """Answer jobs until the server hangs up; what a worker process runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    for name in _ONE_THREAD:  # before NumPy is loaded
        os.environ[name] = "1"
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        link.send(_outcome(lambda: prepare(partial(_report, link))))
        if hasattr(os, "nice"):
            os.nice(_PATIENCE)
        while True:
            question = link.recv_bytes()
            link.send(_outcome(lambda: pickle.loads(question).answer()))  # noqa: B023, S301  # called at once; from our own server


def _report(link: Connection, done: int, total: int, what: str) -> None:
    link.send(_Preparing(done, total, what))


def _outcome(work: Callable[[], object]) -> object:
    """Return what *work* returns, or that it failed."""
    try:
        return work()
    except BaseException as fault:  # a bot that exits ends its thought, not us
        return _Failed(f"{type(fault).__name__}: {fault}")
