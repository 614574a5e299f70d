"""How a game ends between equals: counted over many games in step."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances, of_outcome, turned
from tavli.kernels.board import Boards, encode
from tavli.kernels.movegen import Rolls
from tavli.kernels.outcome import RUNS_ON
from tavli.kernels.replies import outcomes
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.rules import Position, Ruleset
from tavli.search.chooser import Chooser
from tavli.search.rates import Rates

BLOCK: Final = 1_000
"""Games that are played together, with dice of their own."""

_MOST_TURNS: Final = 2_000

Watch = Callable[[int, NDArray[np.int64], Boards, Rolls], None]
"""Be told, before each turn is played: how many were played, the numbers of the games
that go on, their boards as the side on roll sees them, and what it has thrown."""


class EndlessGameError(Exception):
    """Two bad players can shut each other in for ever; the message names them."""


def measured(
    chooser: Chooser, blocks: int, seed: int, progress: Callable[[int], None]
) -> Rates:
    """Return how the starter fares when *chooser* plays both sides.

    *progress* is told the number of each block when it is done. Where every game
    begins with a roll-off, as games with a cube do, the first throw is no double;
    elsewhere the winner of the last game throws both dice himself (M4).
    """
    total = np.zeros(COLUMNS)
    for block in range(blocks):
        total += played(chooser, seed, block).sum(axis=0)
        progress(block)
    shares = [float(share) for share in total / (blocks * BLOCK)]
    win, double, triple, lost_double, lost_triple, draw = shares
    return Rates(
        win=win,
        double=double,
        triple=triple,
        lost_double=lost_double,
        lost_triple=lost_triple,
        draw=draw,
    )


def _look_away(
    turn: int, numbers: NDArray[np.int64], boards: Boards, rolls: Rolls
) -> None:
    """Watch nothing."""


def played(
    chooser: Chooser, seed: int, block: int, watch: Watch = _look_away
) -> Chances:
    """Return how each game of a block ended, seen by its starter, as 0s and 1s."""
    ruleset = chooser.ruleset
    table = compile_ruleset(ruleset)
    random = np.random.default_rng([seed, block])
    start = encode(Position.start(ruleset))
    boards: Boards = np.repeat(start[np.newaxis], BLOCK, axis=0)
    results = np.zeros((BLOCK, COLUMNS), np.float32)
    numbers = np.arange(BLOCK)
    for turn in range(_MOST_TURNS):
        rolls = _throws(random, ruleset, turn)[numbers]
        watch(turn, numbers, boards, rolls)
        finals = chooser.choose(boards, rolls)
        codes = np.empty(len(finals), np.int8)
        outcomes(table, finals, codes)
        for code in set(codes[codes != RUNS_ON].tolist()):
            ended = of_outcome(code)
            results[numbers[codes == code]] = ended if turn % 2 == 0 else turned(ended)
        runs_on = codes == RUNS_ON
        boards, numbers = passed(finals[runs_on]), numbers[runs_on]
        if not len(numbers):
            return results
    raise EndlessGameError(
        f"a game of {ruleset.key} between {chooser.name} did not end in {_MOST_TURNS} "
        "turns: measure with a player who plays better"
    )


def _throws(random: np.random.Generator, ruleset: Ruleset, turn: int) -> Rolls:
    """Return a throw for every game there was, so that no game moves another's dice."""
    first = random.integers(1, 7, BLOCK)
    second = random.integers(1, 7, BLOCK)
    if turn == 0 and ruleset.has_cube:
        second = (first + random.integers(0, 5, BLOCK)) % 6 + 1
    rolls: NDArray[np.int8] = np.stack([first, second], axis=1).astype(np.int8)
    return rolls
