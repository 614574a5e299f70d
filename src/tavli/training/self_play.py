"""Play games against oneself, and bring home what can be learned from them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import Chances
from tavli.evaluation.net import Net, NetEvaluator
from tavli.kernels.board import Board, Boards, encode
from tavli.kernels.lessons import (
    LESSONS,
    MOST_TURNS,
    Games,
    advance,
    throw,
)
from tavli.kernels.race import Race
from tavli.rules import Position, Ruleset
from tavli.search.net_chooser import NetChooser
from tavli.search.utility import Utility
from tavli.training.plan import Plan

GAMES_APART: Final = 2**40
"""Each worker numbers its games from a multiple of this: no two share their dice."""


@dataclass(frozen=True, slots=True)
class Harvest:
    """Positions (n, 4, 26) with the chances (n, 6) that they turned out to have.

    Both are seen by the side on roll; tallies and sums are those of
    `kernels.lessons`, since the worker's making.
    """

    lessons: Boards
    targets: Chances
    tallies: NDArray[np.int64]
    sums: NDArray[np.float64]


class Worker:
    """One thread's games; what is unfinished goes on with the next net."""

    def __init__(
        self, ruleset: Ruleset, games: Games, start: Board, race: Race, seed: int
    ) -> None:
        self._ruleset = ruleset
        self.games = games
        self._race = race
        self._start = start
        self._seed = np.uint64(seed)

    @classmethod
    def make(cls, plan: Plan, race: Race, number: int) -> Self:
        """Return worker *number*; its games end in the races that *race* knows."""
        ruleset, seed = plan.ruleset, plan.seed
        start = encode(Position.start(ruleset))
        first = number * GAMES_APART
        games = Games.make(start, plan.side_by_side, first, seed)
        return cls(ruleset, games, start, race, seed)

    def play(self, net: Net, utility: Utility, trust: float, wanted: int) -> Harvest:
        """Play with *net* until *wanted* lessons are there, or a few more."""
        evaluator = NetEvaluator(net, self._ruleset)
        chooser = NetChooser(evaluator, utility)
        games, rule = self.games, (trust, self._start, self._seed)
        rolls = np.zeros((len(games.boards), 2), np.int8)
        parts: list[tuple[Boards, Chances]] = []
        gathered = 0
        room = len(games.lessons) - len(games.boards) * MOST_TURNS
        while gathered + games.tallies[LESSONS] < wanted:
            throw(games, rolls)
            finals, foreseen = chooser.choose_with_chances(games.boards, rolls)
            advance(evaluator.table, finals, foreseen, games, self._race, rule)
            if games.tallies[LESSONS] > room:
                parts.append(self._drained())
                gathered += len(parts[-1][0])
        parts.append(self._drained())
        return Harvest(
            np.concatenate([lessons for lessons, _ in parts]),
            np.concatenate([targets for _, targets in parts]),
            games.tallies.copy(),
            games.sums.copy(),
        )

    def _drained(self) -> tuple[Boards, Chances]:
        count = int(self.games.tallies[LESSONS])
        self.games.tallies[LESSONS] = 0
        return self.games.lessons[:count].copy(), self.games.targets[:count].copy()

    @property
    def state(self) -> dict[str, NDArray[Any]]:
        """What a checkpoint keeps: games under way and their pasts."""
        longest = int(self.games.turns.max()) + 1
        return {
            "boards": self.games.boards,
            "turns": self.games.turns,
            "dice": self.games.dice,
            "past": self.games.past[:, :longest],
            "foreseen": self.games.foreseen[:, :longest],
            "tallies": self.games.tallies,
            "sums": self.games.sums,
        }

    @state.setter
    def state(self, kept: dict[str, NDArray[Any]]) -> None:
        for name in ("boards", "turns", "dice", "tallies", "sums"):
            getattr(self.games, name)[:] = kept[name]
        longest = kept["past"].shape[1]
        self.games.past[:, :longest] = kept["past"]
        self.games.foreseen[:, :longest] = kept["foreseen"]


class SelfPlay:
    """All workers of a machine: threads, since the kernels leave Python free."""

    def __init__(self, plan: Plan, race: Race, threads: int) -> None:
        self.workers = [Worker.make(plan, race, number) for number in range(threads)]
        self._pool = ThreadPoolExecutor(threads)

    def play(
        self, net: Net, utility: Utility, trust: float, wanted: int
    ) -> list[Harvest]:
        """Play until *wanted* lessons are there; a harvest a worker, in their order."""
        share = -(-wanted // len(self.workers))
        return list(
            self._pool.map(
                lambda worker: worker.play(net, utility, trust, share), self.workers
            )
        )
