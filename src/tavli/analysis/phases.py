"""Which part of a game a position belongs to."""

from typing import Final

from tavli.analysis.entry import Phase
from tavli.rules import BAR, OFF, START, Course, Position, Ruleset, Side

OPENING_TURNS: Final = 6
"""Turns of a game, of both sides together, that are its opening while they meet."""


def phase_of(ruleset: Ruleset, position: Position, turn: int) -> Phase:
    """Return the phase of *position*, reached before turn *turn* of a game, from 1.

    It is a race once the sides can't meet any more, and the bear-off once whoever is
    on roll may bear off in it.
    """
    if has_contact(ruleset, position):
        return Phase.OPENING if turn <= OPENING_TURNS else Phase.CONTACT
    is_home = position.mover.rearmost <= 6
    return Phase.BEAR_OFF if is_home else Phase.RACE


def has_contact(ruleset: Ruleset, position: Position) -> bool:
    """Whether a checker of either side must still come past one of the other.

    Where blots are pinned, a pinned checker is contact too. Where a checker holds a
    point alone, it is contact if one of them stands on the other's way home.
    """
    mover, waiter = position.mover, position.waiter
    if mover.pinned or waiter.pinned:
        return True
    if ruleset.course is Course.CONTRARY:
        return mover.rearmost + waiter.rearmost > BAR
    return _is_ahead(ruleset.course, mover, waiter) or _is_ahead(
        ruleset.course, waiter, mover
    )


def _is_ahead(course: Course, one: Side, other: Side) -> bool:
    """Whether a checker of *other* stands on the way of one of *one*."""
    rearmost = one.rearmost
    return any(
        count and course.across(point) < rearmost
        for point, count in enumerate(other.checkers)
        if OFF < point <= START
    )
