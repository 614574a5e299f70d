"""Judge a position in which the sides have passed each other."""

from math import erf, sqrt
from typing import Final

from tavli.bots.board import Counts

_ROLL: Final = 8.17
"""Pips that an average throw is worth."""

_WASTE: Final = 7.0
"""Pips that a checker still in play costs besides its own: a die to bear it off."""


def race_value(mine: Counts) -> float:
    """Return how near *mine* are to being off, in pips below nothing.

    A checker still outside costs more than its pips, since none may be borne off
    before it is home, and a gap or a stack on a low point wastes dice later.
    """
    pips = sum(point * count for point, count in enumerate(mine))
    outside = sum((point - 6) * mine[point] for point in range(7, 26))
    gaps = sum(1 for point in (4, 5, 6) if not mine[point])
    left = sum(mine) - mine[0]
    low = max(0, mine[1] - 2) + max(0, mine[2] - 3)
    return -pips - 0.4 * outside - _WASTE * left - gaps - low


def chance_in_race(my_pips: int, their_pips: int) -> float:
    """Return the chance of the side on roll, after D. Kleinman's approximation."""
    if my_pips <= 0:
        return 1.0
    lead = their_pips - my_pips + _ROLL / 2
    return 0.5 + 0.5 * erf(lead / (2 * sqrt(max(4.0, my_pips + their_pips - 4))))
