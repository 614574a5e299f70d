"""A question on its way to an answer, as those who wait for it see it."""

from dataclasses import dataclass, field
from enum import Enum

from tavli.server.study.teller import Job


class State(Enum):
    """How far a task is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        return self not in (State.WAITING, State.WORKING)


class Lane(Enum):
    """Who answers: quick questions never wait for long ones, nor for files."""

    QUICK = "quick"
    LONG = "long"
    FILES = "files"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A job, and how it is treated; *key* tells equal questions.

    With *is_kept* its answer is a rollout that the house remembers.
    """

    job: Job
    key: str
    lane: Lane
    seconds: float
    is_kept: bool = False


@dataclass(slots=True, kw_only=True)
class Task:
    """One order with everybody who waits for it; the desk alone changes it.

    Its *job* is let go of once it is over: a file may be in it.
    """

    id: str
    key: str
    lane: Lane
    seconds: float
    job: Job | None
    is_kept: bool = False
    owners: set[str] = field(default_factory=set)
    state: State = State.WAITING
    done: int = 0
    total: int = 0
    partial: bytes = b""
    answer: bytes = b""
    code: str = ""
    text: str = ""
    asked: float = 0.0

    @property
    def size(self) -> int:
        """Bytes that it keeps."""
        return len(self.partial) + len(self.answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A task at one moment; *ahead* counts those that are answered before it."""

    id: str
    state: State
    done: int
    total: int
    ahead: int
    answer: bytes
    code: str
    text: str
    is_kept: bool = False
