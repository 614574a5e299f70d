"""Between the protocol's words and the match's: actions in, events out."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any, Final

import msgspec

from tavli.formats.event_fields import event_from_fields, event_to_fields
from tavli.match import (
    Abandon,
    AcceptResignation,
    Action,
    Beaver,
    Claim,
    DeclineResignation,
    Double,
    Drop,
    EndSession,
    Event,
    NextGame,
    PlayMoves,
    Raccoon,
    Resign,
    ResignMatch,
    Roll,
    Take,
)
from tavli.protocol import actions as wire
from tavli.protocol import events as wire_events
from tavli.protocol.text import Colour, StakeName
from tavli.rules import BAR, OFF, Move, Player, Stake

_PLAIN: Final = MappingProxyType[type[wire.Action], Action](
    {
        wire.Roll: Roll(),
        wire.Double: Double(),
        wire.Take: Take(),
        wire.Drop: Drop(),
        wire.Beaver: Beaver(),
        wire.Raccoon: Raccoon(),
        wire.Accept: AcceptResignation(),
        wire.Decline: DeclineResignation(),
        wire.ResignMatch: ResignMatch(),
        wire.Next: NextGame(),
        wire.Claim: Claim(),
        wire.Abandon: Abandon(),
        wire.EndSession: EndSession(),
    }
)


_COLOURS: Final = MappingProxyType[Player, Colour](
    {Player.WHITE: "w", Player.BLACK: "b"}
)
_STAKES: Final = MappingProxyType[Stake, StakeName](
    {Stake.SINGLE: "single", Stake.GAMMON: "gammon", Stake.BACKGAMMON: "backgammon"}
)


def colour_of(player: Player) -> Colour:
    """Return the protocol's letter for *player*."""
    return _COLOURS[player]


def stake_name(stake: Stake) -> StakeName:
    """Return the protocol's word for *stake*."""
    return _STAKES[stake]


def to_action(action: wire.Action) -> Action:
    """Return the match's action for the protocol's."""
    match action:
        case wire.Play(moves=steps):
            return PlayMoves(tuple(_move(step) for step in steps))
        case wire.Resign(stake=name):
            return Resign(Stake[name.upper()])
        case _:
            return _PLAIN[type(action)]


def to_wire(events: Iterable[Event], at: int) -> tuple[wire_events.Event, ...]:
    """Return what the log and the protocol say of *events* that happened *at*."""
    fields = [{**event_to_fields(event), "t": at} for event in events]
    return msgspec.convert(fields, tuple[wire_events.Event, ...])


def from_wire(events: Iterable[wire_events.Event]) -> tuple[Event, ...]:
    """Return the match's events for those of the log."""
    return tuple(event_from_fields(_fields(event)) for event in events)


def _fields(event: wire_events.Event) -> dict[str, Any]:
    # Through JSON, so that the reader gets what it would read from a file.
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    fields.pop("t", None)
    return fields


def _move(step: str) -> Move:
    source, target = step.rstrip("*^").split("/")
    return Move(
        BAR if source == "bar" else int(source),
        OFF if target == "off" else int(target),
    )
