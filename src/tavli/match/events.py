"""What happened in a match, in order: the only thing that is ever stored."""

from dataclasses import dataclass
from enum import Enum

from tavli.rules import Dice, Play, Player, Stake

Score = tuple[int, int]
"""White's points and Black's."""


class GameEnding(Enum):
    """How a game ended."""

    BORNE_OFF = "off"
    MOTHER = "mother"
    BOTH_MOTHERS = "draw"
    DROPPED = "drop"
    RESIGNED = "resign"


class MatchEnding(Enum):
    """How a match ended."""

    POINTS = "points"
    GAME = "game"
    RESIGNED = "resign"
    CLAIMED = "claim"
    ABANDONED = "abandon"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game was set up; *starter* is None when a roll-off decides."""

    number: int
    game: str
    starter: Player | None = None
    crawford: bool = False


@dataclass(frozen=True, slots=True)
class OpeningThrown:
    """Each side threw one die for the start; equal dice are thrown again."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class CubeAutoDoubled:
    """Equal dice in the roll-off doubled the stake; the cube stays centred."""

    value: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The side on roll threw both dice."""

    by: Player
    dice: Dice


@dataclass(frozen=True, slots=True)
class Played:
    """A whole roll was played; *marks* says for each move what it hit or pinned."""

    by: Player
    play: Play
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubled:
    """The cube was offered at *value*."""

    by: Player
    value: int


@dataclass(frozen=True, slots=True)
class Taken:
    """The cube was accepted at the value last offered."""

    by: Player


@dataclass(frozen=True, slots=True)
class Dropped:
    """The cube was refused; the game ends at the stake before the offer."""

    by: Player


@dataclass(frozen=True, slots=True)
class Beavered:
    """The doubled side doubled at once and keeps the cube."""

    by: Player
    value: int


@dataclass(frozen=True, slots=True)
class Raccooned:
    """The doubler answered a beaver by doubling again."""

    by: Player
    value: int


@dataclass(frozen=True, slots=True)
class ResignationOffered:
    """A side offered to lose the game at *stake*."""

    by: Player
    stake: Stake


@dataclass(frozen=True, slots=True)
class ResignationAccepted:
    """The offer to resign was accepted."""

    by: Player


@dataclass(frozen=True, slots=True)
class ResignationDeclined:
    """The offer to resign was refused; the game goes on as it stood."""

    by: Player


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game is over; *score* is the match's score after it.

    *points* is what the winner gets, the cube included. A draw has no winner.
    """

    winner: Player | None
    points: int
    ending: GameEnding
    score: Score


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; nothing changes after this."""

    winner: Player | None
    ending: MatchEnding
    score: Score


Event = (
    GameStarted
    | OpeningThrown
    | CubeAutoDoubled
    | Rolled
    | Played
    | Doubled
    | Taken
    | Dropped
    | Beavered
    | Raccooned
    | ResignationOffered
    | ResignationAccepted
    | ResignationDeclined
    | GameEnded
    | MatchEnded
)
