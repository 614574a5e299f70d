"""The common search: plays of a set length where the order of steps is free.

Where no rule looks at the positions between two steps, a play is settled by the
points its checkers leave. A double is searched with sources falling, which meets
each final position once; of two different dice, the few ways in which two pairs of
sources come to the same end are told by their points. Nothing is looked up.
"""

from typing import Final

from tavli.kernels.bits import bit_of, point_of
from tavli.kernels.board import SLOTS, WAITER
from tavli.kernels.duties import holds_block
from tavli.kernels.jit import kernel
from tavli.kernels.steps import (
    AHEAD,
    BASE,
    BLOTS,
    COUNT,
    HELD,
    ORDER,
    SEEN,
    WAYS,
    Cells,
    Memory,
    copy_board,
    final_at,
    held_after,
    path_at,
    row_of,
    sources,
    take,
)
from tavli.kernels.table import BLOCKS, Table
from tavli.rules import OFF

# How the dice of a search are taken.
FALLING: Final = 0
HIGH_FIRST: Final = 1
LOW_FIRST: Final = 2


@kernel
def search_straight(
    table: Table, high: int, low: int, memory: Memory, cells: Cells
) -> None:
    """Write the finals of the longest plays; of single dice, of the larger.

    Nothing is written if no step is possible, or none that may be the last.
    """
    memory[ORDER : ORDER + 4] = high
    if high == low:
        for length in range(4, 0, -1):
            _walk(table, FALLING, length, memory, cells)
            if memory[COUNT] > memory[BASE]:
                return
        return
    memory[SEEN : SEEN + SLOTS] = 0
    memory[ORDER + 1] = low
    _walk(table, HIGH_FIRST, 2, memory, cells)
    memory[ORDER], memory[ORDER + 1] = low, high
    _walk(table, LOW_FIRST, 2, memory, cells)
    for die in (high, low):
        if memory[COUNT] == memory[BASE]:
            memory[ORDER] = die
            _walk(table, FALLING, 1, memory, cells)


@kernel
def _walk(table: Table, manner: int, length: int, memory: Memory, cells: Cells) -> None:
    """Write the finals of *length* steps with the dice in this order."""
    depth, first = 0, 0
    memory[AHEAD] = sources(memory, 0, memory[ORDER])
    while depth >= 0:
        ahead = memory[AHEAD + depth]
        if depth == length - 1:
            _finish(table, manner, depth, first, memory, cells)
            depth -= 1
            continue
        if ahead == 0:
            depth -= 1
            continue
        bit = ahead & -ahead
        memory[AHEAD + depth] = ahead ^ bit
        source = point_of(bit)
        target = max(source - memory[ORDER + depth], OFF)
        after = path_at(depth + 1)
        copy_board(memory, after, path_at(depth))
        take(table, cells, 8 * after, source, target)
        held = held_after(memory[HELD + depth], cells, 8 * after, source, target)
        depth += 1
        memory[HELD + depth] = held
        ready = sources(memory, depth, memory[ORDER + depth])
        memory[AHEAD + depth] = ready & -bit if manner == FALLING else ready
        first = source


@kernel
def _finish(
    table: Table, manner: int, depth: int, first: int, memory: Memory, cells: Cells
) -> None:
    """Write the finals of the last step, number *depth* from 0."""
    die = memory[ORDER + depth]
    ready = memory[AHEAD + depth]
    count = memory[COUNT]
    before, after = path_at(depth), final_at(memory, count)
    while ready != 0:
        bit = ready & -ready
        ready ^= bit
        source = point_of(bit)
        if manner == HIGH_FIRST and _was_met(memory, first, source):
            continue
        if manner == LOW_FIRST and _was_met(memory, source, first):
            continue
        target = max(source - die, OFF)
        copy_board(memory, after, before)
        take(table, cells, 8 * after, source, target)
        if table[BLOCKS] != 0:
            held = held_after(memory[HELD + depth], cells, 8 * after, source, target)
            if holds_block(table, held, row_of(cells, 8 * after, WAITER)):
                continue
        cells[WAYS + count] = 0
        count += 1
        after = final_at(memory, count)
    memory[COUNT] = count


@kernel
def _was_met(memory: Memory, by_high: int, by_low: int) -> bool:
    """Whether the dice have led from these sources to the same end; remember it.

    Two pairs of sources have one end if one checker runs with both dice, either
    first, and hits nobody on its way; or if both bear off.
    """
    high = max(memory[ORDER], memory[ORDER + 1])
    low = min(memory[ORDER], memory[ORDER + 1])
    if by_high <= high and by_low <= low:
        by_high, by_low = max(by_high, by_low), min(by_high, by_low)
    elif by_high == by_low - low and by_low > high:
        between = bit_of(by_high) | bit_of(by_low - high)
        if memory[BLOTS] & between == 0:
            by_high, by_low = by_low, by_low - high
    bit = bit_of(by_low)
    if memory[SEEN + by_high] & bit:
        return True
    memory[SEEN + by_high] |= bit
    return False
