"""Say what a game's rules are: one row of values, no branches."""

from dataclasses import dataclass
from enum import Enum, Flag, auto

from tavli.rules.points import CHECKERS, Course


class Contact(Enum):
    """What meeting a lone opposing checker means."""

    HIT = "hit"
    PIN = "pin"
    BLOCK = "block"

    @property
    def blocking_count(self) -> int:
        """How many free opposing checkers close a point."""
        return 1 if self is Contact.BLOCK else 2


class Stake(Enum):
    """What a win by bearing off is worth, before the cube."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Restriction(Flag):
    """Special limits on single steps, which `Stepper` judges."""

    NONE = 0
    RUNNER_FIRST = auto()
    NO_BEAR_OFF_WHILE_PINNED = auto()
    NO_HIT_AND_RUN_AT_HOME = auto()


class Timing(Enum):
    """When a condition on the position is tested."""

    STEP = "step"
    END_OF_PLAY = "end_of_play"


@dataclass(frozen=True, slots=True, kw_only=True)
class MotherRule:
    """When pinning the last checker on the opponent's start ends the game (K8)."""

    points: int = 2
    needs_empty_start: bool = True
    timing: Timing = Timing.STEP


class Lapse(Enum):
    """When a forbidden block stops being forbidden."""

    NEVER = "absolute"
    WHEN_START_EMPTY = "while_start_occupied"
    WHEN_OPPONENT_PAST = "until_opponent_past"


@dataclass(frozen=True, slots=True)
class ForbiddenBlock:
    """Own points that may not all be held at once (F9, F10)."""

    points: tuple[int, ...]
    lapse: Lapse = Lapse.NEVER


class Mobility(Enum):
    """Which duty there is to leave the opponent a move (F11)."""

    NONE = "off"
    ANY_LOCK = "seed"
    CLASSIC_TRAP = "classic"


class MobilityRank(Enum):
    """Whether the duty to leave a move is weighed before or after the dice."""

    AFTER_DICE = "after_dice"
    BEFORE_DICE = "before_dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A game as a row: everything that tells it apart from the others.

    *options* names the house rules that differ from the game's defaults; the
    other fields already carry their effect.
    """

    name: str
    setup: tuple[tuple[int, int], ...]
    course: Course
    contact: Contact
    stakes: tuple[Stake, ...]
    restrictions: Restriction = Restriction.NONE
    mother: MotherRule | None = None
    runner_passes_at: int = 11
    blocks: tuple[ForbiddenBlock, ...] = ()
    block_timing: Timing = Timing.END_OF_PLAY
    mobility: Mobility = Mobility.NONE
    mobility_rank: MobilityRank = MobilityRank.AFTER_DICE
    has_cube: bool = False
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if sum(count for _, count in self.setup) != CHECKERS:
            raise ValueError(f"{self.name} must set up {CHECKERS} checkers a side")

    @property
    def key(self) -> str:
        """The ruleset's text: ``plakoto`` or ``plakoto:mother_points=1``."""
        chosen = ",".join(f"{name}={value}" for name, value in self.options)
        return f"{self.name}:{chosen}" if chosen else self.name

    @property
    def can_be_drawn(self) -> bool:
        """Whether both sides' last checkers on the start can be pinned (K9)."""
        return self.contact is Contact.PIN

    @property
    def most_points(self) -> int:
        """The largest number of points one game can give, before the cube."""
        stakes = max(stake.value for stake in self.stakes)
        return max(stakes, self.mother.points) if self.mother else stakes
