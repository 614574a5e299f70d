"""The plainest evaluator: it counts pips."""

from typing import Final

import numpy as np

from tavli.evaluation.chances import COLUMNS, WIN, Chances, of_outcome
from tavli.kernels.board import MOVER_PINNED, SLOTS, WAITER_PINNED, Boards
from tavli.kernels.outcome import RUNS_ON
from tavli.kernels.replies import outcomes
from tavli.kernels.table import compile_ruleset
from tavli.rules import Ruleset

_SCALE: Final = 20.0
"""How many pips of lead make a chance of winning of three in four, about."""


class PipEvaluator:
    """Judge by the lead in pips alone.

    It is weak and needs no weights: a double for tests and a floor for comparisons.
    """

    name = "pips"

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._table = compile_ruleset(ruleset)

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, shape (n, 4, 26), seen by who is on roll."""
        counts = boards.astype(np.float32)
        pips = (counts * np.arange(SLOTS, dtype=np.float32)).sum(axis=2)
        mine = pips[:, 0] + pips[:, MOVER_PINNED]
        theirs = pips[:, 1] + pips[:, WAITER_PINNED]
        found = np.zeros((len(boards), COLUMNS), np.float32)
        found[:, WIN] = 1 / (1 + np.exp((mine - theirs) / _SCALE))
        codes = np.empty(len(boards), np.int8)
        outcomes(self._table, boards, codes)
        for row in np.flatnonzero(codes != RUNS_ON):
            found[row] = of_outcome(int(codes[row]))[0]
        return found
