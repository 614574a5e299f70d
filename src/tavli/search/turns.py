"""Rolls to be played from some boards, and what belongs to which."""

import numpy as np

from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls, Starts


class Turns:
    """Rolls to be played, equally many for each board, with the board of each."""

    def __init__(self, boards: Boards, rolls: Rolls) -> None:
        self._each = len(rolls) // len(boards) if len(boards) else 1
        self._bases = boards
        self.rolls = rolls
        self.boards = np.repeat(boards, self._each, axis=0)

    def grouped(self, first: int, starts: Starts) -> tuple[Boards, Starts]:
        """Return the boards from turn *first* on, each once, and their *starts*."""
        last = first + len(starts) - 1
        low, high = first // self._each, -(-last // self._each)
        begins = np.arange(low, high) * self._each - first
        places = np.append(np.maximum(begins, 0), len(starts) - 1)
        return self._bases[low:high], starts[places]
