"""What came of pairs of games."""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray


class Games(NamedTuple):
    """Pairs of games on the same dice: each engine starts one of the two.

    All have shape (n, 2); column 0 is the game that the first engine started, column
    1 the one that the second did. *points* are the starter's, below 0 if lost; *luck*
    is the starter's less his opponent's, NaN where nobody measured it.
    """

    points: NDArray[np.int8]
    turns: NDArray[np.int16]
    luck: NDArray[np.float64]

    @classmethod
    def together(cls, parts: list[Self]) -> Self:
        """Return the games of all *parts*, in their order."""
        if not parts:
            return cls(
                np.zeros((0, 2), np.int8), np.zeros((0, 2), np.int16), np.zeros((0, 2))
            )
        return cls(
            np.concatenate([part.points for part in parts]),
            np.concatenate([part.turns for part in parts]),
            np.concatenate([part.luck for part in parts]),
        )

    @property
    def won(self) -> NDArray[np.int64]:
        """The points of the first engine in each game."""
        won: NDArray[np.int64] = self.points * np.array([1, -1])
        return won

    @property
    def adjusted(self) -> NDArray[np.float64]:
        """The points of the first engine in each game, less its luck."""
        adjusted: NDArray[np.float64] = (self.points - self.luck) * [1, -1]
        return adjusted
