"""Intervals that hold 95 %."""

from math import sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964


class Figure(NamedTuple):
    """A measured value and the bounds of its 95 % interval."""

    mean: float
    low: float
    high: float

    def rounded(self, digits: int = 4) -> dict[str, float]:
        """Return the three by name, for a JSON file."""
        return {key: round(value, digits) for key, value in self._asdict().items()}


def wilson(share: float, count: float) -> Figure:
    """Return a share of *count* trials with Wilson's interval; *count* may be a part.

    Observations that hang together count for fewer.
    """
    if count <= 0:
        return Figure(share, 0.0, 1.0)
    scale = 1 + Z * Z / count
    middle = (share + Z * Z / (2 * count)) / scale
    half = Z / scale * sqrt(share * (1 - share) / count + (Z / (2 * count)) ** 2)
    return Figure(share, max(0.0, middle - half), min(1.0, middle + half))


def normal(total: float, squares: float, count: int) -> Figure:
    """Return the mean of *count* values, given their sum and the sum of squares."""
    mean = total / count
    spread = max(squares / count - mean * mean, 0.0)
    half = Z * sqrt(spread / count)
    return Figure(mean, mean - half, mean + half)
