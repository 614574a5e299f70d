"""What a game is made of in an analysis: luck, decisions, and what they cost."""

from dataclasses import dataclass
from enum import Enum

from tavli.analysis.question import Judged
from tavli.rules import Dice, Player, Position


class Mark(Enum):
    """How bad an error is, by what it costs at the current cube."""

    NONE = ""
    DOUBTFUL = "doubtful"
    BAD = "bad"
    VERY_BAD = "very_bad"

    @classmethod
    def of(cls, points: float) -> "Mark":
        """Return the mark of a decision that costs *points*, 0 or more."""
        for least, mark in _LEAST:
            if points >= least:
                return mark
        return cls.NONE


_LEAST = ((0.16, Mark.VERY_BAD), (0.08, Mark.BAD), (0.04, Mark.DOUBTFUL))


class Kind(Enum):
    """What was decided."""

    PLAY = "play"
    DOUBLE = "double"
    ANSWER = "answer"
    RESIGNATION = "resignation"
    ANSWER_TO_RESIGNATION = "answer_to_resignation"


class Choice(Enum):
    """What can be done about the cube or an offer to resign."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    PLAY_ON = "play_on"
    RESIGN = "resign"
    ACCEPT = "accept"
    DECLINE = "decline"


class Phase(Enum):
    """Which part of a game a decision belongs to."""

    OPENING = "opening"
    CONTACT = "contact"
    RACE = "race"
    BEAR_OFF = "bear_off"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that could be done about the cube, and its value for who decides."""

    choice: Choice
    value: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """One play that was possible: its text, and what it leaves for who plays it."""

    text: str
    judged: Judged


@dataclass(frozen=True, slots=True)
class Cost:
    """An error (0 or less) or luck, told three ways.

    *value* is in the unit of the game. *points* is in points of the cube as it lies,
    so that errors at any score and cube compare; *chance* is of winning the match,
    None where none is played.
    """

    value: float
    points: float
    chance: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something a player decided, and what it cost him.

    *made* and *best* are texts of plays, or values of `Choice`. *counts* tells whether
    it is one of the decisions by whose number a rating divides. *moment* is its event
    in the record, *turn* counts the turns of the game from 1; *position* is seen by
    the player. All figures were judged *plies* deep.
    """

    kind: Kind
    player: Player
    moment: int
    turn: int
    cost: Cost
    counts: bool
    phase: Phase
    position: Position
    cube: int
    plies: int
    made: str
    best: str
    dice: Dice | None = None
    candidates: tuple[Candidate, ...] = ()
    plays: int = 0
    options: tuple[Option, ...] = ()

    @property
    def mark(self) -> Mark:
        """How bad it was."""
        return Mark.of(-self.cost.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """What a throw gave its thrower, above 0 if it was good.

    Without *dice* it is the luck of winning the throw for the start.
    """

    player: Player
    moment: int
    turn: int
    cost: Cost
    dice: Dice | None
    plies: int


Entry = Decision | Luck
