"""Numbers for the ways in which checkers can stand on a side's last points.

Ways are counted in the order of their rearmost checkers, so that those on fewer
points come first, with the same numbers, and every step forward lowers the number.
"""

from math import comb
from typing import Final

import numpy as np

from tavli.kernels.board import SLOTS
from tavli.kernels.duties import Counts
from tavli.kernels.jit import kernel
from tavli.rules import CHECKERS, OFF

MOST_POINTS: Final = 12
"""The most points that are counted: two sides within them never meet."""

_CHOOSE: Final = np.array(
    [
        [comb(total, chosen) for chosen in range(MOST_POINTS + 1)]
        for total in range(MOST_POINTS + CHECKERS + 1)
    ],
    np.int64,
)


@kernel
def ways(points: int, checkers: int) -> int:
    """Return in how many ways *checkers* stand on *points* points or off."""
    return int(_CHOOSE[points + checkers, points])


@kernel
def stands_within(counts: Counts, points: int, checkers: int) -> bool:
    """Whether *counts* are *checkers* in all, on the points to *points* or off.

    Whoever asks for the number of other counts reads what isn't there.
    """
    total = 0
    for point in range(SLOTS - 1, -1, -1):  # most positions end the loop at once
        count = int(counts[point])
        if count < 0 or (count > 0 and point > points):
            return False
        total += count
    return total == checkers


@kernel
def number_of(counts: Counts, points: int, checkers: int) -> int:
    """Return the number of *counts*, from 0 (all off), among `ways`.

    Only the points from 1 to *points* are looked at; checkers that aren't there are
    off.
    """
    number = ways(points, checkers) - 1
    ahead = checkers
    for point in range(points, 0, -1):
        ahead -= int(counts[point])
        number -= int(_CHOOSE[ahead + point - 1, point])
    return number


@kernel
def number_of_unopened(counts: Counts, points: int) -> int:
    """Return the number of *counts* among those with no checker off."""
    return number_of(counts[1:], points - 1, CHECKERS)


@kernel
def step_to_next(counts: Counts) -> None:
    """Turn *counts*, with its checkers off in it, into the next in number."""
    point = OFF
    while counts[point] == 0:
        point += 1
    moved = counts[point]
    counts[point] = 0
    counts[OFF] = moved - 1
    counts[point + 1] += 1


@kernel
def set_counts(counts: Counts, number: int, points: int, checkers: int) -> None:
    """Write to *counts* the checkers of this *number*. Inverse of `number_of`."""
    left = ways(points, checkers) - 1 - number
    ahead = checkers
    counts[:] = 0
    for point in range(points, 0, -1):
        behind = ahead
        while _CHOOSE[ahead + point - 1, point] > left:
            ahead -= 1
        left -= _CHOOSE[ahead + point - 1, point]
        counts[point] = behind - ahead
    counts[OFF] = ahead
