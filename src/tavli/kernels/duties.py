"""What a whole play owes. Twins of `tavli.rules.duties`."""

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, WAITER, Board
from tavli.kernels.jit import kernel
from tavli.kernels.table import (
    ACROSS,
    BLOCK_AT_STEP,
    BLOCK_LAPSE,
    BLOCK_LENGTH,
    BLOCK_POINTS,
    BLOCKS,
    NEVER,
    RUNNER_FIRST,
    RUNNER_PASSES_AT,
    WHEN_START_EMPTY,
    Table,
)
from tavli.rules import BAR, CHECKERS, START

Counts = NDArray[np.int8]
"""One side's free checkers by own point."""


@kernel
def holds_block(table: Table, mine: NDArray[np.int64], theirs: Counts) -> bool:
    """Whether *mine* holds a block that is forbidden just now (F9, F10)."""
    for index in range(table[BLOCKS]):
        held = 0
        for k in range(BLOCK_LENGTH):
            if mine[table[BLOCK_POINTS + BLOCK_LENGTH * index + k]] > 0:
                held += 1
        if held == BLOCK_LENGTH and not _has_lapsed(table[BLOCK_LAPSE + index], theirs):
            return True
    return False


@kernel
def _has_lapsed(lapse: int, theirs: Counts) -> bool:
    if lapse == NEVER:
        return False
    if lapse == WHEN_START_EMPTY:
        return bool(theirs[START] == 0)
    for point in range(7):
        if theirs[point] > 0:
            return True
    return False


@kernel
def leaves_a_move(table: Table, board: Board, spare: NDArray[np.int64]) -> bool:
    """Whether the waiter of *board* can play a die of some throw (F11).

    *spare* is room for one side's counts.
    """
    mover, waiter = board[MOVER], board[WAITER]
    outside = 0
    for point in range(BAR + 1):
        spare[point] = waiter[point]
        if point > 6:
            outside += waiter[point]
    if outside == 0:
        return True
    is_blocked = False
    for source in range(_first_source(table, spare), 0, -1):
        if waiter[source] == 0:
            continue
        for die in range(1, min(source, 7)):
            target = source - die
            if mover[table[ACROSS + target]] != 0:
                continue
            spare[source] -= 1
            spare[target] += 1
            held = holds_block(table, spare, mover)
            spare[source] += 1
            spare[target] -= 1
            if not held:
                return True
            is_blocked = True
    # As in the definition: two 1s always lead out of a block that stands already.
    return is_blocked and table[BLOCK_AT_STEP] == 0


@kernel
def _first_source(table: Table, counts: NDArray[np.int64]) -> int:
    """Return the highest point that may move: below the start behind a runner."""
    if table[RUNNER_FIRST] == 0 or counts[START] != CHECKERS - 1:
        return START
    for point in range(table[RUNNER_PASSES_AT] + 1):
        if counts[point] > 0:
            return START
    return START - 1


@kernel
def is_trapped(table: Table, board: Board) -> bool:
    """Whether all the waiter's checkers stand right behind six held points."""
    for point in range(7, START + 1):
        if board[WAITER, point] == CHECKERS:
            for ahead in range(point - 6, point):
                if board[MOVER, table[ACROSS + ahead]] == 0:
                    return False
            return True
    return False
