"""The state of a search through one roll: a stack of steps and what was met.

Everything lives in one array of small integers that the caller owns, so that a
search allocates nothing. Only the mover's counts change from step to step; what
was hit or pinned is worked out when a position is written.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, MOVER_PINNED, WAITER, WAITER_PINNED, Board
from tavli.kernels.jit import kernel
from tavli.kernels.table import (
    ACROSS,
    BEARS_OFF_WHILE_PINNED,
    CLOSED_FROM,
    CONTACT,
    HIT,
    MOTHER_AT_STEP,
    MOTHER_NEEDS_EMPTY_START,
    PIN,
    RUNNER_FIRST,
    RUNNER_PASSES_AT,
    STAYS_AFTER_HIT,
    Table,
)
from tavli.rules import BAR, CHECKERS, OFF, START

Work = NDArray[np.int64]
"""The integers of a search, at the indexes below."""

# Indexes into Work; those from HAND on are the first of several entries.
MOST_DICE: Final = 0
COUNT: Final = 1
STAMP: Final = 2
OUTSIDE: Final = 3
HIGH_DIE_ENDED: Final = 4
STAYING: Final = 5
HAND: Final = 8
OPEN: Final = HAND + BAR + 1
SOURCE: Final = OPEN + BAR + 1
TARGET: Final = SOURCE + 4
HIT_AT: Final = TARGET + 4
ORDER: Final = HIT_AT + 4
WORK_SIZE: Final = ORDER + 4


@kernel
def begin(table: Table, board: Board, work: Work) -> None:
    """Put the start of the turn into *work*."""
    work[MOST_DICE] = 1
    work[COUNT] = 0
    work[HIGH_DIE_ENDED] = 0
    work[STAYING] = 0
    outside = 0
    for point in range(BAR + 1):
        work[HAND + point] = board[MOVER, point]
        if point > 6:
            outside += board[MOVER, point] + board[MOVER_PINNED, point]
    work[OUTSIDE] = outside
    for point in range(1, BAR):
        theirs = board[WAITER, table[ACROSS + point]]
        is_open = theirs < table[CLOSED_FROM] and board[MOVER_PINNED, point] == 0
        work[OPEN + point] = 1 if is_open else 0


@kernel
def waits_for_runner(table: Table, counts: NDArray[np.int64]) -> bool:
    """Whether a runner holds the start back. Twin of `Stepper.waits_for_runner`."""
    if table[RUNNER_FIRST] == 0 or counts[START] != CHECKERS - 1:
        return False
    for point in range(table[RUNNER_PASSES_AT] + 1):
        if counts[point] > 0:
            return False
    return True


@kernel
def may_step(table: Table, board: Board, work: Work, source: int, die: int) -> bool:
    """Whether the checker on own point *source* may take *die* now."""
    count = work[HAND + source]
    if count == 0 or (work[HAND + BAR] > 0 and source != BAR):
        return False
    if work[STAYING] != 0 and count <= ((work[STAYING] >> source) & 1):
        return False
    if source == START and waits_for_runner(table, work[HAND:OPEN]):
        return False
    if source > die:
        return bool(work[OPEN + source - die] != 0)
    return _may_bear_off(table, board, work, source, die)


@kernel
def _may_bear_off(
    table: Table, board: Board, work: Work, source: int, die: int
) -> bool:
    if work[OUTSIDE] > 0:
        return False
    if table[CONTACT] == PIN and table[BEARS_OFF_WHILE_PINNED] == 0:
        for point in range(1, 7):
            if board[MOVER_PINNED, point] != 0:
                return False
    if source < die:
        for point in range(source + 1, 7):
            if work[HAND + point] > 0 or board[MOVER_PINNED, point] != 0:
                return False
    return True


@kernel
def step(
    table: Table, board: Board, work: Work, depth: int, source: int, die: int
) -> None:
    """Move a checker and push the step as number *depth* (from 0)."""
    target = max(source - die, OFF)
    work[HAND + source] -= 1
    work[HAND + target] += 1
    if source > 6 >= target:
        work[OUTSIDE] -= 1
    work[SOURCE + depth] = source
    work[TARGET + depth] = target
    work[HIT_AT + depth] = OFF
    if target == OFF or table[CONTACT] != HIT:
        return
    if board[WAITER, table[ACROSS + target]] == 1:
        for earlier in range(depth):
            if work[HIT_AT + earlier] == target:
                return
        work[HIT_AT + depth] = target
        if table[STAYS_AFTER_HIT] != 0 and target <= 6:
            work[STAYING] |= 1 << target


@kernel
def undo(table: Table, work: Work, depth: int) -> None:
    """Take back step number *depth*."""
    source, target = work[SOURCE + depth], work[TARGET + depth]
    work[HAND + source] += 1
    work[HAND + target] -= 1
    if source > 6 >= target:
        work[OUTSIDE] += 1
    hit = work[HIT_AT + depth]
    if hit != OFF and table[STAYS_AFTER_HIT] != 0 and hit <= 6:
        work[STAYING] &= ~(1 << hit)


@kernel
def has_ended(table: Table, board: Board, work: Work) -> bool:
    """Whether the step just made ended the game (C14, K8, K9)."""
    if work[HAND + OFF] == CHECKERS:
        return True
    if table[MOTHER_AT_STEP] == 0 or work[HAND + 1] == 0:
        return False
    if board[WAITER, START] + board[WAITER_PINNED, START] != 1:
        return False
    if board[MOVER_PINNED, START] != 0:
        return True
    return bool(
        table[MOTHER_NEEDS_EMPTY_START] == 0 or work[HAND + START] == 0
    )


@kernel
def write(table: Table, board: Board, work: Work, depth: int, end: Board) -> None:
    """Write the position after *depth* steps to *end*, seen by the mover."""
    end[:] = board
    for point in range(BAR + 1):
        end[MOVER, point] = work[HAND + point]
    if table[CONTACT] == HIT:
        for k in range(depth):
            hit = work[HIT_AT + k]
            if hit != OFF:
                end[WAITER, table[ACROSS + hit]] -= 1
                end[WAITER, BAR] += 1
    elif table[CONTACT] == PIN:
        _write_pins(table, work, end)


@kernel
def _write_pins(table: Table, work: Work, end: Board) -> None:
    """Pin the blots that are covered, free those that nobody covers any more."""
    for point in range(1, BAR):
        there = table[ACROSS + point]
        covered = work[HAND + point] > 0
        if covered and end[WAITER, there] == 1 and end[WAITER_PINNED, there] == 0:
            end[WAITER, there] = 0
            end[WAITER_PINNED, there] = 1
        elif not covered and end[WAITER_PINNED, there] != 0:
            end[WAITER_PINNED, there] = 0
            end[WAITER, there] += 1
