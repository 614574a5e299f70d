"""Judge positions of the games in which a blot is hit: portes, backgammon.

All values are in pips, seen by the side that has just moved.
"""

from functools import lru_cache
from typing import Final

from tavli.bots.board import Counts, mirrored, points_held, runs
from tavli.bots.race import race_value
from tavli.bots.shots import throw_set, throws_onto, with_die
from tavli.rules import BAR, Position

_POINT: Final = (
    0, 0.5, 2, 5, 9, 11, 9, 7, 5, 2, 2, 1, 1,
    2, 2, 3, 3, 3, 5, 3, 8, 7, 4, 1.5, 0.5, 0,
)  # fmt: skip
"""What a made point is worth: the home board first, then the forward anchors."""

_PRIME: Final = (0, 0, 1, 4, 9, 16, 26, 27, 28, 28, 28, 28, 28, 28, 28, 28)
"""What a run of made points is worth against checkers behind it, by its length."""

_WALL: Final = 0.4
"""What closed points ahead of a rearmost checker cost it, by their number squared."""

_FAR_BLOT: Final = 0.6
"""The part of its loss that a blot far back costs: who hits it there is hit back."""

_BURIED: Final = 2.0
"""What a checker costs that has gone too deep to be of use in a fight."""

_OFF: Final = 4.0
"""What a checker borne off is worth besides its pips."""

_BUILDER: Final = 0.8
"""What a lone checker is worth where it helps to make a point, or costs too deep."""

_SPARE: Final = 3
"""Checkers that a point can use; more of them are a stack."""


def judge_hitting(position: Position) -> float:
    """Return what *position* is worth to its mover, the waiter being on roll."""
    mine, theirs = position.mover.checkers, position.waiter.checkers
    my_rear, their_rear = position.mover.rearmost, position.waiter.rearmost
    if my_rear + their_rear < BAR:
        return race_value(mine) - race_value(theirs)
    my_points = points_held(mine, at_least=2)
    their_points = points_held(theirs, at_least=2)
    value = float(position.waiter.pip_count - position.mover.pip_count)
    value += _structure(mine) - _structure(theirs)
    value += _blockade(my_points, theirs) - _blockade(their_points, mine)
    value += _on_bar(theirs[BAR], my_points) - _on_bar(mine[BAR], their_points)
    return value - _exposure(mine, theirs, my_points, their_points)


@lru_cache(maxsize=4096)
def _structure(counts: Counts) -> float:
    """Return what a side's own shape is worth, wherever the other stands."""
    value = 0.0
    for point in range(1, BAR):
        count = counts[point]
        if count >= 2:
            value += _POINT[point] - 1.2 * max(0, count - _SPARE)
        elif count and 7 < point < 12:
            value += _BUILDER
        elif count and point < 4:
            value -= _BUILDER * (4 - point)
    buried = counts[1] + max(0, counts[2] - 2)
    return value + _OFF * counts[0] - _BURIED * buried


@lru_cache(maxsize=4096)
def _blockade(points: int, caught: Counts) -> float:
    """Return what the runs of *points* are worth against the checkers behind them."""
    value, behind, seen = 0.0, caught[BAR], BAR
    for low, length in runs(points):
        while seen > 26 - low:
            seen -= 1
            behind += caught[seen]
        if length > 2 and behind:
            value += _PRIME[length] * min(behind, 3) / 2
    return value + _wall_ahead(points, caught)


def _wall_ahead(points: int, caught: Counts) -> float:
    """Return what the points within a die of the rearmost of *caught* are worth."""
    rear = max(point for point in range(BAR + 1) if caught[point] or not point)
    if rear < 13:
        return 0.0
    closed = (points >> (BAR + 1 - rear) & 0b111111).bit_count()
    return _WALL * closed * closed * min(caught[rear], 2)


def _on_bar(count: int, points: int) -> float:
    """Return what *count* checkers on the bar cost against a home with *points*."""
    if not count:
        return 0.0
    closed = (points & 0b1111110).bit_count()
    stays_out = (closed / 6) ** 2
    return count * (4 + 30 * stays_out) + (12 if closed == 6 else 0)


def _exposure(mine: Counts, theirs: Counts, my_points: int, their_points: int) -> float:
    """Return what the shots at my blots cost."""
    blots = [point for point in range(1, BAR) if mine[point] == 1]
    if not blots:
        return 0.0
    strength = (their_points & 0b1111110).bit_count()
    closed = mirrored(my_points)
    sources = [point for point in range(BAR, 0, -1) if theirs[point]]
    cost = 0.0
    for blot in blots:
        throws = _hits(25 - blot, sources, theirs[BAR], closed)
        if throws:
            loss = (25 - blot) + 3 + strength * strength
            share = _FAR_BLOT if blot >= 18 else 1.0
            cost += share * throws.bit_count() / 36 * loss
    return cost


def _hits(target: int, sources: list[int], on_bar: int, closed: int) -> int:
    """Return the throws that hit on *target*, entering first where they must."""
    if not on_bar:
        return throws_onto(target, sources, closed)
    if on_bar > 1:
        return with_die(BAR - target) if BAR - target <= 6 else 0
    throws = throws_onto(target, (BAR,), closed)
    for source in sources[1:]:
        die = source - target
        if 1 <= die <= 6:
            for entering in range(1, 7):
                if not closed >> (25 - entering) & 1:
                    throws |= throw_set(die, entering)
    return throws
