"""Choose plays by a net alone, as fast as it goes."""

from typing import Final

import numpy as np

from tavli.evaluation.chances import COLUMNS, Chances
from tavli.evaluation.exact import Exact, ask
from tavli.evaluation.net import NetEvaluator, finish
from tavli.kernels.board import Boards
from tavli.kernels.choice import best_finals, layers_of_finals, settle
from tavli.kernels.movegen import Rolls, batch_afterstates
from tavli.kernels.steps import MAX_AFTERSTATES, Buffers
from tavli.kernels.turn import passed
from tavli.rules import Ruleset
from tavli.search.utility import POINTS, Utility

_ROOM: Final = MAX_AFTERSTATES + 512
"""Finals at a time: a few hundred, that the layers stay in a core's own cache."""


class NetChooser:
    """Choose by the raw net: no look ahead (0-ply).

    Its layers start from the position before the roll, so that a final costs only
    what it changes. Not to be shared between threads: it keeps its buffers.
    """

    def __init__(
        self,
        evaluator: NetEvaluator,
        utility: Utility = POINTS,
        exact: Exact | None = None,
    ) -> None:
        """Make it; positions that *exact* covers are judged by that."""
        tables = f" with {exact.name}" if exact else ""
        self.name = f"{evaluator.name}{tables} 0-ply"
        self.ruleset: Ruleset = evaluator.ruleset
        self._left_to_other = utility.turned.array
        self._evaluator = evaluator
        self._exact = exact
        self._buffers = Buffers.make(_ROOM)
        self._layer = np.zeros((_ROOM, len(evaluator.net.wide_bias)), np.float32)

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the finals chosen, as `Chooser.choose`."""
        return self.choose_with_chances(boards, rolls)[0]

    def choose_with_chances(
        self, boards: Boards, rolls: Rolls
    ) -> tuple[Boards, Chances]:
        """Return the finals chosen, and the chances each leaves to the other side.

        *boards* (n, 4, 26) and the finals are seen by who moves, the chances (n, 6)
        by the one who rolls next.
        """
        finals = np.empty_like(boards)
        chances = np.empty((len(boards), COLUMNS), np.float32)
        first = 0
        while first < len(boards):
            done = self._some(
                boards[first:], rolls[first:], finals[first:], chances[first:]
            )
            first += done
        return finals, chances

    def _some(
        self, boards: Boards, rolls: Rolls, finals: Boards, chances: Chances
    ) -> int:
        """Choose for as many as fit into the buffers; return how many."""
        evaluator, buffers = self._evaluator, self._buffers
        starts = np.zeros(len(boards) + 1, np.int64)
        done = batch_afterstates(evaluator.table, boards, rolls, starts, buffers)
        ends = buffers.boards[: starts[done]]
        layer = self._layer[: len(ends)]
        net = evaluator.net
        layers_of_finals(evaluator.first, boards[:done], starts, ends, layer)
        found = np.empty((len(ends), COLUMNS), np.float32)
        finish(net, layer, found)
        if self._exact is not None:
            ask(self._exact, passed(ends), found)
        settle(evaluator.table, ends, found)
        best = np.empty(done, np.int64)
        best_finals(self._left_to_other, found, starts, done, best)
        finals[:done] = ends[best]
        chances[:done] = found[best]
        return done
