"""The end of a net: from its last sums to chances."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.jit import kernel

HEADS: Final = 6
"""WIN, DOUBLE, TRIPLE, LOST_DOUBLE, LOST_TRIPLE, DRAW, as in `evaluation.chances`."""


@kernel
def rectify(bias: NDArray[np.float32], sums: NDArray[np.float32]) -> None:
    """Add *bias* to *sums*, shape (n, units), and cut off what is below 0, in place."""
    for index in range(len(sums)):
        row = sums[index]
        for unit in range(len(row)):
            row[unit] = max(row[unit] + bias[unit], np.float32(0))


@kernel
def to_chances(bias: NDArray[np.float32], sums: NDArray[np.float32]) -> None:
    """Turn *sums*, shape (n, HEADS), into chances in place, and make them fit.

    Nobody wins two points more often than one, nor loses them.
    """
    one = np.float32(1)
    for index in range(len(sums)):
        row = sums[index]
        for head in range(HEADS):
            row[head] = one / (one + np.exp(-(row[head] + bias[head])))
        row[5] = min(row[5], one - row[0])
        row[1] = min(row[1], row[0])
        row[2] = min(row[2], row[1])
        row[3] = min(row[3], one - row[0] - row[5])
        row[4] = min(row[4], row[3])
