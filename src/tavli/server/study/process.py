"""A process that answers one long question after the other, and can be stopped."""

import contextlib
import logging
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from tavli.server.study.loading import load, load_readers
from tavli.server.study.task import Lane
from tavli.server.study.teller import Job, StoppedError, StudyError
from tavli.server.workers.child import Child, lead_group, settle, step_back

_READY_SECONDS: Final = 300.0
"""A process loads what it thinks with first; on a busy machine that takes a while."""

_TRIES: Final = 2
"""How many processes a job is brought to until one can take it: the idle one may be
dead, and a new one has to be loaded."""

_LISTEN_SECONDS: Final = 0.1
_GRACE_SECONDS: Final = 1.0
"""How long a job may take to notice that it is stopped; then its process is ended."""

_STOP: Final = b""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Told:
    """How far a job is."""

    done: int
    total: int
    partial: bytes


@dataclass(frozen=True, slots=True)
class _Refused:
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class _Broken:
    text: str


@dataclass(frozen=True, slots=True)
class _TooLarge:
    text: str


@dataclass(frozen=True, slots=True)
class _Stopped:
    pass


@dataclass(frozen=True, slots=True)
class _Ready:
    pass


Prepare = Callable[[], None]
"""Loads what jobs need, in the process; it travels by its name."""

Hear = Callable[[Told], None]
IsWanted = Callable[[], bool]


class BrokenError(Exception):
    """A job raised what it should not, or every process died over it."""


class TooLargeError(BrokenError):
    """A job wanted more memory than its process has."""


class NoProcessError(Exception):
    """There is no process to be had that a job could be given; the job is blameless."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What a process is given: what it loads, its memory, and how often one is tried.

    A job that killed its process is asked again of the next, so that an accident
    costs nobody an answer; where jobs are anybody's files, once is enough.
    """

    prepare: Prepare
    most_bytes: int
    attempts: int


THINKING: Final = Means(prepare=load, most_bytes=2 * 1024**3, attempts=2)
READING: Final = Means(prepare=load_readers, most_bytes=512 * 1024**2, attempts=1)


def process_of(lane: Lane) -> "StudyProcess":
    """Return who answers the questions of *lane*."""
    return StudyProcess(READING if lane is Lane.FILES else THINKING)


