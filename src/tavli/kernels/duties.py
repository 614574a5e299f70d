"""What a whole play owes. Twins of `tavli.rules.duties`."""

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.bits import OUTSIDE, bit_of
from tavli.kernels.board import MOVER, WAITER, Board
from tavli.kernels.jit import kernel
from tavli.kernels.table import (
    ACROSS,
    BLOCK_AT_STEP,
    BLOCK_HELD,
    BLOCK_LAPSE,
    BLOCKS,
    CLASSIC_TRAP,
    MOBILITY,
    NEVER,
    RUNNER_FIRST,
    RUNNER_PASSES_AT,
    WHEN_START_EMPTY,
    Table,
)
from tavli.rules import BAR, CHECKERS, OFF, START

Counts = NDArray[np.int8]
"""One side's free checkers by own point."""


@kernel
def points_held(counts: Counts) -> int:
    """Return the points from 1 to the bar where *counts* has a checker, as bits."""
    held = 0
    for point in range(1, BAR + 1):
        if counts[point] > 0:
            held |= bit_of(point)
    return held


@kernel
def holds_block(table: Table, held: int, theirs: Counts) -> bool:
    """Whether the points *held* make a block that is forbidden just now (F9, F10)."""
    for index in range(table[BLOCKS]):
        block = table[BLOCK_HELD + index]
        if held & block == block and not _has_lapsed(
            table[BLOCK_LAPSE + index], theirs
        ):
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
def fulfils_mobility(table: Table, board: Board) -> bool:
    """Whether the end of a play, *board*, meets the duty to leave a move."""
    if table[MOBILITY] == CLASSIC_TRAP:
        return not is_trapped(table, board)
    return leaves_a_move(table, board)


@kernel
def leaves_a_move(table: Table, board: Board) -> bool:
    """Whether the waiter of *board* can play a die of some throw (F11)."""
    mover, waiter = board[MOVER], board[WAITER]
    held = points_held(waiter)
    if held & OUTSIDE == 0:
        return True
    is_blocked = False
    for source in range(_first_source(table, waiter), 0, -1):
        if waiter[source] == 0:
            continue
        left = held & ~bit_of(source) if waiter[source] == 1 else held
        for die in range(1, min(source, 7)):
            target = source - die
            if mover[table[ACROSS + target]] != 0:
                continue
            if not holds_block(table, left | bit_of(target), mover):
                return True
            is_blocked = True
    # As in the definition: two 1s always lead out of a block that stands already.
    return is_blocked and table[BLOCK_AT_STEP] == 0


@kernel
def _first_source(table: Table, counts: Counts) -> int:
    return START - 1 if waits_for_runner(table, counts) else START


@kernel
def waits_for_runner(table: Table, counts: Counts) -> bool:
    """Whether a runner holds the start back. Twin of `Stepper.waits_for_runner`."""
    if table[RUNNER_FIRST] == 0 or counts[START] != CHECKERS - 1:
        return False
    for point in range(OFF, table[RUNNER_PASSES_AT] + 1):
        if counts[point] > 0:
            return False
    return True


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
