"""How a finished game ended. Twin of `tavli.rules.scoring`."""

from typing import Final

from tavli.kernels.board import MOVER, MOVER_PINNED, WAITER, WAITER_PINNED, Board
from tavli.kernels.jit import kernel
from tavli.kernels.table import (
    MOTHER_NEEDS_EMPTY_START,
    MOTHER_POINTS,
    THREE_POINTS,
    Table,
)
from tavli.rules import BAR, CHECKERS, OFF, START

RUNS_ON: Final = 0
DRAWN: Final = 4
"""What `outcome` answers besides the points that the mover has won (or lost)."""


@kernel
def outcome(table: Table, board: Board) -> int:
    """Return the points the mover of *board* has won, below 0 if lost.

    RUNS_ON while the game goes on, DRAWN if nobody won. As `rules.result_of`, it is
    asked of the end of a play, seen by the player who made it.
    """
    if board[MOVER, OFF] == CHECKERS:
        return _stake(table, board, WAITER)
    if board[WAITER, OFF] == CHECKERS:
        return -_stake(table, board, MOVER)
    movers_mother = board[MOVER_PINNED, START] != 0
    waiters_mother = board[WAITER_PINNED, START] != 0
    if movers_mother and waiters_mother:
        return DRAWN
    points = int(table[MOTHER_POINTS])
    if points == 0:
        return RUNS_ON
    if waiters_mother and _may_win(table, board, MOVER):
        return points
    if movers_mother and _may_win(table, board, WAITER):
        return -points
    return RUNS_ON


@kernel
def _stake(table: Table, board: Board, loser: int) -> int:
    """Return what a win by bearing off against *loser*'s row is worth."""
    if board[loser, OFF] != 0:
        return 1
    if table[THREE_POINTS] != 0:
        for point in range(19, BAR + 1):
            if board[loser, point] != 0:
                return 3
    return 2


@kernel
def _may_win(table: Table, board: Board, pinner: int) -> bool:
    return bool(table[MOTHER_NEEDS_EMPTY_START] == 0 or board[pinner, START] == 0)
