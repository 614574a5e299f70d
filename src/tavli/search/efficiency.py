"""How much of a live cube's worth a player can make use of, by phase."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, SLOTS, WAITER, Boards
from tavli.rules import BAR

CONTACT: Final = 0.68
"""While the sides still meet; chances move by leaps past the points of doubling."""

RACE_SHORT: Final = 0.60
"""In a race near its end: a few leaps are left."""

RACE_LONG: Final = 0.70
"""In a long race, whose chances move by small steps."""

_SHORT_PIPS: Final = 40
_LONG_PIPS: Final = 120

Efficiencies = NDArray[np.float64]
"""Shape (n,): 0 where a cube is as good as dead, 1 where it is ideally used."""


def efficiencies(boards: Boards) -> Efficiencies:
    """Return how efficient a cube is in *boards*, seen by the side on roll."""
    points = np.arange(SLOTS)
    there = (boards[:, (MOVER, WAITER)] > 0) * points
    meets = there.max(axis=2).sum(axis=1) > BAR
    pips = (boards[:, MOVER] * points).sum(axis=1)
    raced = np.interp(pips, (_SHORT_PIPS, _LONG_PIPS), (RACE_SHORT, RACE_LONG))
    return np.where(meets, CONTACT, raced)
