"""Chances of winning a match, by how many points each side still needs."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

Chart = NDArray[np.float64]


class Crawford(Enum):
    """Whether a match has a Crawford game (B7)."""

    PLAYED = "played"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class MatchTable:
    """The chances of a match with the cube, between equals.

    ``before[i - 1, j - 1]`` is that of the side which needs i points against j; where
    either needs 1, the Crawford game is to be played, if there is one. ``after[k - 1]``
    is that of the side which needs k against 1 once it has been played, or without it.
    """

    before: Chart
    after: Chart

    def __post_init__(self) -> None:
        size = len(self.after)
        if self.before.shape != (size, size):
            raise ValueError("the two parts of a match table have different lengths")
        both = np.concatenate([self.before.ravel(), self.after])
        if not (np.isfinite(both).all() and both.min() >= 0 and both.max() <= 1):
            raise ValueError("a match table holds chances from 0 to 1")

    @property
    def longest(self) -> int:
        """The most points a side may need."""
        return len(self.after)

    def chance(self, mine: int, theirs: int, *, crawford_is_over: bool) -> float:
        """Return the chance of the side that needs *mine* points against *theirs*."""
        if mine <= 0:
            return 1.0
        if theirs <= 0:
            return 0.0
        if max(mine, theirs) > self.longest:
            raise ValueError(f"this match table ends at {self.longest} points")
        if crawford_is_over and theirs == 1:
            return float(self.after[mine - 1])
        if crawford_is_over and mine == 1:
            return 1 - float(self.after[theirs - 1])
        return float(self.before[mine - 1, theirs - 1])
