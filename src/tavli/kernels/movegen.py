"""Final positions of a roll, into the caller's buffers. Twin of `rules.plays`."""

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, ROWS, SLOTS, WAITER, WAITER_PINNED, Board, Boards
from tavli.kernels.duties import fulfils_mobility, is_trapped
from tavli.kernels.jit import either, kernel
from tavli.kernels.steps import (
    BASE,
    COUNT,
    HIGH_ENDED,
    MAX_AFTERSTATES,
    PATH,
    WAYS,
    Buffers,
    Cells,
    Memory,
    begin,
    copy_board,
    final_at,
)
from tavli.kernels.straight import search_straight
from tavli.kernels.table import (
    ANY_LOCK,
    BLOCK_AT_STEP,
    CLASSIC_TRAP,
    MOBILITY,
    MOBILITY_BEFORE_DICE,
    MOTHER_AT_STEP,
    MOTHER_NEEDS_EMPTY_START,
    RUNNER_FIRST,
    STAYS_AFTER_HIT,
    Table,
)
from tavli.kernels.tangled import BY_DIE, ENDED, keep, search_tangled
from tavli.rules import CHECKERS, OFF, START

Rolls = NDArray[np.int8]
"""Shape (n, 2): the dice of each position."""

Starts = NDArray[np.int64]
"""Shape (n + 1,): where the finals of each position begin, and the last ones end."""


@either
def afterstates(
    table: Table, board: Board, first: int, second: int, buffers: Buffers
) -> int:
    """Write each legal final position of a throw once; return how many there are.

    *board* and ``buffers.boards`` are seen by the player who moves;
    ``buffers.ended`` is 1 where the play ended the game between two steps, so that
    the dice left were not played. A lost turn gives *board* itself.
    """
    # A die of another type, such as one taken from Rolls, would compile it all again.
    return _write_finals(table, board, int(first), int(second), buffers.memory)


@kernel
def _write_finals(
    table: Table, board: Board, first: int, second: int, memory: Memory
) -> int:
    memory[COUNT] = 0
    _append(table, board, (first, second), memory, memory.view(np.int8))
    return int(memory[COUNT])


@kernel
def batch_afterstates(
    table: Table, boards: Boards, rolls: Rolls, starts: Starts, buffers: Buffers
) -> int:
    """Write the finals of many positions; return of how many.

    Those of number *k* stand from ``starts[k]`` to ``starts[k + 1]``. It stops where
    a roll might not fit any more: go on with the rest once these are used.
    """
    memory = buffers.memory
    cells = memory.view(np.int8)
    memory[COUNT] = 0
    starts[0] = 0
    for index in range(len(boards)):
        if memory[COUNT] + MAX_AFTERSTATES > len(buffers.boards):
            return index
        throw = (int(rolls[index, 0]), int(rolls[index, 1]))
        _append(table, boards[index], throw, memory, cells)
        starts[index + 1] = memory[COUNT]
    return len(boards)


@kernel
def _append(
    table: Table, board: Board, throw: tuple[int, int], memory: Memory, cells: Cells
) -> None:
    """Write the finals of one throw behind those written before."""
    high, low = max(throw[0], throw[1]), min(throw[0], throw[1])
    begin(table, board, memory, cells)
    duty = table[MOBILITY] == ANY_LOCK or (
        table[MOBILITY] == CLASSIC_TRAP and is_trapped(table, board)
    )
    every_stop = duty and table[MOBILITY_BEFORE_DICE] != 0
    if every_stop or _order_matters(table, board, 4 if high == low else 2):
        search_tangled(table, (high, low), 1 if every_stop else 0, memory, cells)
        if every_stop:
            _keep_with_a_move(table, memory, cells)
        _keep_by_dice(high, low, memory, cells)
    else:
        search_straight(table, high, low, memory, cells)
    if duty and not every_stop:
        _keep_with_a_move(table, memory, cells)
    for at in range(WAYS + memory[BASE], WAYS + memory[COUNT]):
        cells[at] = 1 if _has_ended(cells[at]) else 0
    if memory[COUNT] == memory[BASE]:
        copy_board(memory, final_at(memory, memory[COUNT]), PATH)
        cells[WAYS + memory[COUNT]] = 0
        memory[COUNT] += 1


@kernel
def _order_matters(table: Table, board: Board, dice: int) -> bool:
    """Whether a rule may look at what stands between two of these steps."""
    if board[MOVER, OFF] + dice > CHECKERS:
        return True
    if table[BLOCK_AT_STEP] != 0 or table[STAYS_AFTER_HIT] != 0:
        return True
    if table[RUNNER_FIRST] != 0 and board[MOVER, START] >= CHECKERS - 1:
        return True
    if table[MOTHER_AT_STEP] == 0:
        return False
    if table[MOTHER_NEEDS_EMPTY_START] != 0 and board[MOVER, START] >= dice:
        return False
    return bool(board[WAITER, START] + board[WAITER_PINNED, START] == 1)


@kernel
def _has_ended(way: int) -> bool:
    return ENDED <= way < BY_DIE


@kernel
def _dice_used(way: int) -> int:
    return 1 if way >= BY_DIE else way % ENDED


@kernel
def _keep_by_dice(high: int, low: int, memory: Memory, cells: Cells) -> None:
    """Keep the longest plays and, of single dice, the larger (C4 to C6)."""
    longest = 0
    has_high = memory[HIGH_ENDED] != 0
    for index in range(memory[BASE], memory[COUNT]):
        longest = max(longest, _dice_used(cells[WAYS + index]))
        has_high = has_high or cells[WAYS + index] == BY_DIE + high
    kept = memory[BASE]
    for index in range(memory[BASE], memory[COUNT]):
        way = cells[WAYS + index]
        good = _dice_used(way) == longest
        if good and longest == 1 and high != low and has_high:
            good = way == BY_DIE + high
        if good or _has_ended(way):
            keep(memory, cells, kept, index)
            kept += 1
    memory[COUNT] = kept


@kernel
def _keep_with_a_move(table: Table, memory: Memory, cells: Cells) -> None:
    """Keep the stops that leave the opponent a move, if there is one at all (F11)."""
    kept = memory[BASE]
    for index in range(memory[BASE], memory[COUNT]):
        at = 8 * final_at(memory, index)
        board = cells[at : at + ROWS * SLOTS].reshape(ROWS, SLOTS)
        if _has_ended(cells[WAYS + index]) or fulfils_mobility(table, board):
            keep(memory, cells, kept, index)
            kept += 1
    if kept > memory[BASE]:
        memory[COUNT] = kept
