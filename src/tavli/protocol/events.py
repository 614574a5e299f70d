"""What happens in a match, tagged by ``event``: one text for log, record and wire."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tavli.protocol.text import Colour, GameName, Milliseconds, StakeName

_Die = Annotated[int, Meta(ge=1, le=6)]


class _Event(Struct, frozen=True, tag_field="event", kw_only=True, omit_defaults=True):
    t: Milliseconds = 0


class GameStarted(_Event, frozen=True, tag="game"):
    """A game begins; without a *starter* a roll-off follows."""

    number: int
    game: GameName
    starter: Colour | None
    crawford: bool = False


class Opening(_Event, frozen=True, tag="opening"):
    """Each player threw one die; the higher starts, a tie is thrown again."""

    white: _Die
    black: _Die


class AutoDouble(_Event, frozen=True, tag="auto_double"):
    """A tie in the roll-off turned the cube."""

    cube: int


class Rolled(_Event, frozen=True, tag="roll"):
    """The dice of a turn."""

    by: Colour
    dice: str


class Played(_Event, frozen=True, tag="play"):
    """The moves of a turn in the order played; ``-`` when there were none."""

    by: Colour
    play: str


class Doubled(_Event, frozen=True, tag="double"):
    """The cube was offered at its new value."""

    by: Colour
    cube: int


class Taken(_Event, frozen=True, tag="take"):
    """The cube was accepted."""

    by: Colour


class Dropped(_Event, frozen=True, tag="drop"):
    """The cube was refused."""

    by: Colour


class Beavered(_Event, frozen=True, tag="beaver"):
    """The cube was accepted and turned again, to its new value."""

    by: Colour
    cube: int


class Raccooned(_Event, frozen=True, tag="raccoon"):
    """A beaver was answered by another turn of the cube, to its new value."""

    by: Colour
    cube: int


class ResignationOffered(_Event, frozen=True, tag="resign"):
    """A player offered to lose the game for *stake*."""

    by: Colour
    stake: StakeName


class ResignationAccepted(_Event, frozen=True, tag="accept"):
    """The offered resignation ends the game."""

    by: Colour


class ResignationDeclined(_Event, frozen=True, tag="decline"):
    """The offered resignation was refused; play goes on."""

    by: Colour


class GameEnded(_Event, frozen=True, tag="game_end"):
    """A game is over; *points* count the cube, *score* is White's and Black's."""

    winner: Colour | None
    points: int
    how: Literal["off", "mother", "draw", "drop", "resign"]
    score: tuple[int, int]


class MatchEnded(_Event, frozen=True, tag="match_end"):
    """The match is over; nothing can follow."""

    winner: Colour | None
    how: Literal["points", "game", "resign", "claim", "abandon", "session"]
    score: tuple[int, int]


Event = (
    GameStarted
    | Opening
    | AutoDouble
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
