"""When a search must come to an end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

Clock = Callable[[], float]
"""Seconds that never run backwards, such as `time.monotonic`."""


class OutOfTimeError(Exception):
    """A search was broken off; what it had finished before still holds."""


class Check(Protocol):
    """Be called now and then by whoever works long."""

    def __call__(self) -> None:
        """Return, or raise OutOfTimeError."""
        ...


def never() -> None:
    """Let a search take all the time it wants."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Break a search off once *clock* has reached *end*."""

    clock: Clock
    end: float

    def __call__(self) -> None:
        if self.clock() >= self.end:
            raise OutOfTimeError


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """How many *seconds* by *clock* a choice may take."""

    clock: Clock
    seconds: float

    def __post_init__(self) -> None:
        if not self.seconds > 0:
            raise ValueError(f"a time limit is above 0 seconds, not {self.seconds}")

    def start(self) -> Deadline:
        """Return the deadline of a choice that begins now."""
        return Deadline(self.clock, self.clock() + self.seconds)
