"""Jobs that a test can follow from outside, importable in a worker."""

import os
import time
from dataclasses import dataclass
from pathlib import Path


def nothing(tell: object) -> None:
    """Prepare nothing."""
    del tell


def one_step(tell: object) -> None:
    """Prepare in one step."""
    tell(0, 1, "the only step")


def impossible(tell: object) -> None:
    """Fail to get ready."""
    del tell
    raise ValueError("the net is torn")


@dataclass(frozen=True)
class Pid:
    def answer(self) -> int:
        return os.getpid()


@dataclass(frozen=True)
class Held:
    """Says who thinks, then thinks until the file *leave* is there."""

    started: Path
    leave: Path

    def answer(self) -> int:
        with self.started.open("a") as file:
            file.write(f"{os.getpid()}\n")
        while not self.leave.exists():
            time.sleep(0.01)
        return os.getpid()


@dataclass(frozen=True)
class Deadly:
    """Kills whoever thinks about it."""

    def answer(self) -> int:
        os._exit(1)


@dataclass(frozen=True)
class Raising:
    def answer(self) -> int:
        raise ZeroDivisionError("seven by nothing")
