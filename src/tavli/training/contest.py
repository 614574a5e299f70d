"""Contests: the plays that might be best, each looked into by all 21 rolls.

What a raw net gets wrong is which of two plays that look alike is better. So targets
are made for those: the positions that contending plays lead to.
"""

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import Chances
from tavli.evaluation.house import house_tables
from tavli.evaluation.net import NetEvaluator
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls, Starts
from tavli.kernels.turn import passed
from tavli.search.house import house_pruning
from tavli.search.lookahead import Lookahead
from tavli.search.utility import Utility, Values

_PLIES: Final = 1
_MOST: Final = 20
_MIX: Final = np.uint64(0x9E6C63D0876A9A99)


Luck = NDArray[np.float64]
"""Shape (boards,): numbers from 0 to below 1, any as likely as another; or 1, for a
turn that never goes astray."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who contends: the *most* best plays by the raw net, those *within* so much.

    *within* is in the utility's own unit, points a game as a rule. *astray* is the
    chance that a turn goes astray: any legal play contends then, and is played, so
    that a net comes to know positions that good play doesn't lead to.
    """

    most: int
    within: float
    astray: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.most <= _MOST:
            raise ValueError(f"contenders are 1 to {_MOST}, not {self.most}")
        for name in ("within", "astray"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(
                    f"{name} is from 0 to below 1, not {getattr(self, name)}"
                )


@dataclass(frozen=True, slots=True)
class Contenders:
    """Plays of many boards that contended, and what came of it.

    *finals* (n, 4, 26) are seen by who moved; *chances* (n, 6) by who rolls next;
    *best* (boards,) tells which of them each board's mover should choose.
    """

    finals: Boards
    chances: Chances
    is_over: NDArray[np.bool_]
    best: NDArray[np.int64]

    @property
    def lessons(self) -> tuple[Boards, Chances]:
        """The positions that are not over, seen by who rolls next, with chances."""
        on = ~self.is_over
        return passed(self.finals[on]), self.chances[on]


class Judge:
    """Holds contests, by a net and what it finds a ply ahead."""

    def __init__(
        self, evaluator: NetEvaluator, lookahead: Lookahead, utility: Utility
    ) -> None:
        self._evaluator = evaluator
        self._lookahead = lookahead
        self._other = utility.turned

    @classmethod
    def of_house(cls, evaluator: NetEvaluator, utility: Utility) -> Self:
        """Return the judge that looks ahead with the house's pruning and tables."""
        ruleset = evaluator.ruleset
        lookahead = Lookahead(
            evaluator, pruning=house_pruning(ruleset), exact=house_tables(ruleset)
        )
        return cls(evaluator, lookahead, utility)

    def hold(
        self, boards: Boards, rolls: Rolls, contest: Contest, luck: Luck
    ) -> Contenders:
        """Return the plays of *boards* (n, 4, 26) with *rolls* (n, 2) that contend.

        *luck* (n,) says which turns go astray, and how.
        """
        finals, starts = self._lookahead.candidates(boards, rolls)
        raw = self._evaluator.chances_of_finals(boards, starts, finals)
        kept, owners = contending(self._other.of(raw), starts, contest)
        strays = straying(luck, starts, contest.astray)
        more = (strays >= 0) & ~np.isin(strays, kept)
        kept = np.concatenate([kept, strays[more]])
        owners = np.concatenate([owners, np.flatnonzero(more)])
        finals, raw = finals[kept], raw[kept]
        over = self._lookahead.is_over(finals)
        chances = self._lookahead.chances(passed(finals), _PLIES, self._other)
        chances[over] = raw[over]
        left = self._other.of(chances)
        left[np.isin(kept, strays)] = -np.inf  # played, whatever comes of it
        order = np.lexsort((left, owners))
        firsts = np.searchsorted(owners[order], np.arange(len(boards)))
        return Contenders(finals, chances, over, order[firsts])


def straying(luck: Luck, starts: Starts, astray: float) -> NDArray[np.int64]:
    """Return which final is played astray on each board, -1 where none is."""
    counts = np.diff(starts)
    part = np.minimum(luck / max(astray, np.finfo(float).tiny), 1.0)
    chosen = starts[:-1] + np.minimum((part * counts).astype(np.int64), counts - 1)
    return np.where(luck < astray, chosen, -1)


def contending(
    left: Values, starts: Starts, contest: Contest
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return which finals contend, and which board each of those belongs to.

    *left* is what each final leaves to the other side: the least is best. The finals
    of board k stand from ``starts[k]`` to ``starts[k + 1]``.
    """
    owners = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    order = np.lexsort((left, owners))
    rank = np.arange(len(left)) - starts[owners]
    behind = left[order] - left[order[starts[owners]]]
    kept = (rank < contest.most) & (behind <= contest.within)
    return order[kept], owners[kept]


def luck_of(dice: NDArray[np.uint64]) -> Luck:
    """Return numbers that follow from the state of each game's dice, and hide it."""
    mixed = (dice ^ (dice >> np.uint64(29))) * _MIX
    return (mixed >> np.uint64(11)).astype(np.float64) / 2**53