class StudyProcess:
    """One process and the line to it, started when it is needed; for one thread.

    A process that dies is replaced: a job is a pure question, so that only time is
    lost. It leads a group of its own, and whatever it has started ends with it.
    """

    def __init__(self, means: Means = THINKING) -> None:
        self._means = means
        self._child = Child("tavli study", serve, means, leads_group=True)
        self._is_ready = False

    @property
    def pid(self) -> int | None:
        """The process that thinks, if one is running."""
        return self._child.pid

    def answer(
        self, job: Job, *, seconds: float, hear: Hear, is_wanted: IsWanted
    ) -> bytes:
        """Return the answer to *job*; *hear* is told how far it is.

        Raises:
            StoppedError: it is not wanted any more.
            TimeoutError: it took longer than *seconds*; its process is ended.
            StudyError: there is no answer, and the sentence says why.
            TooLargeError: it took more memory than its process has.
            BrokenError: it failed, or died again and again.
            NoProcessError: no process can be given it.
        """
        for _ in range(self._means.attempts):
            link = self._given(job, is_wanted)
            try:
                return self._outcome(link, seconds, hear, is_wanted)
            except TimeoutError:
                raise
            except (EOFError, OSError):
                self.end()
                _log.warning("a study's process died over its question")
        raise BrokenError("every process that tried died")

    def start(self) -> None:
        """Start the process before anything is asked, so that it can load."""
        self._started()

    def end(self) -> None:
        """End the process, in whatever it is doing; the next job starts another."""
        self._child.end()

    def _started(self) -> Connection:
        if self._child.link is not None:
            return self._child.link
        self._is_ready = False
        return self._child.start()

    def _given(self, job: Job, is_wanted: IsWanted) -> Connection:
        """Return the line to a process that has been given *job*.

        One that died before that, idle or while it loaded, did not die over this job.
        """
        for _ in range(_TRIES):
            try:
                link = self._ready(is_wanted)
                link.send(job)
            except (EOFError, OSError) as fault:
                self.end()
                _log.warning("a study's process is replaced: %r", fault)
            else:
                return link
        raise NoProcessError("no process can be given this job")

    def _ready(self, is_wanted: IsWanted) -> Connection:
        """Return the line to the process once it has loaded."""
        link = self._started()
        end = time.monotonic() + _READY_SECONDS
        while not self._is_ready:
            if link.poll(_LISTEN_SECONDS):
                self._is_ready = isinstance(link.recv(), _Ready)
            elif not is_wanted():
                raise StoppedError  # it goes on loading for the next
            elif time.monotonic() > end:
                self.end()
                raise NoProcessError("a study's process did not get ready")
        if link.poll():  # it says nothing that it is not asked: it hung up
            raise EOFError
        return link

    def _outcome(
        self, link: Connection, seconds: float, hear: Hear, is_wanted: IsWanted
    ) -> bytes:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if link.poll(_LISTEN_SECONDS):
                message = link.recv()
                if not isinstance(message, Told):
                    return _result(message)
                hear(message)
            if not is_wanted():
                self._stop(link)
                raise StoppedError
        self.end()
        raise TimeoutError("a study took too long")

    def _stop(self, link: Connection) -> None:
        """Ask the job to stop, and end the process if it does not listen."""
        end = time.monotonic() + _GRACE_SECONDS
        with contextlib.suppress(EOFError, OSError):
            link.send_bytes(_STOP)
            while time.monotonic() < end:
                if link.poll(_LISTEN_SECONDS) and not isinstance(link.recv(), Told):
                    return
        self.end()


def _result(message: object) -> bytes:
    match message:
        case bytes():
            return message
        case _Refused(code, text):
            raise StudyError(code, text)
        case _TooLarge(text):
            raise TooLargeError(text)
        case _Broken(text):
            raise BrokenError(text)
        case _:
            raise StoppedError


class _Line:
    """The teller of a job in its process."""

    def __init__(self, link: Connection) -> None:
        self._link = link

    def tell(self, done: int, total: int, partial: bytes = b"") -> None:
        """Send how far the job is."""
        self.check()
        self._link.send(Told(done, total, partial))

    def check(self) -> None:
        """Look whether the server wants it no more."""
        if self._link.poll():
            self._link.recv_bytes()
            raise StoppedError


def serve(link: Connection, means: Means) -> None:
    """Answer jobs until the server hangs up; what the process runs."""
    settle()
    lead_group()
    step_back()
    _bound_memory(means.most_bytes)
    with contextlib.suppress(EOFError, OSError):  # the server is gone
        means.prepare()
        link.send(_Ready())
        while True:
            question = link.recv_bytes()
            if question != _STOP:  # which came too late for the job it meant
                link.send(_outcome(question, _Line(link)))


def _outcome(question: bytes, line: _Line) -> object:
    try:
        job: Job = pickle.loads(question)  # noqa: S301  # from our own server
        return job.answer(line)
    except StoppedError:
        return _Stopped()
    except StudyError as refused:
        return _Refused(refused.code, refused.text)
    except (EOFError, BrokenPipeError):
        raise
    except MemoryError as fault:
        return _TooLarge(_name_of(fault))
    except BaseException as fault:  # whatever it is, it ends a job and not us
        return _Broken(_name_of(fault))


def _name_of(fault: BaseException) -> str:
    return f"{type(fault).__name__}: {fault}"[:400]


def _bound_memory(most: int) -> None:
    try:
        import resource  # noqa: PLC0415  # Windows has none
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
