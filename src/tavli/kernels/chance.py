"""Streams of random numbers that follow from a seed."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.jit import kernel

Chance = NDArray[np.uint64]
"""Shape (1,): how far a stream has come. Its first value is the seed."""

STRIDE: Final = 0x9E3779B97F4A7C15


@kernel
def spread(value: np.uint64) -> np.uint64:
    """Return *value* with every bit mixed into every other (splitmix64)."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@kernel
def draw(chance: Chance, below: int) -> int:
    """Draw a number from 0 up to *below*, which is 2 ** 31 at most."""
    chance[0] += np.uint64(STRIDE)
    # A product of two 32-bit numbers; its upper half is as even as anyone can tell.
    upper = spread(chance[0]) >> np.uint64(32)
    return int((upper * np.uint64(below)) >> np.uint64(32))
