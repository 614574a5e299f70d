"""Counting the tree of final positions fast. Twin of `tavli.rules.perft`."""

import numpy as np

from tavli.kernels.board import Board, Boards
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import afterstates
from tavli.kernels.outcome import RUNS_ON, outcome
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table
from tavli.kernels.turn import passed


def perft(table: Table, board: Board, depth: int, buffers: Buffers) -> int:
    """Return the number of leaves *depth* turns below *board*, seen by who throws.

    All positions but the leaves are kept at once, 104 bytes each.
    """
    if depth <= 0:
        return 1
    level = board[np.newaxis]
    ended = 0
    for _ in range(depth - 1):
        below = [_ends(table, one, buffers) for one in level]
        found = np.concatenate(below) if below else level
        running = _running(table, found)
        ended += len(found) - len(running)
        level = passed(running)
    return ended + count_leaves(table, level, buffers)


def _ends(table: Table, board: Board, buffers: Buffers) -> Boards:
    """Return the final positions of all 21 rolls."""
    ends = []
    for high in range(1, 7):
        for low in range(1, high + 1):
            count = afterstates(table, board, high, low, buffers)
            ends.append(buffers.boards[:count].copy())
    return np.concatenate(ends)


def _running(table: Table, finals: Boards) -> Boards:
    """Return those of *finals*, seen by who has moved, after which the game goes on."""
    running = [outcome(table, final) == RUNS_ON for final in finals]
    kept: Boards = finals[np.array(running, bool)]
    return kept


@kernel
def count_leaves(table: Table, boards: Boards, buffers: Buffers) -> int:
    """Return how many final positions all 21 rolls have on all *boards*."""
    leaves = 0
    for index in range(len(boards)):
        for high in range(1, 7):
            for low in range(1, high + 1):
                leaves += afterstates(table, boards[index], high, low, buffers)
    return leaves
