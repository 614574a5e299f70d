"""What a player may do; the match answers with events."""

from dataclasses import dataclass
from typing import ClassVar

from tavli.rules import Move, Stake


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the dice: one's own, or both sides' for the start."""

    do: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class PlayMoves:
    """Play a whole roll, move by move, each by one die."""

    do: ClassVar[str] = "play"
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Double:
    """Offer the cube at twice its value."""

    do: ClassVar[str] = "double"


@dataclass(frozen=True, slots=True)
class Take:
    """Accept the cube."""

    do: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Drop:
    """Refuse the cube and lose the game."""

    do: ClassVar[str] = "drop"


@dataclass(frozen=True, slots=True)
class Beaver:
    """Double at once on being doubled, and keep the cube."""

    do: ClassVar[str] = "beaver"


@dataclass(frozen=True, slots=True)
class Raccoon:
    """Answer a beaver by doubling again; the cube stays with the other."""

    do: ClassVar[str] = "raccoon"


@dataclass(frozen=True, slots=True)
class Resign:
    """Offer to lose the game at *stake*."""

    stake: Stake
    do: ClassVar[str] = "resign"


@dataclass(frozen=True, slots=True)
class AcceptResignation:
    """Accept the offer to resign."""

    do: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class DeclineResignation:
    """Refuse an offer to resign for less than could still be won."""

    do: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class ResignMatch:
    """Give up the whole match."""

    do: ClassVar[str] = "resign_match"


@dataclass(frozen=True, slots=True)
class NextGame:
    """Go on to the next game."""

    do: ClassVar[str] = "next"


@dataclass(frozen=True, slots=True)
class EndSession:
    """Stop money play between two games."""

    do: ClassVar[str] = "end_session"


@dataclass(frozen=True, slots=True)
class Claim:
    """Win the match because the opponent has stayed away.

    Whether he has is not known here: who passes this on must have seen to it.
    """

    do: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class Abandon:
    """End the match without a winner because the opponent has stayed away."""

    do: ClassVar[str] = "abandon"


Action = (
    Roll
    | PlayMoves
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | Resign
    | AcceptResignation
    | DeclineResignation
    | ResignMatch
    | NextGame
    | EndSession
    | Claim
    | Abandon
)
