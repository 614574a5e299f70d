"""A process that thinks: what it runs, and how the server speaks to it."""

import contextlib
import logging
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Final, cast

from tavli.server.workers.child import Child, settle, step_back
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
        self._seconds = seconds
        self._child = Child("tavli worker", serve, prepare)
        self._is_retired = False

    @property
    def pid(self) -> int | None:
        """The process that thinks, if it was started."""
        return self._child.pid

    def start(self, tell: Tell | None = None) -> None:
        """Start the process and wait until it is ready.

        Raises:
            LostError: it ended instead, or took too long.
            FailedError: its preparation raised.
        """
        self._started(tell)

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
        self._child.end()

    def retire(self) -> None:
        """End for good; from any thread, whoever waits for an answer is told."""
        self._is_retired = True
        self.end()

    def _started(self, tell: Tell | None) -> Connection:
        if self._is_retired:
            raise LostError("the server stops")
        link = self._child.start()
        try:
            self._wait_until_ready(link, tell)
        except (EOFError, OSError) as fault:
            raise LostError("a worker ended while it prepared itself") from fault
        return link

    def _ask(self, job: "Job") -> "Answer":
        link = self._child.link or self._started(None)
        link.send(job)
        if not link.poll(self._seconds):
            self.end()
            raise TimeoutError(f"no answer in {self._seconds:g} seconds")
        answer = link.recv()
        if isinstance(answer, _Failed):
            raise FailedError(answer.text)
        return cast("Answer", answer)

    def _wait_until_ready(self, link: Connection, tell: Tell | None) -> None:
        while link.poll(_READY_SECONDS):
            match link.recv():
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
    settle()
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        link.send(_outcome(lambda: prepare(partial(_report, link))))
        step_back()
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
