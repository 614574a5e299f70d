"""What a player sees on the board: blots, points in a row, pins, pips, wastage."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tavli.evaluation.house import house_tables
from tavli.evaluation.tables.race import RaceTable
from tavli.kernels.board import encode
from tavli.kernels.combination import number_of
from tavli.rules import (
    BAR,
    CHECKERS,
    OFF,
    START,
    Contact,
    Position,
    Ruleset,
    Side,
)
from tavli.rules.points import HOME

PIPS_OF_A_ROLL: Final = 49 / 6
"""What a roll brings on average, doubles counted twice."""


@dataclass(frozen=True, slots=True)
class Prime:
    """Points in a row that a side closes, and the other side's checkers behind them.

    *low* is the nearest to home of the other side, in its own numbering.
    """

    length: int
    low: int = 0
    behind: int = 0


def closed_points(ruleset: Ruleset, side: Side, other: Side) -> frozenset[int]:
    """Return the points that *side* closes to *other*, in the numbering of *other*.

    A point is closed by as many checkers as the game asks for, and by one alone that
    lies on a pinned one.
    """
    across = ruleset.course.across
    least = ruleset.contact.blocking_count
    held = {across(point) for point in range(1, BAR) if side.checkers[point] >= least}
    return frozenset(held | other.pinned)


def longest_prime(ruleset: Ruleset, side: Side, other: Side) -> Prime:
    """Return the most points in a row that *side* closes with checkers behind them.

    Only what *other* must still come past counts: a row that nobody is behind holds
    nobody up. A checker that is pinned in a row is behind what is before it. Of equals
    the one with most behind it is told.
    """
    best = Prime(0)
    for low, length in _rows(closed_points(ruleset, side, other)):
        within = [point for point in other.pinned if low <= point < low + length]
        for high in (low + length - 1, *(point - 1 for point in within)):
            behind = _behind(other, high)
            if behind and (high - low + 1, behind) > (best.length, best.behind):
                best = Prime(high - low + 1, low, behind)
    return best


def _behind(side: Side, point: int) -> int:
    """Return how many checkers of *side* have *point* still before them."""
    pinned = sum(1 for each in side.pinned if each > point)
    return sum(side.checkers[point + 1 :]) + pinned


def _rows(points: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Yield each row of neighbouring *points*: the lowest, and how many."""
    for low in sorted(points):
        if low - 1 not in points:
            high = low
            while high + 1 in points:
                high += 1
            yield low, high - low + 1


def closed_home(ruleset: Ruleset, side: Side, other: Side) -> int:
    """Return how many points of its last quarter *side* closes to *other*."""
    across = ruleset.course.across
    closed = closed_points(ruleset, side, other)
    return sum(across(point) in closed for point in HOME)


def has_mother(ruleset: Ruleset, side: Side) -> bool:
    """Whether the last checker of *side* on its start stands there alone and free."""
    return ruleset.contact is Contact.PIN and side.checkers[START] == 1


def is_mother_pinned(side: Side) -> bool:
    """Whether the last checker of *side* on its start is pinned."""
    return START in side.pinned


def hits(before: Position, after: Position) -> int:
    """Return how many checkers were hit from *before* to *after*, by the mover."""
    return after.waiter.checkers[BAR] - before.waiter.checkers[BAR]


def borne_off(before: Position, after: Position) -> int:
    """Return how many checkers the mover bore off from *before* to *after*."""
    return after.mover.checkers[OFF] - before.mover.checkers[OFF]


def wastage(ruleset: Ruleset, side: Side, other: Side) -> float | None:
    """Return how many pips *side* will waste in bearing off.

    It is what its rolls will bring, as many as the table of races expects, beyond the
    pips it has to go. None where the sides still meet or stand too far back.
    """
    table = _races(ruleset)
    if table is None or not side.total - side.checkers[OFF]:
        return None
    board = encode(Position(side, other))
    if not table.covers(board[None])[0]:
        return None
    number = number_of(board[0], table.race.points, CHECKERS)
    return float(table.race.means[number]) * PIPS_OF_A_ROLL - side.pip_count


def _races(ruleset: Ruleset) -> RaceTable | None:
    """Return the widest table of races that is there for the game."""
    tables = house_tables(ruleset).tables
    races = [table for table in tables if isinstance(table, RaceTable)]
    return max(races, key=lambda table: table.race.points, default=None)
