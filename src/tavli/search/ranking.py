"""Candidates of many positions, each judged as deep as it deserves."""

from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import Chances, turned
from tavli.kernels.board import Board, Boards
from tavli.kernels.movegen import Rolls, Starts
from tavli.kernels.replies import SAME
from tavli.kernels.turn import passed
from tavli.search.deadline import Check, OutOfTimeError, never
from tavli.search.filters import NORMAL, Filters, MoveFilter
from tavli.search.lookahead import Lookahead
from tavli.search.utility import POINTS, Utility, Values

Roll = NDArray[np.int8]
"""Shape (2,): one throw."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The finals of many positions, with what is known of each.

    Those of position ``k`` stand from ``starts[k]`` to ``starts[k + 1]``, the best
    first: those that were judged deepest, and of these by value. Everything is seen
    by the player who moves; ``plies`` tells how deep each was judged.
    """

    finals: Boards
    chances: Chances
    values: Values
    plies: NDArray[np.int8]
    starts: Starts

    @classmethod
    def begin(
        cls, lookahead: Lookahead, boards: Boards, rolls: Rolls, utility: Utility
    ) -> "Ranking":
        """Return all finals of *boards* with *rolls*, judged without a look ahead."""
        finals, starts = lookahead.candidates(boards, rolls)
        chances = turned(lookahead.evaluator.chances(passed(finals)))
        plies = np.zeros(len(finals), np.int8)
        return _sorted(cls(finals, chances, utility.of(chances), plies, starts))

    @property
    def best(self) -> Boards:
        """The first final of each position."""
        return self.finals[self.starts[:-1]]

    def deeper(
        self, lookahead: Lookahead, chosen: MoveFilter, utility: Utility, check: Check
    ) -> "Ranking":
        """Judge what *chosen* keeps of the deepest so far one ply deeper.

        Where it keeps a single candidate, nothing is left to be decided.
        """
        kept = self._kept(chosen)
        owners = self.owners
        kept &= np.bincount(owners[kept], minlength=len(self.starts))[owners] > 1
        return self._judged(kept, lookahead, utility, check)

    def all_deeper(
        self, lookahead: Lookahead, chosen: MoveFilter, utility: Utility, check: Check
    ) -> "Ranking":
        """Judge one ply deeper like `deeper`, single candidates too."""
        return self._judged(self._kept(chosen), lookahead, utility, check)

    @property
    def owners(self) -> NDArray[np.int64]:
        """The position of each final."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def _kept(self, chosen: MoveFilter) -> NDArray[np.bool_]:
        owners = self.owners
        tops = self.starts[:-1][owners]
        rank = np.arange(len(owners)) - tops
        near = self.values >= self.values[tops] - chosen.margin
        kept: NDArray[np.bool_] = (rank < chosen.keep) & near
        kept &= self.plies == self.plies[tops]
        return kept

    def _judged(
        self,
        kept: NDArray[np.bool_],
        lookahead: Lookahead,
        utility: Utility,
        check: Check,
    ) -> "Ranking":
        if not kept.any():
            return self
        plies = int(self.plies.max()) + 1
        boards = passed(self.finals[kept])
        found = lookahead.chances(boards, plies, utility.turned, check)
        chances, values = self.chances.copy(), self.values.copy()
        depths = self.plies.copy()
        chances[kept] = turned(found)
        values[kept] = utility.of(chances[kept])
        depths[kept] = plies
        judged = replace(self, chances=chances, values=values, plies=depths)
        return _sorted(judged)


def _sorted(ranking: Ranking) -> Ranking:
    """Return *ranking* with the best of each position first; of equals, the earlier."""
    steps = np.rint(-ranking.values / SAME)
    order = np.lexsort((steps, -ranking.plies, ranking.owners))
    return replace(
        ranking,
        finals=ranking.finals[order],
        chances=ranking.chances[order],
        values=ranking.values[order],
        plies=ranking.plies[order],
    )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A final position that a roll can reach, seen by the player who moves.

    *value* is the utility of *chances*; *plies* says how deep they were judged.
    """

    final: Board
    chances: NDArray[np.float32]
    value: float
    plies: int


@dataclass(frozen=True, slots=True)
class Search:
    """How to look for the best play: one ply deep for each of *filters*.

    *utility* is that of the player who moves. Not to be shared between threads.
    """

    lookahead: Lookahead
    filters: Filters = NORMAL
    utility: Utility = POINTS


def rank(
    search: Search, board: Board, roll: Roll, check: Check = never
) -> tuple[Candidate, ...]:
    """Return all candidates of one *board* and *roll*, the best first.

    If *check* breaks the search off, they are ranked by the last ply that was
    finished.
    """
    lookahead, utility = search.lookahead, search.utility
    ranking = Ranking.begin(lookahead, board[np.newaxis], roll[np.newaxis], utility)
    with suppress(OutOfTimeError):
        for chosen in search.filters:
            ranking = ranking.all_deeper(lookahead, chosen, utility, check)
    return tuple(
        Candidate(final, chances, float(value), int(plies))
        for final, chances, value, plies in zip(
            ranking.finals, ranking.chances, ranking.values, ranking.plies, strict=True
        )
    )
