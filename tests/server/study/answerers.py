"""Who answers in tests, and the jobs that are given to them."""

import gc
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tavli.server.study.process import Hear, IsWanted, Told
from tavli.server.study.task import Lane
from tavli.server.study.teller import Job, StoppedError, StudyError, Teller


class Inline:
    """Answers on the thread that asks, without a process of its own."""

    def __init__(self, lane: Lane = Lane.QUICK) -> None:
        del lane  # whoever asks in whichever
        self._hear: Hear = lambda _: None
        self._is_wanted: IsWanted = lambda: True

    def answer(
        self, job: Job, *, seconds: float, hear: Hear, is_wanted: IsWanted
    ) -> bytes:
        del seconds
        self._hear, self._is_wanted = hear, is_wanted
        return job.answer(self)

    def tell(self, done: int, total: int, partial: bytes = b"") -> None:
        self.check()
        self._hear(Told(done, total, partial))

    def check(self) -> None:
        if not self._is_wanted():
            raise StoppedError

    def start(self) -> None:
        pass

    def end(self) -> None:
        pass


@dataclass(frozen=True)
class Echo:
    """Answers what it was given, after a word on the way."""

    text: str

    def answer(self, teller: Teller) -> bytes:
        teller.tell(1, 2, b'"half"')
        return f'"{self.text}"'.encode()


@dataclass(frozen=True)
class Tidies:
    """Answers how many objects are made before garbage is looked for."""

    def answer(self, teller: Teller) -> bytes:
        del teller
        return str(gc.get_threshold()[0]).encode()


@dataclass(frozen=True)
class Endless:
    """Goes on until nobody wants it any more."""

    name: str = ""

    def answer(self, teller: Teller) -> bytes:
        while True:
            teller.tell(1, 2, b'"half"')
            time.sleep(0.01)


@dataclass(frozen=True)
class Deaf:
    """Goes on for a minute and never listens."""

    def answer(self, teller: Teller) -> bytes:
        del teller
        time.sleep(60)
        return b"null"


@dataclass(frozen=True)
class Refuses:
    """Has no answer, and says why."""

    def answer(self, teller: Teller) -> bytes:
        del teller
        raise StudyError("no_roll", "There is no roll to play in this position.")


@dataclass(frozen=True)
class Breaks:
    """Raises what nobody expects."""

    def answer(self, teller: Teller) -> bytes:
        del teller
        raise LookupError("lost it")


@dataclass(frozen=True)
class Dies:
    """Ends its process the first time, or always without a *mark*."""

    mark: Path | None = None

    def answer(self, teller: Teller) -> bytes:
        del teller
        if self.mark is not None and self.mark.exists():
            return b'"alive"'
        if self.mark is not None:
            self.mark.touch()
        os._exit(3)


@dataclass(frozen=True)
class Swallows:
    """Takes so many bytes of memory."""

    size: int

    def answer(self, teller: Teller) -> bytes:
        del teller
        return bytes(bytearray(self.size)[:2])


@dataclass(frozen=True)
class StartsAnother:
    """Starts a process that sleeps, tells its number, and waits for its end."""

    def answer(self, teller: Teller) -> bytes:
        sleeper = [sys.executable, "-c", "import time; time.sleep(60)"]
        with subprocess.Popen(sleeper) as other:
            teller.tell(1, 2, str(other.pid).encode())
        return b"null"


def nothing() -> None:
    """Load nothing: the jobs of these tests need nothing."""
