"""Ends of games counted out by the rules alone: slow, plain, and for few checkers."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavli.rules import CHECKERS, OFF, PORTES, ROLLS, Position, Side, legal_plays

DONE = Side.of({OFF: CHECKERS})
FAR = Side.of({1: CHECKERS})
MOST = 30


class Alone(NamedTuple):
    """What a side needs that plays for the fewest rolls.

    ``finish[r]`` and ``opening[r]`` are the chances that the last checker, or the
    first, comes off with roll *r*.
    """

    mean: float
    finish: NDArray[np.float64]
    opening: NDArray[np.float64]


def side(*counts: int) -> Side:
    """Return the side with *counts* on its points from 1, and the others off."""
    standing = dict(enumerate(counts, 1))
    return Side.of({**standing, OFF: CHECKERS - sum(counts)})


def sides(points: int, checkers: int) -> Iterator[Side]:
    """Yield every side of 1 to *checkers* checkers on *points* points."""

    def counts(length: int, left: int) -> Iterator[tuple[int, ...]]:
        if not length:
            yield ()
            return
        for count in range(left + 1):
            for others in counts(length - 1, left - count):
                yield (count, *others)

    for found in counts(points, checkers):
        if any(found):
            yield side(*found)


@cache
def finals(standing: Side) -> tuple[tuple[float, tuple[Side, ...]], ...]:
    """Return for each roll its chance and the ends of its plays."""
    position = Position(standing, FAR)
    return tuple(
        (
            (1 if roll.is_double else 2) / 36,
            tuple(final.mover for final in legal_plays(PORTES, position, roll)),
        )
        for roll in ROLLS
    )


@cache
def alone(standing: Side) -> Alone:
    """Return what *standing* needs."""
    finish, opening = np.zeros(MOST), np.zeros(MOST)
    if standing.checkers[OFF]:
        opening[0] = 1
    if standing == DONE:
        finish[0] = 1
        return Alone(0.0, finish, opening)
    mean = 1.0
    for chance, ends in finals(standing):
        best = min((alone(end) for end in ends), key=lambda found: found.mean)
        mean += chance * best.mean
        finish[1:] += chance * best.finish[:-1]
        if not standing.checkers[OFF]:
            opening[1:] += chance * best.opening[:-1]
    return Alone(mean, finish, opening)


class Worth(NamedTuple):
    """Points of the side on roll for a cube of 1, without a double now."""

    nobody: float
    both: float
    mover: float
    waiter: float

    def with_double(self, plain: float) -> float:
        """Return *plain*, or what a double brings if that is more."""
        return max(plain, min(1.0, 2 * self.waiter))


@cache
def worth(mover: Side, waiter: Side) -> Worth:
    """Return what *mover*, on roll, has against *waiter*."""
    if waiter == DONE:
        return Worth(-1, -1, -1, -1)
    total = np.zeros(4)
    for chance, ends in finals(mover):
        replies = [worth(waiter, end) for end in ends if end != DONE]
        if len(replies) < len(ends):
            total += chance
            continue
        total += chance * np.array(
            [
                max(-reply.nobody for reply in replies),
                max(-reply.with_double(reply.both) for reply in replies),
                max(-reply.waiter for reply in replies),
                max(-reply.with_double(reply.mover) for reply in replies),
            ]
        )
    return Worth(*(float(value) for value in total))
