"""What chances are worth: points, or something else that a player wants."""

from typing import Final

import numpy as np

from tavli.kernels.choice import Worth

POINTS: Final[Worth] = np.array([-1, 2, 1, 1, -1, -1, 1], np.float32)
"""Points without a cube: the constant, then a weight for each column of Chances."""

WINS: Final[Worth] = np.array([-1, 2, 0, 0, 0, 0, 1], np.float32)
"""Games won or lost, however high."""
