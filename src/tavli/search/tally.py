"""Results of trials, added up."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS

Sums = NDArray[np.float64]
"""Shape (n, 7): for each position the six chances, then what it is worth."""


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
    def of(cls, rows: NDArray[np.float64]) -> Self:
        """Return the tally of *rows*, shape (n, trials, 7)."""
        return cls(rows.shape[1], rows.sum(axis=1), (rows**2).sum(axis=1))

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

    def joint_errors(self, best: int) -> NDArray[np.float64]:
        """Return the joint standard deviation of each worth and that of *best*.

        That of two means which know nothing of each other: since all positions get
        the same dice, the true error of a difference is smaller.
        """
        errors = self.errors[:, COLUMNS]
        joint: NDArray[np.float64] = np.hypot(errors, errors[best])
        return joint
