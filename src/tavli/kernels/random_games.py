"""Games in which every play is drawn from all legal ones."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import ROWS, Board
from tavli.kernels.chance import Chance, draw
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import afterstates
from tavli.kernels.outcome import DRAWN, RUNS_ON, outcome
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table

Tally = NDArray[np.int64]
"""What the games came to: a number at each index below."""

GAMES: Final = 0
TURNS: Final = 1
STARTER_WON: Final = 2
DRAWS: Final = 3
DOUBLES: Final = 4  # games that were worth two points or more
TALLIES: Final = 5


@kernel
def play_at_random(
    table: Table,
    start: Board,
    games: int,
    chance: Chance,
    tally: Tally,
    buffers: Buffers,
) -> None:
    """Play *games* from *start* to their end, and add what became of them to *tally*.

    The first throw is a roll-off, never a double. Of the finals of a roll each is as
    likely as any other.
    """
    for _ in range(games):
        turns, points = _play(table, start, chance, buffers)
        tally[GAMES] += 1
        tally[TURNS] += turns
        if points == DRAWN:
            tally[DRAWS] += 1
            continue
        # The starter makes the first turn, and so every odd one.
        tally[STARTER_WON] += (points > 0) == (turns % 2 == 1)
        tally[DOUBLES] += abs(points) > 1


@kernel
def _play(
    table: Table, start: Board, chance: Chance, buffers: Buffers
) -> tuple[int, int]:
    """Play one game; return its turns, and the points of who made the last one."""
    board = start.copy()
    turns = 0
    while True:
        first, second = 1 + draw(chance, 6), 1 + draw(chance, 6)
        if turns == 0 and first == second:
            continue
        turns += 1
        count = afterstates(table, board, first, second, buffers)
        final = buffers.boards[draw(chance, count)]
        points = outcome(table, final)
        if points != RUNS_ON:
            return turns, points
        for row in range(ROWS):
            board[row] = final[row ^ 1]
