"""Results of trials, added up."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS
from tavli.search.utility import Utility

Sums = NDArray[np.float64]
"""Shape (n, 7): for each position the six chances, then the utility."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The *trials* of each of n positions: their sums, and the sums of squares."""

    trials: int
    sums: Sums
    squares: Sums

    @classmethod
    def empty(cls, positions: int) -> Self:
        """Return the tally of no trials."""
        nothing = np.zeros((positions, COLUMNS + 1))
        return cls(0, nothing, nothing.copy())

    @classmethod
    def of(cls, results: NDArray[np.float64], utility: Utility) -> Self:
        """Return the tally of *results*, shape (n, trials, 6)."""
        worth = np.array(utility.worth)
        values = results @ worth[1:] + worth[0]
        rows = np.concatenate([results, values[:, :, np.newaxis]], axis=2)
        return cls(results.shape[1], rows.sum(axis=1), (rows**2).sum(axis=1))

    def __add__(self, other: Self) -> Self:
        return type(self)(
            self.trials + other.trials,
            self.sums + other.sums,
            self.squares + other.squares,
        )

    @property
    def means(self) -> Sums:
        """The mean result of each position."""
        return self.sums / self.trials

    @property
    def errors(self) -> Sums:
        """The standard error of each mean; infinite before there are two trials."""
        if self.trials < 2:
            return np.full_like(self.sums, np.inf)
        spread = np.maximum(self.squares - self.trials * self.means**2, 0)
        errors: Sums = np.sqrt(spread / (self.trials - 1) / self.trials)
        return errors
