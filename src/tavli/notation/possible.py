"""Tell an impossible position from a possible one, in words."""

from typing import Final

from tavli.notation.errors import NotationError
from tavli.rules import BAR, OFF, Contact, Ruleset, Side

_NAMES: Final = ("White", "Black")


def check_possible(
    ruleset: Ruleset, sides: tuple[Side, Side], columns: tuple[int, int]
) -> None:
    """Raise NotationError if no game by *ruleset* can hold White's and Black's *sides*.

    *columns* are where the two sides are written.
    """
    for which, side in enumerate(sides):
        fault = _fault_alone(ruleset, side)
        if fault:
            raise NotationError(f"{_NAMES[which]}'s {fault}", columns[which])
    for which in (0, 1):
        fault = _fault_together(ruleset, sides[which], sides[1 - which])
        if fault:
            raise NotationError(f"{_NAMES[which]}'s {fault}", columns[which])
    if not any(_in_play(side) for side in sides):
        raise NotationError("both sides have borne off all their checkers", columns[0])


def _in_play(side: Side) -> bool:
    return side.checkers[OFF] < side.total


def _fault_alone(ruleset: Ruleset, side: Side) -> str | None:
    """Return what is wrong with *side* whatever the other one holds."""
    if side.checkers[BAR] and ruleset.contact is not Contact.HIT:
        return f"checker can't be on the bar: in {ruleset.name} nothing is hit"
    for point in sorted(side.pinned, reverse=True):
        if ruleset.contact is not Contact.PIN:
            return f"{point}x can't be: in {ruleset.name} nothing is pinned"
        if side.checkers[point]:
            return f"{point}x is not alone on its point: only a lone checker is pinned"
    return None


def _fault_together(ruleset: Ruleset, side: Side, other: Side) -> str | None:
    """Return what is wrong with *side* in view of the *other* one."""
    for point in range(BAR - 1, OFF, -1):
        facing = ruleset.course.across(point)
        if point in side.pinned and not other.checkers[facing]:
            return f"{point}x has no opposing checker on top of it"
        if side.checkers[point] and other.checkers[facing]:
            if ruleset.contact is Contact.PIN:
                return (
                    f"{point} is the opponent's {facing}, and neither checker there "
                    "is written as pinned"
                )
            return (
                f"{point} is the opponent's {facing}: in {ruleset.name} a point "
                "can't hold both colours"
            )
    return None
