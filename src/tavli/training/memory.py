"""The newest lessons, from which batches are drawn."""

import numpy as np

from tavli.evaluation.chances import COLUMNS, Chances
from tavli.kernels.board import ROWS, SLOTS, Boards


class Memory:
    """A ring of positions and their targets; the oldest make room."""

    def __init__(self, size: int) -> None:
        self.lessons = np.zeros((size, ROWS, SLOTS), np.int8)
        self.targets = np.zeros((size, COLUMNS), np.float32)
        self.held = 0
        self._at = 0

    def add(self, lessons: Boards, targets: Chances) -> None:
        """Keep *lessons*; of more than fit, the last ones."""
        size = len(self.lessons)
        lessons, targets = lessons[-size:], targets[-size:]
        places = (self._at + np.arange(len(lessons))) % size
        self.lessons[places] = lessons
        self.targets[places] = targets
        self._at = int((self._at + len(lessons)) % size)
        self.held = min(size, self.held + len(lessons))

    def draw(self, count: int, chance: np.random.Generator) -> tuple[Boards, Chances]:
        """Return *count* lessons, any of those held as likely as another."""
        places = chance.integers(self.held, size=count)
        return self.lessons[places], self.targets[places]
