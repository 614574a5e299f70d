"""The search for rolls in which the order of steps matters, or the game may end.

States are kept with the way they were reached, so that each is looked into once; a
state is known by its board, byte for byte.
"""

from typing import Final

import numpy as np

from tavli.kernels.bits import START_BIT, bit_of, point_of
from tavli.kernels.board import MOVER, WAITER
from tavli.kernels.duties import holds_block, waits_for_runner
from tavli.kernels.jit import kernel
from tavli.kernels.steps import (
    AHEAD,
    BASE,
    COUNT,
    HELD,
    HIGH_ENDED,
    MARK_MASK,
    MARK_SIZE,
    MOST_DICE,
    ORDER,
    STAMP,
    STAYING,
    Buffers,
    Notes,
    copy,
    has_ended,
    held_after,
    sources,
    take,
)
from tavli.kernels.table import (
    BLOCK_AT_STEP,
    BLOCKS,
    RUNNER_FIRST,
    STAYS_AFTER_HIT,
    Table,
)
from tavli.rules import OFF

# How a stop was reached: by so many dice of a row, by ending the game, by one die of
# two; the number of dice, or the die, is added.
ENDED: Final = 8
BY_DIE: Final = 16
"""The ways below these are numbers of dice."""


@kernel
def search_tangled(
    table: Table, high: int, low: int, every_stop: int, buffers: Buffers
) -> None:
    """Write where a play may stop, and to ``ended`` the way it came there.

    With *every_stop* the plays that use fewer dice than others are written too.
    """
    notes = buffers.notes
    notes[STAMP] += 1
    notes[MOST_DICE] = 1
    notes[HIGH_ENDED] = 0
    notes[ORDER : ORDER + 4] = high
    if high == low:
        _walk(table, 4, every_stop, buffers)
        return
    notes[ORDER + 1] = low
    _walk(table, 2, every_stop, buffers)
    notes[ORDER], notes[ORDER + 1] = low, high
    _walk(table, 2, every_stop, buffers)


@kernel
def _walk(table: Table, dice: int, every_stop: int, buffers: Buffers) -> None:
    """Look into all that the dice in this order reach."""
    path, words, notes = buffers.path, buffers.path_words, buffers.notes
    depth = 0
    notes[AHEAD] = _sources(table, 0, buffers)
    while depth >= 0:
        ahead = notes[AHEAD + depth]
        if ahead == 0:
            depth -= 1
            continue
        bit = ahead & -ahead
        notes[AHEAD + depth] = ahead ^ bit
        source = point_of(bit)
        target = max(source - notes[ORDER + depth], OFF)
        copy(words, depth + 1, words, depth)
        has_hit = take(table, path[depth + 1], source, target)
        held = held_after(notes[HELD + depth], path[depth + 1], source, target)
        staying = notes[STAYING + depth]
        if has_hit and table[STAYS_AFTER_HIT] != 0 and target <= 6:
            staying |= bit_of(target)
        notes[HELD + depth + 1] = held
        notes[STAYING + depth + 1] = staying
        if _arrive(table, depth + 1, dice, every_stop, buffers):
            depth += 1
            notes[AHEAD + depth] = _sources(table, depth, buffers)


@kernel
def _sources(table: Table, depth: int, buffers: Buffers) -> int:
    """Return the points whose checkers may take the next die, as bits."""
    notes, mover = buffers.notes, buffers.path[depth, MOVER]
    ready = sources(notes, depth, notes[ORDER + depth])
    if table[RUNNER_FIRST] != 0 and waits_for_runner(table, mover):
        ready &= ~START_BIT
    if notes[STAYING + depth] != 0:
        for point in range(1, 7):
            if mover[point] == 1 and notes[STAYING + depth] & bit_of(point):
                ready &= ~bit_of(point)
    return int(ready)


@kernel
def _arrive(
    table: Table, depth: int, dice: int, every_stop: int, buffers: Buffers
) -> bool:
    """Judge the state after *depth* steps, note it; return whether to go deeper."""
    board, notes = buffers.path[depth], buffers.notes
    over = has_ended(table, board)
    blocked = table[BLOCKS] != 0 and holds_block(
        table, notes[HELD + depth], board[WAITER]
    )
    if blocked and table[BLOCK_AT_STEP] != 0:
        return False
    way = depth
    if over:
        way = ENDED + depth
    elif depth == 1 and dice == 2:
        way = int(BY_DIE + notes[ORDER])
    if over and depth == 1 and dice == 2 and notes[ORDER] > notes[ORDER + 1]:
        notes[HIGH_ENDED] = 1
    if _was_met(depth, way, buffers):
        return False
    if over or (not blocked and (every_stop != 0 or depth >= notes[MOST_DICE])):
        if not over and every_stop == 0 and depth > notes[MOST_DICE]:
            notes[MOST_DICE] = depth
            _keep_ended(buffers)
        copy(buffers.words, notes[COUNT], buffers.path_words, depth)
        buffers.ended[notes[COUNT]] = way
        notes[COUNT] += 1
    return not over and depth < dice


@kernel
def _keep_ended(buffers: Buffers) -> None:
    """Forget the stops that used fewer dice; ended games stay."""
    ended, notes = buffers.ended, buffers.notes
    kept = notes[BASE]
    for index in range(notes[BASE], notes[COUNT]):
        if ENDED <= ended[index] < BY_DIE:
            copy(buffers.words, kept, buffers.words, index)
            ended[kept] = ended[index]
            kept += 1
    notes[COUNT] = kept


@kernel
def _was_met(depth: int, way: int, buffers: Buffers) -> bool:
    """Whether this board was met in this way before; remember it if not.

    The first words of a board, the free checkers, tell boards of one roll apart.
    """
    marks, words = buffers.marks, buffers.path_words
    last = MARK_SIZE - 1
    mark = _mark(buffers.notes, way)
    mixed = mark
    for k in range(last):
        mixed = _mix(mixed ^ words[depth, k])
    spot = np.int64(mixed & np.uint64(MARK_MASK))
    while marks[spot, last] >> np.uint64(6) == mark >> np.uint64(6):
        same = marks[spot, last] == mark
        for k in range(last):
            same = same and marks[spot, k] == words[depth, k]
        if same:
            return True
        spot = (spot + 1) & MARK_MASK
    for k in range(last):
        marks[spot, k] = words[depth, k]
    marks[spot, last] = mark
    return False


@kernel
def _mark(notes: Notes, way: int) -> np.uint64:
    """Return what tells the searches and the ways of a search apart."""
    # An ended game is one end, however many dice it took.
    kind = ENDED if ENDED <= way < BY_DIE else way
    return np.uint64(64 * notes[STAMP] + kind)


@kernel
def _mix(value: np.uint64) -> np.uint64:
    """Return *value* with its bits spread (a xorshift: it cannot overflow)."""
    value ^= value >> np.uint64(12)
    value ^= value << np.uint64(25)
    value ^= value >> np.uint64(27)
    return value
