"""What can become of a game, as chances.

Each row holds six chances of the side on roll. They are cumulative: who wins two
points wins one, so DOUBLE is never more than WIN, nor TRIPLE than DOUBLE. What a
game does not know stays 0: triple wins where two points are the most, draws
everywhere but in plakoto.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.outcome import DRAWN

Chances = NDArray[np.float32]
"""Shape (n, 6): the columns below, seen by the side on roll."""

Equities = NDArray[np.float32]
"""Shape (n,): expected points without a cube, seen by the side on roll."""

WIN: Final = 0
DOUBLE: Final = 1
TRIPLE: Final = 2
LOST_DOUBLE: Final = 3
LOST_TRIPLE: Final = 4
DRAW: Final = 5
COLUMNS: Final = 6

NAMES: Final = ("win", "double", "triple", "lost_double", "lost_triple", "draw")
"""What the columns are called in files and answers."""


def equity(chances: Chances) -> Equities:
    """Return the points that *chances* are worth, game by game, without a cube."""
    won = 2 * chances[:, WIN] + chances[:, DRAW] - 1
    doubles = chances[:, DOUBLE] - chances[:, LOST_DOUBLE]
    triples = chances[:, TRIPLE] - chances[:, LOST_TRIPLE]
    total: Equities = won + doubles + triples
    return total


def turned(chances: Chances) -> Chances:
    """Return *chances* as the other side sees them."""
    other = np.empty_like(chances)
    other[:, WIN] = 1 - chances[:, WIN] - chances[:, DRAW]
    other[:, DOUBLE] = chances[:, LOST_DOUBLE]
    other[:, TRIPLE] = chances[:, LOST_TRIPLE]
    other[:, LOST_DOUBLE] = chances[:, DOUBLE]
    other[:, LOST_TRIPLE] = chances[:, TRIPLE]
    other[:, DRAW] = chances[:, DRAW]
    return other


def of_outcome(points: int) -> Chances:
    """Return the chances, shape (1, 6), of a game that ended as `outcome` says."""
    row = np.zeros((1, COLUMNS), np.float32)
    if points == DRAWN:
        row[0, DRAW] = 1
        return row
    won = points > 0
    row[0, WIN] = won
    row[0, DOUBLE if won else LOST_DOUBLE] = abs(points) >= 2
    row[0, TRIPLE if won else LOST_TRIPLE] = abs(points) >= 3
    return row
