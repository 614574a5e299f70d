"""A level as an engine: plays of the strength that was asked for."""

from typing import Final

import numpy as np

from tavli.bots.levels import Level
from tavli.bots.strayed import Judgement
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset
from tavli.search.deadline import never
from tavli.search.filters import NORMAL
from tavli.search.lookahead import Lookahead
from tavli.search.ranking import Ranking
from tavli.search.utility import POINTS, Utility

_MOST: Final = 64
"""Candidates among which a level strays; the others are worse than these."""


class LevelChooser:
    """Look as deep as the level does, then choose as it judges.

    Not to be shared between threads.
    """

    def __init__(
        self,
        lookahead: Lookahead,
        level: Level,
        seed: int,
        *,
        utility: Utility = POINTS,
    ) -> None:
        depth = f"{lookahead.evaluator.name} {level.plies}-ply"
        self.name = f"{depth}, strays by {level.stray:g} (seed {seed})"
        self.ruleset: Ruleset = lookahead.ruleset
        self._lookahead = lookahead
        self._level = level
        self._judgement = Judgement(level.stray, seed)
        self._utility = utility

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the finals chosen, as `Chooser.choose`."""
        ranking = Ranking.begin(self._lookahead, boards, rolls, self._utility)
        for chosen in NORMAL[: self._level.plies]:
            ranking = ranking.deeper(self._lookahead, chosen, self._utility, never)
        if not self._level.stray:
            return ranking.best
        return self._strayed(boards, rolls, ranking)

    def _strayed(self, boards: Boards, rolls: Rolls, ranking: Ranking) -> Boards:
        """Return what seems best of the first candidates of each board."""
        starts = ranking.starts[:-1, np.newaxis]
        counts = np.diff(ranking.starts)[:, np.newaxis]
        rank = np.arange(min(_MOST, int(counts.max(initial=1))))
        places = starts + np.minimum(rank, counts - 1)
        finals = ranking.finals[places]
        values = ranking.values[places].astype(np.float64)
        values[rank >= counts] = -np.inf
        best = self._judgement.best(boards, rolls, finals, values)
        chosen: Boards = finals[np.arange(len(boards)), best]
        return chosen
