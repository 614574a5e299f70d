"""The search for rolls in which the order of steps matters, or the game may end.

States are kept with the way they were reached, so that each is looked into once; a
state is known by its board, byte for byte.
"""

from typing import Final

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
    MARKS,
    MOST_DICE,
    ORDER,
    STAMP,
    STAYING,
    WAYS,
    Cells,
    Memory,
    copy_board,
    final_at,
    has_ended,
    held_after,
    path_at,
    row_of,
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
    table: Table, throw: tuple[int, int], every_stop: int, memory: Memory, cells: Cells
) -> None:
    """Write where a play may stop, and the way it came there.

    With *every_stop* the plays that use fewer dice than others are written too.
    """
    high, low = throw
    memory[STAMP] += 1
    memory[MOST_DICE] = 1
    memory[HIGH_ENDED] = 0
    memory[ORDER : ORDER + 4] = high
    if high == low:
        _walk(table, 4, every_stop, memory, cells)
        return
    memory[ORDER + 1] = low
    _walk(table, 2, every_stop, memory, cells)
    memory[ORDER], memory[ORDER + 1] = low, high
    _walk(table, 2, every_stop, memory, cells)


@kernel
def _walk(
    table: Table, dice: int, every_stop: int, memory: Memory, cells: Cells
) -> None:
    """Look into all that the dice in this order reach."""
    depth = 0
    memory[AHEAD] = _sources(table, 0, memory, cells)
    while depth >= 0:
        ahead = memory[AHEAD + depth]
        if ahead == 0:
            depth -= 1
            continue
        bit = ahead & -ahead
        memory[AHEAD + depth] = ahead ^ bit
        source = point_of(bit)
        _step(table, depth, source, memory, cells)
        if _arrive(table, (depth + 1, dice), every_stop, memory, cells):
            depth += 1
            memory[AHEAD + depth] = _sources(table, depth, memory, cells)


@kernel
def _step(table: Table, depth: int, source: int, memory: Memory, cells: Cells) -> None:
    """Take the next die from *source*, on the board after *depth* steps."""
    target = max(source - memory[ORDER + depth], OFF)
    after = path_at(depth + 1)
    copy_board(memory, after, path_at(depth))
    has_hit = take(table, cells, 8 * after, source, target)
    held = held_after(memory[HELD + depth], cells, 8 * after, source, target)
    staying = memory[STAYING + depth]
    if has_hit and table[STAYS_AFTER_HIT] != 0 and target <= 6:
        staying |= bit_of(target)
    memory[HELD + depth + 1] = held
    memory[STAYING + depth + 1] = staying


@kernel
def _sources(table: Table, depth: int, memory: Memory, cells: Cells) -> int:
    """Return the points whose checkers may take the next die, as bits."""
    mover = row_of(cells, 8 * path_at(depth), MOVER)
    ready = sources(memory, depth, memory[ORDER + depth])
    if table[RUNNER_FIRST] != 0 and waits_for_runner(table, mover):
        ready &= ~START_BIT
    if memory[STAYING + depth] != 0:
        for point in range(1, 7):
            if mover[point] == 1 and memory[STAYING + depth] & bit_of(point):
                ready &= ~bit_of(point)
    return int(ready)


@kernel
def _arrive(
    table: Table, steps: tuple[int, int], every_stop: int, memory: Memory, cells: Cells
) -> bool:
    """Judge the state after *steps*, so many of all, note it; whether to go deeper."""
    depth, dice = steps
    at = 8 * path_at(depth)
    over = has_ended(table, cells, at)
    blocked = table[BLOCKS] != 0 and holds_block(
        table, memory[HELD + depth], row_of(cells, at, WAITER)
    )
    if blocked and table[BLOCK_AT_STEP] != 0:
        return False
    way = depth
    if over:
        way = ENDED + depth
    elif depth == 1 and dice == 2:
        way = int(BY_DIE + memory[ORDER])
    if over and depth == 1 and dice == 2 and memory[ORDER] > memory[ORDER + 1]:
        memory[HIGH_ENDED] = 1
    if _was_met(depth, way, memory):
        return False
    if over or (not blocked and (every_stop != 0 or depth >= memory[MOST_DICE])):
        if not over and every_stop == 0 and depth > memory[MOST_DICE]:
            memory[MOST_DICE] = depth
            _keep_ended(memory, cells)
        copy_board(memory, final_at(memory, memory[COUNT]), path_at(depth))
        cells[WAYS + memory[COUNT]] = way
        memory[COUNT] += 1
    return not over and depth < dice


@kernel
def _keep_ended(memory: Memory, cells: Cells) -> None:
    """Forget the stops that used fewer dice; ended games stay."""
    kept = memory[BASE]
    for index in range(memory[BASE], memory[COUNT]):
        if ENDED <= cells[WAYS + index] < BY_DIE:
            keep(memory, cells, kept, index)
            kept += 1
    memory[COUNT] = kept


@kernel
def keep(memory: Memory, cells: Cells, at: int, index: int) -> None:
    """Move final number *index* to *at*, with its way."""
    copy_board(memory, final_at(memory, at), final_at(memory, index))
    cells[WAYS + at] = cells[WAYS + index]


@kernel
def _was_met(depth: int, way: int, memory: Memory) -> bool:
    """Whether this board was met in this way before; remember it if not.

    The first words of a board, the free checkers, tell boards of one roll apart.
    """
    last = MARK_SIZE - 1
    board = path_at(depth)
    # An ended game is one end, however many dice it took.
    kind = ENDED if ENDED <= way < BY_DIE else way
    mark = 64 * memory[STAMP] + kind
    mixed = mark
    for k in range(last):
        mixed = _mix(mixed ^ memory[board + k])
    spot = mixed & MARK_MASK
    at = MARKS + MARK_SIZE * spot
    while memory[at + last] >> 6 == mark >> 6:
        same = memory[at + last] == mark
        for k in range(last):
            same = same and memory[at + k] == memory[board + k]
        if same:
            return True
        spot = (spot + 1) & MARK_MASK
        at = MARKS + MARK_SIZE * spot
    for k in range(last):
        memory[at + k] = memory[board + k]
    memory[at + last] = mark
    return False


@kernel
def _mix(value: int) -> int:
    """Return *value* with its bits spread (a xorshift: it cannot overflow)."""
    value ^= value >> 12
    value ^= value << 25
    value ^= value >> 27
    return value
