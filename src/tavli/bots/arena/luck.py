"""How lucky each roll was, in the eyes of an evaluator that has no part in the game."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.bots.arena.questions import distinct
from tavli.evaluation.chances import Equities, equity
from tavli.evaluation.evaluator import Evaluator
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls, batch_afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.rules import ROLLS
from tavli.search.rolls import COUNT, PAIRS, every_roll, roll_numbers

_ROOM: Final = 32_768
"""Finals judged in one call."""

_WEIGHTS: Final = np.array([roll.weight for roll in ROLLS], np.float64)
_OPENING_WEIGHTS: Final = _WEIGHTS * (PAIRS[:, 0] != PAIRS[:, 1])


class Luck:
    """Judge rolls by the best position each of them reaches.

    Luck is that value less its mean over all rolls, so it is nothing on average
    whoever plays, and however badly the evaluator judges: it can be taken off a score
    without moving its mean.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.name = evaluator.name
        self._evaluator = evaluator
        self._table = compile_ruleset(evaluator.ruleset)
        self._buffers = Buffers.make(_ROOM)

    def of(self, boards: Boards, rolls: Rolls, *, opening: bool) -> NDArray[np.float64]:
        """Return the luck of *rolls*, in points of the side that threw them.

        In an *opening* roll doubles can't fall.
        """
        firsts, places = distinct(boards, np.zeros_like(rolls))
        asked = boards[firsts]
        best = self._best(
            np.repeat(asked, COUNT, axis=0), every_roll(len(asked))
        ).reshape(len(asked), COUNT)
        weights = _OPENING_WEIGHTS if opening else _WEIGHTS
        means = best @ (weights / weights.sum())
        luck: NDArray[np.float64] = best[places, roll_numbers(rolls)] - means[places]
        return luck

    def _best(self, boards: Boards, rolls: Rolls) -> NDArray[np.float64]:
        """Return the equity of the best final of each roll, for who moves."""
        values = np.empty(len(boards))
        first = 0
        while first < len(boards):
            starts = np.zeros(len(boards) - first + 1, np.int64)
            count = batch_afterstates(
                self._table, boards[first:], rolls[first:], starts, self._buffers
            )
            worth = self._worth(self._buffers.boards[: starts[count]])
            values[first : first + count] = np.maximum.reduceat(worth, starts[:count])
            first += count
        return values

    def _worth(self, finals: Boards) -> Equities:
        worth: Equities = -equity(self._evaluator.chances(passed(finals)))
        return worth
