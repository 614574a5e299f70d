"""What a position is worth with a cube, from its chances without one.

After Rick Janowski, "Take-Points in Money Games" (1993): a dead cube is never turned,
a live one exactly where a take and a pass are worth the same. The truth lies between,
by the cube's efficiency. At a score the same is worked out cube by cube, from the
value at which no further double helps anyone.
"""

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import (
    DOUBLE,
    LOST_DOUBLE,
    LOST_TRIPLE,
    TRIPLE,
    WIN,
    Chances,
    turned,
)
from tavli.match import LARGEST_CUBE
from tavli.search.cube_place import CubePlace
from tavli.search.efficiency import Efficiencies
from tavli.search.stakes import MoneyStakes, Stakes
from tavli.search.who import Who

Rows = NDArray[np.float64]
"""Shape (n,): one number for each row of chances."""


class LiveCube:
    """Values with a cube of many positions, given as chances of the side on roll."""

    def __init__(self, stakes: Stakes, chances: Chances) -> None:
        self._stakes = stakes
        self._chances = chances
        columns = chances.astype(np.float64).T
        self._win = columns[WIN]
        self._won = _stages(columns[WIN], columns[DOUBLE], columns[TRIPLE])
        lost_twice, lost_thrice = columns[LOST_DOUBLE], columns[LOST_TRIPLE]
        self._lost = _stages(1 - self._win, lost_twice, lost_thrice)

    @cached_property
    def turned(self) -> "LiveCube":
        """The same positions as the other side sees them."""
        return LiveCube(self._stakes.turned, turned(self._chances))

    def values(self, cube: CubePlace, efficiency: Efficiencies) -> Rows:
        """Return what the positions are worth if nobody doubles just now."""
        dead, live = self._dead(cube), self._live(cube)
        return dead + efficiency * (live - dead)

    def ended(self, cube: CubePlace) -> Rows:
        """Return what the positions are worth if their chances need no cube."""
        return self._dead(cube)

    def _dead(self, cube: CubePlace) -> Rows:
        lost, won = self._ends(cube)
        value: Rows = lost + self._win * (won - lost)
        return value

    def _live(self, cube: CubePlace) -> Rows:
        if not self._stakes.is_live or cube.value >= LARGEST_CUBE:
            return self._dead(cube)
        lost, won = self._ends(cube)
        zero, one = np.zeros_like(lost), np.ones_like(lost)
        left, right = [(zero, lost)], [(one, won)]
        single = np.full_like(lost, self._stakes.worth(cube.value))
        if cube.owner is not Who.OTHER and not self._stakes.is_dead(cube.value):
            right.insert(0, (self.cash_point(cube.value), single))
        other = self._stakes.turned
        if cube.owner is not Who.ME and not other.is_dead(cube.value):
            pass_value = np.full_like(lost, self._stakes.worth(-cube.value))
            take_point = 1 - self.turned.cash_point(cube.value)
            left.append((np.minimum(take_point, right[0][0]), pass_value))
        return _bent(self._win, [*left, *right])

    def cash_point(self, cube: int) -> Rows:
        """Return from what chance to win on a live double of *cube* is passed."""
        lost, won = self._all_ends(2 * cube)
        drop = self._stakes.worth(cube)
        if isinstance(self._stakes, MoneyStakes):
            points = (cube - lost / 2) / ((won - lost + cube) / 2)
            return np.clip(points, 0, 1)
        left, floor = np.zeros_like(lost), lost
        if not self._stakes.turned.is_dead(2 * cube):
            left = 1 - self.turned.cash_point(2 * cube)
            floor = np.full_like(lost, self._stakes.worth(-2 * cube))
        rise = np.maximum(won - floor, 1e-9)
        return np.clip(left + (drop - floor) / rise * (1 - left), 0, 1)

    def _ends(self, cube: CubePlace) -> tuple[Rows, Rows]:
        """Return what a loss and a win are worth on average at this cube."""
        if self._stakes.has_jacoby and cube.owner is Who.NOBODY:
            value = self._stakes.worth(cube.value)
            won = np.full_like(self._win, value)
            return -won, won
        return self._all_ends(cube.value)

    def _all_ends(self, cube: int) -> tuple[Rows, Rows]:
        lost = sum(
            share * self._stakes.worth(-points * cube)
            for points, share in enumerate(self._lost, 1)
        )
        won = sum(
            share * self._stakes.worth(points * cube)
            for points, share in enumerate(self._won, 1)
        )
        return np.asarray(lost, np.float64), np.asarray(won, np.float64)


def _stages(total: Rows, double: Rows, triple: Rows) -> tuple[Rows, Rows, Rows]:
    """Return which shares of the *total* are single, double and triple."""
    whole = np.maximum(total, 1e-9)
    doubles = np.clip(double / whole, 0, 1)
    triples = np.minimum(np.clip(triple / whole, 0, 1), doubles)
    return 1 - doubles, doubles - triples, triples


def _bent(at: Rows, knots: list[tuple[Rows, Rows]]) -> Rows:
    """Return the height at *at* of the line through *knots*, row by row."""
    height = knots[0][1].copy()
    for (left, low), (right, high) in pairwise(knots):
        width = np.maximum(right - left, 1e-9)
        share = np.clip((at - left) / width, 0, 1)
        height += share * (high - low)
    return height
