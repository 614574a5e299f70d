"""Everything the server may say, tagged by ``type``."""

from typing import Literal

from msgspec import Struct

from tavli.protocol.events import Event
from tavli.protocol.hint import Hint, NoHint
from tavli.protocol.text import (
    ActionId,
    Colour,
    GameName,
    MatchId,
    Milliseconds,
    Seat,
    Version,
)
from tavli.protocol.view import View


class _Value(Struct, frozen=True, kw_only=True):
    pass


class _Message(_Value, frozen=True, tag_field="type"):
    pass


class Rules(_Value, frozen=True):
    """What is played: the game, its length, and the options that aren't defaults."""

    game: GameName
    length: str
    options: dict[str, str]


class PlayerCard(_Value, frozen=True, omit_defaults=True):
    """Who sits at a seat."""

    name: str
    kind: Literal["guest", "computer"]
    present: bool
    level: str | None = None


class Presence(_Value, frozen=True, omit_defaults=True):
    """Whether a player is connected, and if not, since when he is away.

    *away_ms* is how long he has been away now: the time that counts, even if the clocks
    of the server and of the client differ or are set meanwhile.
    """

    present: bool
    away_since: Milliseconds | None
    away_ms: int | None = None


class Step(_Value, frozen=True):
    """What one action did; *version* is the match's version after it."""

    version: Version
    events: tuple[Event, ...]


class Joined(_Message, frozen=True, tag="joined", omit_defaults=True):
    """The answer to a join: who, what, everything after *since*, and how it stands."""

    match: MatchId
    seat: Seat
    rules: Rules
    players: dict[Colour, PlayerCard]
    commitment: str
    seeded: dict[Colour, bool]
    absence_ms: int
    version: Version
    history: tuple[Step, ...]
    view: View
    rematch: MatchId | None = None


class Happened(_Message, frozen=True, tag="events"):
    """An action was done and is stored; *action* is the id its sender gave it."""

    match: MatchId
    version: Version
    events: tuple[Event, ...]
    view: View
    action: ActionId | None


class Refused(_Message, frozen=True, tag="refused"):
    """An action was not done; *view* is how the match really stands."""

    match: MatchId
    id: ActionId
    code: str
    text: str
    version: Version
    view: View


class PresenceChanged(_Message, frozen=True, tag="presence"):
    """Somebody came or left."""

    match: MatchId
    players: dict[Colour, Presence]


class Problem(_Message, frozen=True, tag="error"):
    """A message could not be used; nothing was done."""

    code: str
    text: str


class Pong(_Message, frozen=True, tag="pong"):
    """The answer to a ping."""


class RematchOffered(_Message, frozen=True, tag="rematch_offer"):
    """A player would like to play again; the other's press starts it."""

    match: MatchId
    by: Colour


class Rematch(_Message, frozen=True, tag="rematch"):
    """The match goes on as *next*; players and watchers follow."""

    match: MatchId
    next: MatchId


ServerMessage = (
    Joined
    | Happened
    | Refused
    | Hint
    | NoHint
    | PresenceChanged
    | Problem
    | Pong
    | RematchOffered
    | Rematch
)
