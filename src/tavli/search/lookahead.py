"""Looking ahead over all 21 rolls, in large batches."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances, turned
from tavli.evaluation.evaluator import Evaluator, FinalsEvaluator
from tavli.evaluation.exact import Exact
from tavli.kernels.board import ROWS, SLOTS, Boards
from tavli.kernels.movegen import Rolls, Starts, batch_afterstates
from tavli.kernels.outcome import RUNS_ON
from tavli.kernels.replies import (
    Places,
    distinct,
    new_starts,
    outcomes,
    pass_turns,
    pick,
    shortlist,
)
from tavli.kernels.steps import MAX_AFTERSTATES, Buffers
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.search.deadline import Check, never
from tavli.search.rolls import every_roll, mean_of_rolls
from tavli.search.turns import Turns
from tavli.search.utility import POINTS, Utility

_ROOM: Final = 3 * MAX_AFTERSTATES
"""Finals of a batch. More of them would leave the processor's cache."""

_AT_ONCE: Final = 256
"""Positions that are looked into together."""


@dataclass(frozen=True, slots=True)
class Pruning:
    """Let a quick evaluator keep the best *keep* replies for the good one to judge."""

    evaluator: Evaluator
    keep: int

    def __post_init__(self) -> None:
        if self.keep < 1:
            raise ValueError(f"pruning keeps 1 reply or more, not {self.keep}")


