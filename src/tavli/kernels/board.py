"""Positions as arrays."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.rules import BAR, Position, Side

Board = NDArray[np.int8]
"""Shape (4, 26): the mover's free checkers, the waiter's, the mover's pinned ones,
the waiter's; each side's points in its own numbering, OFF to BAR."""

Boards = NDArray[np.int8]
"""Shape (n, 4, 26): many boards."""

MOVER: Final = 0
WAITER: Final = 1
MOVER_PINNED: Final = 2
WAITER_PINNED: Final = 3
ROWS: Final = 4
SLOTS: Final = BAR + 1


def encode(position: Position) -> Board:
    """Return *position* as a board."""
    board = np.zeros((ROWS, SLOTS), np.int8)
    for row, side in ((MOVER, position.mover), (WAITER, position.waiter)):
        board[row] = side.checkers
        board[row + MOVER_PINNED, list(side.pinned)] = 1
    return board


def decode(board: Board) -> Position:
    """Return the position of *board*."""
    return Position(_side(board, MOVER), _side(board, WAITER))


def _side(board: Board, row: int) -> Side:
    pinned = np.flatnonzero(board[row + MOVER_PINNED])
    counts = tuple(int(count) for count in board[row])
    return Side(counts, frozenset(int(point) for point in pinned))
