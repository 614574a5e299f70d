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
    Buffers,
    Notes,
    copy,
    held_after,
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
def search_straight(table: Table, high: int, low: int, buffers: Buffers) -> None:
    """Write the finals of the longest plays; of single dice, of the larger.

    Nothing is written if no step is possible, or none that may be the last.
    """
    notes = buffers.notes
    notes[ORDER : ORDER + 4] = high
    if high == low:
        for length in range(4, 0, -1):
            _walk(table, FALLING, length, buffers)
            if notes[COUNT] > notes[BASE]:
                return
        return
    notes[SEEN : SEEN + SLOTS] = 0
    notes[ORDER + 1] = low
    _walk(table, HIGH_FIRST, 2, buffers)
    notes[ORDER], notes[ORDER + 1] = low, high
    _walk(table, LOW_FIRST, 2, buffers)
    for die in (high, low):
        if notes[COUNT] == notes[BASE]:
            notes[ORDER] = die
            _walk(table, FALLING, 1, buffers)


@kernel
def _walk(table: Table, manner: int, length: int, buffers: Buffers) -> None:
    """Write the finals of *length* steps with the dice in this order."""
    path, words, notes = buffers.path, buffers.path_words, buffers.notes
    depth, first = 0, 0
    notes[AHEAD] = sources(notes, 0, notes[ORDER])
    while depth >= 0:
        ahead = notes[AHEAD + depth]
        if depth == length - 1:
            _finish(table, manner, depth, first, buffers)
            depth -= 1
            continue
        if ahead == 0:
            depth -= 1
            continue
        bit = ahead & -ahead
        notes[AHEAD + depth] = ahead ^ bit
        source = point_of(bit)
        target = max(source - notes[ORDER + depth], OFF)
        copy(words, depth + 1, words, depth)
        take(table, path[depth + 1], source, target)
        held = held_after(notes[HELD + depth], path[depth + 1], source, target)
        depth += 1
        notes[HELD + depth] = held
        ready = sources(notes, depth, notes[ORDER + depth])
        notes[AHEAD + depth] = ready & -bit if manner == FALLING else ready
        first = source


@kernel
def _finish(
    table: Table, manner: int, depth: int, first: int, buffers: Buffers
) -> None:
    """Write the finals of the last step, number *depth* from 0."""
    boards, words, notes = buffers.boards, buffers.words, buffers.notes
    die = notes[ORDER + depth]
    ready = notes[AHEAD + depth]
    count = notes[COUNT]
    while ready != 0:
        bit = ready & -ready
        ready ^= bit
        source = point_of(bit)
        if manner == HIGH_FIRST and _was_met(notes, first, source):
            continue
        if manner == LOW_FIRST and _was_met(notes, source, first):
            continue
        target = max(source - die, OFF)
        copy(words, count, buffers.path_words, depth)
        take(table, boards[count], source, target)
        if table[BLOCKS] != 0:
            held = held_after(notes[HELD + depth], boards[count], source, target)
            if holds_block(table, held, boards[count, WAITER]):
                continue
        buffers.ended[count] = 0
        count += 1
    notes[COUNT] = count


@kernel
def _was_met(notes: Notes, by_high: int, by_low: int) -> bool:
    """Whether the dice have led from these sources to the same end; remember it.

    Two pairs of sources have one end if one checker runs with both dice, either
    first, and hits nobody on its way; or if both bear off.
    """
    high = max(notes[ORDER], notes[ORDER + 1])
    low = min(notes[ORDER], notes[ORDER + 1])
    if by_high <= high and by_low <= low:
        by_high, by_low = max(by_high, by_low), min(by_high, by_low)
    elif by_high == by_low - low and by_low > high:
        between = bit_of(by_high) | bit_of(by_low - high)
        if notes[BLOTS] & between == 0:
            by_high, by_low = by_low, by_low - high
    bit = bit_of(by_low)
    if notes[SEEN + by_high] & bit:
        return True
    notes[SEEN + by_high] |= bit
    return False
