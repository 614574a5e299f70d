"""Figures with their intervals, by drawing pairs of games again and again."""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

_DRAWS: Final = 2000
_TAILS: Final = (2.5, 97.5)


class Figure(NamedTuple):
    """A mean and the bounds of its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: NDArray[np.float64], seed: int) -> Self:
        """Return the mean of *values*, one a pair of games, and its bootstrap interval.

        The same seed and values give the same bounds.

        Raises:
            ValueError: there are no values.
        """
        if not len(values):
            raise ValueError("nothing was played, so there is nothing to average")
        rng = np.random.default_rng(seed)
        each, counts = np.unique(values, return_counts=True)
        if 8 * len(each) < len(values):  # few different scores: draw how often each
            shares = counts / len(values)
            drawn = rng.multinomial(len(values), shares, size=_DRAWS) @ each
            means = drawn / len(values)
        else:
            means = np.array(
                [
                    values[rng.integers(0, len(values), len(values))].mean()
                    for _ in range(_DRAWS)
                ]
            )
        low, high = np.percentile(means, _TAILS)
        return cls(float(values.mean()), float(low), float(high))

    def __str__(self) -> str:
        return f"{self.mean:+z.4f}  [{self.low:+z.4f}, {self.high:+z.4f}]"
