"""Judge positions of the game in which a blot is pinned: plakoto.

All values are in pips, seen by the side that has just moved.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tavli.bots.board import Counts, mirrored, points_held, runs
from tavli.bots.race import race_value
from tavli.bots.shots import throws_onto
from tavli.rules import BAR, START, Position, Side

_PIN: Final = (
    0, 3, 3, 4, 5, 6, 8, 10, 11, 12, 14, 16, 18,
    20, 22, 24, 27, 30, 33, 38, 42, 46, 50, 55, 140,
)  # fmt: skip
"""What a pinned checker costs its owner, by his own number of its point."""

_BLOCK: Final = (
    0, 1, 2, 3, 4, 5, 5, 5, 4.5, 4, 3.5, 3, 2.5,
    2, 1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0,
)  # fmt: skip
"""What a closed point is worth while opposing checkers must still come past."""

_RUN: Final = (0, 0, 1, 4, 8, 14, 24, 26, 28, 28, 28, 28, 28, 28, 28, 28)
"""What a run of closed points is worth besides, by its length."""

_LONE_MOTHER: Final = 12
"""What it costs to leave a single checker on the start while it could be pinned."""

_STACK: Final = 0.4


def judge_pinning(position: Position) -> float:
    """Return what *position* is worth to its mover, the waiter being on roll."""
    mine, theirs = position.mover, position.waiter
    if mine.rearmost + theirs.rearmost < BAR and not (mine.pinned or theirs.pinned):
        return race_value(mine.checkers) - race_value(theirs.checkers)
    my_points = _closed_by(mine, theirs)
    their_points = _closed_by(theirs, mine)
    value = float(theirs.pip_count - mine.pip_count)
    value += _pins(theirs, mine) - _pins(mine, theirs)
    value += _blockade(my_points, theirs.checkers)
    value -= _blockade(their_points, mine.checkers)
    value += _structure(mine.checkers) - _structure(theirs.checkers)
    value -= _mother(mine.checkers, theirs) - _mother(theirs.checkers, mine)
    return value - _exposure(mine, theirs, mirrored(my_points))


def _closed_by(side: Side, other: Side) -> int:
    """Return the points on which *side* stops the other, in its own numbering."""
    closed = points_held(side.checkers, at_least=2)
    for point in other.pinned:
        closed |= 1 << (BAR - point)
    return closed


def _pins(side: Side, pinner: Side) -> float:
    """Return what the checkers of *side* that are pinned cost it."""
    if not side.pinned:
        return 0.0
    cost = sum(_PIN[point] for point in side.pinned)
    # A pin lasts as long as its pinner can afford to stay.
    return cost * (1.0 if pinner.rearmost > BAR - max(side.pinned) + 2 else 0.7)


@lru_cache(maxsize=4096)
def _blockade(points: int, caught: Counts) -> float:
    value, behind, seen = 0.0, caught[BAR], BAR
    for low, length in runs(points):
        while seen > 26 - low:
            seen -= 1
            behind += caught[seen]
        if behind:
            weight = min(behind, 6) / 6
            value += weight * (sum(_BLOCK[low : low + length]) + _RUN[length])
    return value


@lru_cache(maxsize=4096)
def _structure(counts: Counts) -> float:
    stacks = sum(max(0, count - 5) for count in counts[1:START])
    return 4.0 * counts[0] - _STACK * stacks


def _mother(counts: Counts, opponent: Side) -> float:
    """Return what it costs to have left one checker alone on the start."""
    if counts[START] != 1:
        return 0.0
    return float(_LONE_MOTHER) if sum(opponent.checkers[2:]) else 0.0


def _exposure(mine: Side, theirs: Side, closed: int) -> float:
    """Return what the throws cost that would pin a blot of mine."""
    sources = [point for point in range(START, 1, -1) if theirs.checkers[point]]
    cost = 0.0
    for blot in _blots(mine, theirs):
        throws = throws_onto(BAR - blot, sources, closed)
        if throws:
            cost += throws.bit_count() / 36 * _PIN[blot]
    return cost


def _blots(mine: Side, theirs: Side) -> Iterable[int]:
    """Return the points on which a checker of mine can be pinned."""
    return [
        point
        for point in range(1, BAR)
        if mine.checkers[point] == 1 and BAR - point not in theirs.pinned
    ]
