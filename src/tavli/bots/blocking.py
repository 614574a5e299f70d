"""Judge positions of the game in which one checker holds a point: fevga.

All values are in pips, seen by the side that has just moved. Points are sets of
bits, so that what the other side can still move is a matter of shifts.
"""

from functools import lru_cache
from typing import Final

from tavli.bots.board import Counts, points_held, rotated, runs
from tavli.bots.race import race_value
from tavli.rules import BAR, START, Position

_ON_BOARD: Final = (1 << BAR) - 2
_RUN: Final = (0, 0, 1, 4, 12, 25, 50, 54, 58, 60, 60, 60, 60, 60, 60, 60)
"""What a run of held points is worth against checkers behind it, by its length."""

_CRAMPED: Final = 1.3
"""How much more the other side's freedom counts than the mover's: it is on roll."""

_START_STACK: Final = 0.6
_STACK: Final = 0.5
_POINT: Final = 1.2


def judge_blocking(position: Position) -> float:
    """Return what *position* is worth to its mover, the waiter being on roll."""
    mine, theirs = position.mover.checkers, position.waiter.checkers
    my_points = points_held(mine, at_least=1)
    their_points = points_held(theirs, at_least=1)
    seen_by_them, seen_by_me = rotated(my_points), rotated(their_points)
    if not _can_meet(my_points, seen_by_me) and not _can_meet(
        their_points, seen_by_them
    ):
        return race_value(mine) - race_value(theirs)
    value = float(position.waiter.pip_count - position.mover.pip_count)
    value += _structure(mine) - _structure(theirs)
    value += _blockade(seen_by_them, theirs) - _blockade(seen_by_me, mine)
    freedom = _freedom(my_points, seen_by_me)
    return value + (freedom - _CRAMPED * _freedom(their_points, seen_by_them))


def _can_meet(points: int, others: int) -> bool:
    """Whether one of *others* stands ahead of the rearmost of *points*."""
    return bool(others & ((1 << points.bit_length()) - 1)) if points else False


@lru_cache(maxsize=4096)
def _structure(counts: Counts) -> float:
    """Return what a side's own shape is worth: spread out, few stacks."""
    stacks = sum(max(0, count - 3) for count in counts[1:START])
    spread = sum(1 for count in counts[7:START] if count)
    late = max(0, counts[START] - 2)
    return 4.0 * counts[0] + _POINT * spread - _STACK * stacks - _START_STACK * late


@lru_cache(maxsize=4096)
def _blockade(wall: int, caught: Counts) -> float:
    """Return what a *wall*, in the numbering of those it stops, is worth."""
    value = 0.0
    for low, length in runs(wall):
        if length > 1:
            behind = sum(caught[low + length :])
            value += _RUN[length] * min(behind, 8) / 8
    return value


@lru_cache(maxsize=4096)
def _freedom(points: int, wall: int) -> float:
    """Return what the steps are worth that *points* have past *wall*.

    A number that can't be played at all is worse than one with few choices.
    """
    value = 0.0
    for die in range(1, 7):
        landings = (points >> die) & _ON_BOARD & ~wall
        count = landings.bit_count()
        value += min(count, 3) + (4 if count else 0)
    return value
