"""The 21 rolls, ready to be thrown from many positions at once."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances
from tavli.kernels.movegen import Rolls
from tavli.rules import ROLLS

COUNT: Final = len(ROLLS)
PAIRS: Final = np.array([(roll.high, roll.low) for roll in ROLLS], np.int8)
"""Shape (21, 2): the rolls in the order of `tavli.rules.ROLLS`."""

WEIGHTS: Final = np.array([roll.weight / 36 for roll in ROLLS], np.float32)
"""Shape (21,): how likely each of them is."""


def every_roll(count: int) -> Rolls:
    """Return the 21 rolls for each of *count* boards."""
    return np.tile(PAIRS, (count, 1))


def mean_of_rolls(chances: Chances) -> Chances:
    """Return the weighted means of *chances*, 21 rows for each board."""
    means: Chances = WEIGHTS @ chances.reshape(-1, COUNT, COLUMNS)
    return means


def roll_numbers(rolls: Rolls) -> NDArray[np.int64]:
    """Return at which place of `PAIRS` each of *rolls* stands, in either order."""
    high, low = rolls.max(axis=1).astype(np.int64), rolls.min(axis=1).astype(np.int64)
    places: NDArray[np.int64] = high * (high - 1) // 2 + low - 1
    return places
