"""Whether a side that nothing hinders bears a checker off in time, whatever it throws.

A throw need not bear one off though all are home: with fifteen checkers on the 6 point
a 5-4 moves two of them. So every throw is tried, with the plays that hurry home.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tavli.rules import OFF, ROLLS
from tavli.rules.points import HOME

Points = tuple[int, ...]
"""A side's checkers by own point, those borne off first."""

_LEAST_PIPS: Final = 3
"""Throws of 2-1, again and again, bring a side least far."""


@lru_cache(maxsize=2**13)
def surely_bears_off(points: Points, throws: int) -> bool:
    """Whether a checker can be borne off within so many *throws*, whatever falls.

    Every die must be playable in full: nothing stands in the way, and nothing that
    the side could do is forbidden.
    """
    if points[OFF]:
        return True
    outside = sum((point - HOME[-1]) * points[point] for point in _outside(points))
    if not throws or outside > _LEAST_PIPS * throws:
        return False
    return all(
        _can_bear_off(points, roll.numbers)
        or _can_bear_off(points, roll.numbers[::-1])
        or _saves(points, roll.numbers, throws - 1)
        for roll in ROLLS
    )


@lru_cache(maxsize=2**13)
def _can_bear_off(points: Points, numbers: tuple[int, ...]) -> bool:
    """Whether *numbers*, played in this order, can bear a checker off."""
    if points[OFF] or not numbers:
        return bool(points[OFF])
    if sum(points[HOME.stop :]) >= len(numbers):
        return False
    return any(
        _can_bear_off(after, numbers[1:]) for after in _moved(points, numbers[0])
    )


@lru_cache(maxsize=2**13)
def _saves(points: Points, numbers: tuple[int, ...], throws: int) -> bool:
    """Whether *numbers* can be played so that *throws* more surely bear one off."""
    if not numbers:
        return surely_bears_off(points, throws)
    return any(
        _saves(after, numbers[1:], throws) for after in _moved(points, numbers[0])
    )


def _moved(points: Points, number: int) -> Iterator[Points]:
    """Yield what a die makes of *points*; it moves one from outside if any is there."""
    movable = _outside(points) or [point for point in HOME if points[point]]
    for point in movable:
        if point >= number or point == movable[-1]:
            after = list(points)
            after[point] -= 1
            after[max(point - number, OFF)] += 1
            yield tuple(after)


def _outside(points: Points) -> list[int]:
    return [point for point in range(HOME.stop, len(points)) if points[point]]
