"""Tell an impossible position from a possible one, in words."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from tavli.notation.errors import NotationError
from tavli.rules import BAR, OFF, Contact, Player, Ruleset, Side


class Fault(Enum):
    """Why no game can hold a position; the value is the code of its sentence."""

    BAR_WITHOUT_HITS = "bar_without_hits"
    PIN_WITHOUT_PINS = "pin_without_pins"
    PIN_NOT_ALONE = "pin_not_alone"
    PIN_WITHOUT_COVER = "pin_without_cover"
    NEITHER_PINNED = "neither_pinned"
    BOTH_COLOURS = "both_colours"
    ALL_OFF = "all_off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A fault and its place: whose *point*, which the other side calls *facing*."""

    fault: Fault
    player: Player | None = None
    point: int = 0
    facing: int = 0


class ImpossibleError(NotationError):
    """A position that no game can hold; *found* says why without words."""

    def __init__(self, found: Found, reason: str, column: int) -> None:
        super().__init__(reason, column)
        self.found = found


_NAMES: Final = {Player.WHITE: "White", Player.BLACK: "Black"}
_PLAYERS: Final = tuple(_NAMES)


def check_possible(
    ruleset: Ruleset, sides: tuple[Side, Side], columns: tuple[int, int]
) -> None:
    """Raise ImpossibleError if no game by *ruleset* holds White's and Black's *sides*.

    *columns* are where the two sides are written.
    """
    found = _fault_of(ruleset, sides)
    if found is not None:
        at = 0 if found.player is None else _PLAYERS.index(found.player)
        raise ImpossibleError(found, _sentence(ruleset, found), columns[at])


def _fault_of(ruleset: Ruleset, sides: tuple[Side, Side]) -> Found | None:
    for player, side in zip(_PLAYERS, sides, strict=True):
        if found := _fault_alone(ruleset, player, side):
            return found
    for which, player in enumerate(_PLAYERS):
        if found := _fault_together(ruleset, player, sides[which], sides[1 - which]):
            return found
    if not any(side.checkers[OFF] < side.total for side in sides):
        return Found(fault=Fault.ALL_OFF)
    return None


def _fault_alone(ruleset: Ruleset, player: Player, side: Side) -> Found | None:
    """Return what is wrong with *side* whatever the other one holds."""
    if side.checkers[BAR] and ruleset.contact is not Contact.HIT:
        return Found(fault=Fault.BAR_WITHOUT_HITS, player=player, point=BAR)
    for point in sorted(side.pinned, reverse=True):
        if ruleset.contact is not Contact.PIN:
            return Found(fault=Fault.PIN_WITHOUT_PINS, player=player, point=point)
        if side.checkers[point]:
            return Found(fault=Fault.PIN_NOT_ALONE, player=player, point=point)
    return None


def _fault_together(
    ruleset: Ruleset, player: Player, side: Side, other: Side
) -> Found | None:
    """Return what is wrong with *side* in view of the *other* one."""
    for point in range(BAR - 1, OFF, -1):
        facing = ruleset.course.across(point)
        fault = None
        if point in side.pinned and not other.checkers[facing]:
            fault = Fault.PIN_WITHOUT_COVER
        elif side.checkers[point] and other.checkers[facing]:
            is_pin = ruleset.contact is Contact.PIN
            fault = Fault.NEITHER_PINNED if is_pin else Fault.BOTH_COLOURS
        if fault is not None:
            return Found(fault=fault, player=player, point=point, facing=facing)
    return None


def _sentence(ruleset: Ruleset, found: Found) -> str:
    if found.player is None:
        return "both sides have borne off all their checkers"
    what = _REASONS[found.fault].format(
        game=ruleset.name, point=found.point, facing=found.facing
    )
    return f"{_NAMES[found.player]}'s {what}"


_REASONS: Final = {
    Fault.BAR_WITHOUT_HITS: "checker can't be on the bar: in {game} nothing is hit",
    Fault.PIN_WITHOUT_PINS: "{point}x can't be: in {game} nothing is pinned",
    Fault.PIN_NOT_ALONE: (
        "{point}x is not alone on its point: only a lone checker is pinned"
    ),
    Fault.PIN_WITHOUT_COVER: "{point}x has no opposing checker on top of it",
    Fault.NEITHER_PINNED: (
        "{point} is the opponent's {facing}, and neither checker there is written "
        "as pinned"
    ),
    Fault.BOTH_COLOURS: (
        "{point} is the opponent's {facing}: in {game} a point can't hold both colours"
    ),
}
