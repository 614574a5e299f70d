"""Sets of points as integers, the rearmost point in the lowest bit.

Point *p* is bit ``25 - p``, so that a step by a die is a shift to the left and the
rearmost of several points the lowest bit set.
"""

from typing import Final

import numpy as np

from tavli.kernels.jit import kernel
from tavli.rules import BAR, START

BAR_BIT: Final = 1
START_BIT: Final = 1 << (BAR - START)
OUTSIDE: Final = (1 << (BAR - 6)) - 1
"""The points from 7 to the bar."""

# The powers of two leave different remainders at 37: no loop finds a lowest bit.
_REMAINDERS: Final = 37
_POINTS: Final = np.zeros(_REMAINDERS, np.int64)
for _point in range(BAR + 1):
    _POINTS[(1 << (BAR - _point)) % _REMAINDERS] = _point


@kernel
def bit_of(point: int) -> int:
    """Return the set of *point* alone."""
    return 1 << (BAR - point)


@kernel
def point_of(bit: int) -> int:
    """Return the only point of the set *bit*."""
    return int(_POINTS[bit % _REMAINDERS])
