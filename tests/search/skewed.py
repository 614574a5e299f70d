"""An evaluator for tests whose six chances all say something."""

import numpy as np

from tavli.evaluation.chances import (
    DOUBLE,
    DRAW,
    LOST_DOUBLE,
    LOST_TRIPLE,
    TRIPLE,
    WIN,
    Chances,
)
from tavli.evaluation.pips import PipEvaluator
from tavli.kernels.board import Boards
from tavli.kernels.outcome import RUNS_ON
from tavli.kernels.replies import outcomes
from tavli.kernels.table import compile_ruleset
from tavli.rules import Ruleset


class SkewedEvaluator:
    """Judge by pips and by where checkers stand; doubles and draws depend on both."""

    name = "skewed"

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._pips = PipEvaluator(ruleset)
        self._table = compile_ruleset(ruleset)
        self.asked = 0

    def chances(self, boards: Boards) -> Chances:
        self.asked += len(boards)
        found = self._pips.chances(boards)
        weights = np.sin(np.arange(26) * 1.7)
        shape = (boards * weights).sum(axis=2) / 40
        codes = np.empty(len(boards), np.int8)
        outcomes(self._table, boards, codes)
        running = codes == RUNS_ON
        win = np.clip(found[:, WIN] + 0.2 * np.tanh(shape[:, 0] - shape[:, 1]), 0, 1)
        draw = (1 - win) * 0.1 * (boards[:, 2].sum(axis=1) > 0)
        lost = 1 - win - draw
        skewed = np.zeros_like(found)
        skewed[:, WIN], skewed[:, DRAW] = win, draw
        skewed[:, DOUBLE] = win * (0.3 + 0.2 * np.tanh(shape[:, 1]))
        skewed[:, LOST_DOUBLE] = lost * (0.3 + 0.2 * np.tanh(shape[:, 0]))
        skewed[:, TRIPLE] = skewed[:, DOUBLE] * 0.1
        skewed[:, LOST_TRIPLE] = skewed[:, LOST_DOUBLE] * 0.2
        found[running] = skewed[running]
        return found
