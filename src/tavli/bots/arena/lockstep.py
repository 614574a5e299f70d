"""Many games at once, a turn of each at a time."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.bots.arena.dice import Pairs, throws
from tavli.bots.arena.games import Games
from tavli.bots.arena.luck import Luck
from tavli.bots.arena.questions import ask
from tavli.kernels.board import Boards, encode
from tavli.kernels.movegen import Rolls
from tavli.kernels.outcome import DRAWN, RUNS_ON
from tavli.kernels.replies import outcomes
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.rules import Position
from tavli.search.chooser import Chooser
from tavli.search.measuring import EndlessGameError

MOST_TURNS: Final = 10_000
"""Far beyond any game between players who want to end it."""


def play_pairs(
    engines: tuple[Chooser, Chooser], pairs: Pairs, seed: int, luck: Luck | None = None
) -> Games:
    """Play both games of each of *pairs* to their ends.

    The engines must play by the same ruleset. Engines of the same name are taken for
    one, which therefore scores exactly nothing against itself.

    Raises:
        EndlessGameError: a game is not over after MOST_TURNS.
    """
    ruleset = engines[0].ruleset
    table = compile_ruleset(ruleset)
    tally = _Tally(2 * len(pairs))
    start = encode(Position.start(ruleset))
    boards: Boards = np.repeat(start[np.newaxis], 2 * len(pairs), axis=0)
    while len(tally.alive):
        if tally.turn == MOST_TURNS:
            names = " against ".join(engine.name for engine in engines)
            raise EndlessGameError(
                f"{len(boards)} games of {names} were not over after {MOST_TURNS} turns"
            )
        rolls = throws(seed, pairs[tally.alive // 2], tally.turn)
        if luck is not None:
            tally.add_luck(luck.of(boards, rolls, opening=tally.turn == 0))
        finals = _choose(engines, (tally.alive + tally.turn) % 2, boards, rolls)
        ends = np.empty(len(finals), np.int8)
        outcomes(table, finals, ends)
        tally.end_turn(ends)
        boards = passed(finals[ends == RUNS_ON])
    return tally.games(has_luck=luck is not None)


class _Tally:
    """What has come of the games so far; ``alive`` are those that go on.

    Game 2k and 2k + 1 are pair k. All have been played for ``turn`` turns.
    """

    def __init__(self, count: int) -> None:
        self.turn = 0
        self.alive = np.arange(count)
        self._points = np.zeros(count, np.int8)
        self._turns = np.zeros(count, np.int16)
        self._luck = np.zeros(count)

    @property
    def _starters(self) -> int:
        """How what the side on roll wins counts for the starter."""
        return 1 if self.turn % 2 == 0 else -1

    def add_luck(self, luck: NDArray[np.float64]) -> None:
        """Count the luck of the side on roll in each game that is alive."""
        self._luck[self.alive] += self._starters * luck

    def end_turn(self, ends: NDArray[np.int8]) -> None:
        """Count a turn that came to *ends* in the games that are alive."""
        won = np.where(ends == DRAWN, 0, ends)  # nothing either while it runs on
        self._points[self.alive] = self._starters * won
        self._turns[self.alive] += 1
        self.alive = self.alive[ends == RUNS_ON]
        self.turn += 1

    def games(self, *, has_luck: bool) -> Games:
        """Return the games, all of them over."""
        if not has_luck:
            self._luck[:] = np.nan
        return Games(
            self._points.reshape(-1, 2),
            self._turns.reshape(-1, 2),
            self._luck.reshape(-1, 2),
        )


def _choose(
    engines: tuple[Chooser, Chooser],
    on_roll: NDArray[np.int64],
    boards: Boards,
    rolls: Rolls,
) -> Boards:
    """Return the finals, each chosen by the engine that is on roll."""
    if engines[0].name == engines[1].name:
        return ask(engines[0], boards, rolls)
    finals = np.empty_like(boards)
    for number, engine in enumerate(engines):
        mine = on_roll == number
        if mine.any():
            finals[mine] = ask(engine, boards[mine], rolls[mine])
    return finals