class Lookahead:
    """Judge positions by what is reached from them.

    *exact* tables, if given, end a look where they know the answer. One is not to be
    shared between threads: it keeps its buffers.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        pruning: Pruning | None = None,
        exact: Exact | None = None,
    ) -> None:
        if pruning and pruning.evaluator.ruleset != evaluator.ruleset:
            raise ValueError("the pruning evaluator is for another game")
        self.evaluator = evaluator
        self.ruleset = evaluator.ruleset
        self._pruning = pruning
        self.exact = exact
        self._table = compile_ruleset(evaluator.ruleset)
        self._buffers = Buffers.make(_ROOM)
        self._seen = np.zeros((_ROOM, ROWS, SLOTS), np.int8)
        self._places = np.zeros(_ROOM, np.int32)
        self._marks = np.zeros(_marks_for(_ROOM), np.int32)

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process without the buffers."""
        return _lookahead, (self.evaluator, self._pruning, self.exact)

    @property
    def name(self) -> str:
        """What its answers depend on."""
        pruning, name = self._pruning, self.evaluator.name
        if pruning:
            name += f" pruned to {pruning.keep} by {pruning.evaluator.name}"
        return f"{name} with {self.exact.name}" if self.exact else name

    def chances(
        self,
        boards: Boards,
        plies: int,
        utility: Utility = POINTS,
        check: Check = never,
    ) -> Chances:
        """Return the chances of *boards*, seen by the side on roll, *plies* deep.

        0 is the evaluator's own answer. One ply deeper it is the mean over the 21
        rolls of the best reply: chosen by the evaluator's answer, then judged a ply
        less deep. *utility*, of the side on roll, says what is best.
        """
        if plies == 0:
            return self.evaluator.chances(boards)
        found = np.empty((len(boards), COLUMNS), np.float32)
        for first in range(0, len(boards), _AT_ONCE):
            some = slice(first, first + _AT_ONCE)
            found[some] = self._look(boards[some], plies, utility, check)
        return found

    def replies(
        self, boards: Boards, rolls: Rolls, utility: Utility, check: Check = never
    ) -> tuple[Boards, Chances]:
        """Return the best final of each roll, and what it leaves.

        *rolls* holds equally many for each board, one board's after another's. The
        finals are seen by who moves, as *boards* and *utility* are; the chances by the
        one who rolls next.
        """
        ends = np.empty((len(rolls), ROWS, SLOTS), np.int8)
        left = np.empty((len(rolls), COLUMNS), np.float32)
        other = utility.turned
        turns = Turns(boards, rolls)
        first = 0
        while first < len(rolls):
            check()
            starts, count = self._gather(turns, first, other)
            words, marks = self._buffers.words[:count], self._notes(count)
            distinct(words, marks, self._places)
            firsts = np.empty_like(starts)
            new_starts(self._places, starts, firsts)
            chances = self._judge(self.evaluator, turns, first, firsts)
            best = np.empty(len(starts) - 1, np.int64)
            pick(other.of(chances), self._places, starts, best)
            done = slice(first, first + len(best))
            ends[done], left[done] = self._buffers.boards[best], chances[best]
            first += len(best)
        return ends, left

    def candidates(self, boards: Boards, rolls: Rolls) -> tuple[Boards, Starts]:
        """Return all finals of each board with its roll, and where each one's begin."""
        found: list[Boards] = []
        starts = [np.zeros(1, np.int64)]
        first = 0
        while first < len(boards):
            some, count = self._generate(boards[first:], rolls[first:])
            found.append(self._buffers.boards[:count].copy())
            starts.append(some[1:] + starts[-1][-1])
            first += len(some) - 1
        return np.concatenate(found), np.concatenate(starts)

    def distinct(self, boards: Boards) -> tuple[Boards, Places]:
        """Return each of *boards* once, and where each is found among those.

        The array is given away: what comes back lies in its memory.
        """
        words = boards.reshape(len(boards), -1).view(np.uint64)
        places = np.empty(len(boards), np.int32)
        marks = np.empty(_marks_for(len(boards)), np.int32)
        return boards[: distinct(words, marks, places)], places

    def is_over(self, boards: Boards) -> NDArray[np.bool_]:
        """Return where the last play ended the game."""
        codes = np.empty(len(boards), np.int8)
        outcomes(self._table, boards, codes)
        over: NDArray[np.bool_] = codes != RUNS_ON
        return over

    def is_settled(self, boards: Boards) -> NDArray[np.bool_]:
        """Return where no look ahead is needed: the game is over, or a table knows."""
        settled = self.is_over(boards)
        if self.exact is not None:
            settled[~settled] = self.exact.covers(boards[~settled])
        return settled

    def settled_chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, each of which `is_settled`."""
        if self.exact is None:
            return self.evaluator.chances(boards)
        known = self.exact.covers(boards)
        found = np.empty((len(boards), COLUMNS), np.float32)
        found[known] = self.exact.chances(boards[known])
        found[~known] = self.evaluator.chances(boards[~known])
        return found

    def _look(
        self, boards: Boards, plies: int, utility: Utility, check: Check
    ) -> Chances:
        found = np.empty((len(boards), COLUMNS), np.float32)
        settled = self.is_settled(boards)
        if settled.any():
            found[settled] = self.settled_chances(boards[settled])
        if settled.all():
            return found
        rest = boards[~settled]
        ends, left = self.replies(rest, every_roll(len(rest)), utility, check)
        if plies > 1:
            left = self._deeper(passed(ends), plies - 1, utility.turned, check)
        found[~settled] = mean_of_rolls(turned(left))
        return found

    def _deeper(
        self, boards: Boards, plies: int, utility: Utility, check: Check
    ) -> Chances:
        """Return the chances of *boards*, looking into each that is there once."""
        seen, places = self.distinct(boards)
        return self.chances(seen, plies, utility, check)[places]

    def _generate(self, boards: Boards, rolls: Rolls) -> tuple[Starts, int]:
        """Write finals for as many boards as fit; return where each one's begin."""
        starts = np.empty(len(boards) + 1, np.int64)
        done = batch_afterstates(self._table, boards, rolls, starts, self._buffers)
        return starts[: done + 1], int(starts[done])

    def _gather(self, turns: Turns, first: int, other: Utility) -> tuple[Starts, int]:
        """Write the finals that are worth a judgement, from turn *first* on."""
        starts, count = self._generate(turns.boards[first:], turns.rolls[first:])
        if self._pruning is None:
            return starts, count
        chances = self._judge(self._pruning.evaluator, turns, first, starts)
        keep, words = self._pruning.keep, self._buffers.words
        values = other.of(chances)
        return starts, shortlist(values, keep, starts, words, self._places)

    def _judge(
        self, evaluator: Evaluator, turns: Turns, first: int, starts: Starts
    ) -> Chances:
        """Return the chances of the first finals, seen by who rolls next.

        *starts* tells which of them come from which turn, from turn *first* on.
        """
        finals = self._buffers.boards[: starts[-1]]
        if isinstance(evaluator, FinalsEvaluator):
            return evaluator.chances_of_finals(*turns.grouped(first, starts), finals)
        seen = self._seen[: len(finals)]
        pass_turns(finals, seen)
        return evaluator.chances(seen)

    def _notes(self, count: int) -> Places:
        return self._marks[: _marks_for(count)]


def _marks_for(boards: int) -> int:
    """Return the power of two that `distinct` needs."""
    return 1 << (2 * boards - 1).bit_length()


def _lookahead(
    evaluator: Evaluator, pruning: Pruning | None, exact: Exact | None
) -> Lookahead:
    return Lookahead(evaluator, pruning=pruning, exact=exact)
