"""Everything a client may say, tagged by ``type``."""

from msgspec import Struct

from tavli.protocol.actions import Action
from tavli.protocol.text import ActionId, MatchId, Seed, Version


class _Message(
    Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True
):
    pass


class Join(_Message, frozen=True, tag="join"):
    """Sit down at a match, or watch it, and hear what happened after *since*.

    A client that knows the rules itself says ``"graph": false`` and is spared the
    graph of legal moves, by far the largest part of a view.
    """

    match: MatchId
    since: Version = 0
    graph: bool = True


class GiveSeed(_Message, frozen=True, tag="seed"):
    """Add one's own randomness to the dice, once, after the commitment is known."""

    match: MatchId
    seed: Seed


class Act(_Message, frozen=True, tag="act"):
    """Do something at a match that stands at *version*.

    *id* names the action for ever: sent again, it is answered again and done once.
    """

    match: MatchId
    id: ActionId
    version: Version
    action: Action


class AskHint(_Message, frozen=True, tag="hint"):
    """Ask what would be best at a match that stands at *version*.

    Only where no other person plays, and only when a decision waits for the asker.
    """

    match: MatchId
    version: Version


class Leave(_Message, frozen=True, tag="leave"):
    """Hear no more of a match."""

    match: MatchId


class Ping(_Message, frozen=True, tag="ping"):
    """Ask for a pong."""


ClientMessage = Join | GiveSeed | Act | AskHint | Leave | Ping
