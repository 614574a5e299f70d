"""Final positions of a roll, into the caller's buffers. Twin of `rules.plays`."""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import ROWS, SLOTS, WAITER, WAITER_PINNED, Board, Boards
from tavli.kernels.duties import holds_block, is_trapped, leaves_a_move
from tavli.kernels.jit import kernel
from tavli.kernels.search import (
    COUNT,
    HAND,
    HIGH_DIE_ENDED,
    HIT_AT,
    MOST_DICE,
    OPEN,
    ORDER,
    SOURCE,
    STAMP,
    WORK_SIZE,
    Work,
    begin,
    has_ended,
    may_step,
    step,
    undo,
    write,
)
from tavli.kernels.table import (
    ANY_LOCK,
    BLOCK_AT_STEP,
    BLOCKS,
    CLASSIC_TRAP,
    MOBILITY,
    MOBILITY_BEFORE_DICE,
    MOTHER_AT_STEP,
    NO_DUTY,
    RUNNER_FIRST,
    STAYS_AFTER_HIT,
    Table,
)
from tavli.rules import BAR, CHECKERS, START

MAX_AFTERSTATES: Final = 4096
"""Room for the final positions of any roll; the most ever met are some 2,100."""

_KEYS: Final = 16384
Keys = NDArray[np.uint64]
"""Shape (_KEYS, 3): a table of states met, the last column telling in which search."""

# How a stop was reached: by one die, by several, or by ending the game.
_ENDED: Final = 8
_BY_DIE: Final = 16


class Buffers(NamedTuple):
    """What a thread needs to generate positions; made once, used for every roll."""

    boards: Boards
    ended: NDArray[np.int8]
    work: Work
    keys: Keys
    spare: NDArray[np.int64]

    @classmethod
    def make(cls) -> Self:
        """Return fresh buffers."""
        return cls(
            np.zeros((MAX_AFTERSTATES, ROWS, SLOTS), np.int8),
            np.zeros(MAX_AFTERSTATES, np.int8),
            np.zeros(WORK_SIZE, np.int64),
            np.zeros((_KEYS, 3), np.uint64),
            np.zeros(SLOTS, np.int64),
        )


@kernel
def afterstates(
    table: Table, board: Board, first: int, second: int, buffers: Buffers
) -> int:
    """Write each legal final position of a throw once; return how many there are.

    *board* and ``buffers.boards`` are seen by the player who moves;
    ``buffers.ended`` is 1 where the play ended the game between two steps, so that
    the dice left were not played. A lost turn gives *board* itself.
    """
    boards, ended, work, keys, spare = buffers
    begin(table, board, work)
    work[STAMP] += 1
    duty = table[MOBILITY] == ANY_LOCK or (
        table[MOBILITY] == CLASSIC_TRAP and is_trapped(table, board)
    )
    every_stop = duty and table[MOBILITY_BEFORE_DICE] != 0
    tangled = every_stop or _order_matters(table, board)
    high, low = max(first, second), min(first, second)
    work[ORDER : ORDER + 4] = high
    if high == low:
        _search(table, board, 4, tangled, every_stop, buffers)
    else:
        work[ORDER + 1] = low
        _search(table, board, 2, tangled, every_stop, buffers)
        work[ORDER], work[ORDER + 1] = low, high
        _search(table, board, 2, tangled, every_stop, buffers)
    if every_stop:
        _keep_with_a_move(table, boards, ended, work, spare)
    _keep_by_dice(boards, ended, work, high, high == low)
    if duty and not every_stop:
        _keep_with_a_move(table, boards, ended, work, spare)
    for index in range(work[COUNT]):
        ended[index] = 1 if _ENDED <= ended[index] < _BY_DIE else 0
    if work[COUNT] == 0:
        boards[0] = board
        ended[0] = 0
        return 1
    return int(work[COUNT])


@kernel
def _order_matters(table: Table, board: Board) -> bool:
    """Whether equal steps in another order may lead elsewhere, or nowhere.

    Otherwise a double is searched with sources falling, which finds each final
    once: what moves between neighbouring points of a path is settled by its ends.
    """
    if table[BLOCK_AT_STEP] != 0 or table[STAYS_AFTER_HIT] != 0:
        return True
    if table[RUNNER_FIRST] != 0 and board[0, START] >= CHECKERS - 1:
        return True
    mother = board[WAITER, START] + board[WAITER_PINNED, START]
    return table[MOTHER_AT_STEP] != 0 and mother == 1


@kernel
def _search(
    table: Table,
    board: Board,
    dice: int,
    tangled: bool,  # noqa: FBT001  # a kernel takes its arguments by position
    every_stop: bool,  # noqa: FBT001
    buffers: Buffers,
) -> None:
    """Walk the lines that take the dice in this order; note where they may stop."""
    work = buffers.work
    falling = dice == 4 and not tangled
    depth = 0
    source = BAR
    while True:
        die = work[ORDER + depth]
        while source > 0 and not may_step(table, board, work, source, die):
            source -= 1
        if source > 0:
            step(table, board, work, depth, source, die)
            depth += 1
            if _arrive(table, board, depth, dice, tangled, every_stop, buffers):
                source = source if falling else BAR
                continue
        elif depth == 0:
            return
        depth -= 1
        source = work[SOURCE + depth] - 1
        undo(table, work, depth)


@kernel
def _arrive(
    table: Table,
    board: Board,
    depth: int,
    dice: int,
    tangled: bool,  # noqa: FBT001
    every_stop: bool,  # noqa: FBT001
    buffers: Buffers,
) -> bool:
    """Judge the state after *depth* steps, note it; return whether to go deeper."""
    boards, ended, work, keys, spare = buffers
    over = has_ended(table, board, work)
    blocked = table[BLOCKS] != 0 and holds_block(table, work[HAND:OPEN], board[WAITER])
    if blocked and table[BLOCK_AT_STEP] != 0:
        return False
    way = _way(work, depth, dice, over)
    falling = dice == 4 and not tangled
    notes = over or (not blocked and (every_stop or depth >= work[MOST_DICE]))
    looks = tangled or (notes and not falling)
    if looks and _was_met(work, keys, depth, way):
        return not tangled and not over and depth < dice
    if notes:
        if not over and not every_stop and depth > work[MOST_DICE]:
            work[MOST_DICE] = depth
            _keep_ended(boards, ended, work)
        write(table, board, work, depth, boards[work[COUNT]])
        ended[work[COUNT]] = way
        work[COUNT] += 1
    if over and way == _ENDED + 1 and dice == 2 and work[ORDER] > work[ORDER + 1]:
        work[HIGH_DIE_ENDED] = 1
    return not over and depth < dice


@kernel
def _way(work: Work, depth: int, dice: int, over: bool) -> int:  # noqa: FBT001
    """Return how a stop was reached, which tells stops apart and chooses the dice."""
    if over:
        return _ENDED + depth
    if depth == 1 and dice == 2:
        return int(_BY_DIE + work[ORDER])
    return depth


@kernel
def _was_met(work: Work, keys: Keys, depth: int, way: int) -> bool:
    """Whether this state was met in this way before; remember it if not."""
    low, high = np.uint64(0), np.uint64(0)
    for point in range(13):
        low |= np.uint64(work[HAND + point]) << np.uint64(4 * point)
        high |= np.uint64(work[HAND + 13 + point]) << np.uint64(4 * point)
    for k in range(depth):
        hit = work[HIT_AT + k]
        if hit > 12:
            high |= np.uint64(1) << np.uint64(39 + hit)
        elif hit > 0:
            low |= np.uint64(1) << np.uint64(51 + hit)
    # An ended game is one end, however many dice it took.
    kind = _ENDED if _ENDED <= way < _BY_DIE else way
    mark = np.uint64(32 * work[STAMP] + kind)
    spot = _spread(low) ^ (_spread(high) >> np.uint64(3)) ^ np.uint64(kind * 577)
    spot &= np.uint64(_KEYS - 1)
    while keys[spot, 2] >> np.uint64(5) == np.uint64(work[STAMP]):
        if keys[spot, 0] == low and keys[spot, 1] == high and keys[spot, 2] == mark:
            return True
        spot = (spot + np.uint64(1)) & np.uint64(_KEYS - 1)
    keys[spot, 0], keys[spot, 1], keys[spot, 2] = low, high, mark
    return False


@kernel
def _spread(value: np.uint64) -> np.uint64:
    """Return *value* with its bits spread over the lowest ones (xorshift)."""
    value ^= value >> np.uint64(33)
    value ^= value << np.uint64(21)
    value ^= value >> np.uint64(17)
    value ^= value >> np.uint64(43)
    return value


@kernel
def _keep_ended(boards: Boards, ended: NDArray[np.int8], work: Work) -> None:
    """Forget the stops that used fewer dice; ended games stay."""
    kept = 0
    for index in range(work[COUNT]):
        if _ENDED <= ended[index] < _BY_DIE:
            boards[kept] = boards[index]
            ended[kept] = ended[index]
            kept += 1
    work[COUNT] = kept


@kernel
def _keep_by_dice(
    boards: Boards,
    ended: NDArray[np.int8],
    work: Work,
    high: int,
    is_double: bool,  # noqa: FBT001
) -> None:
    """Keep the longest plays and, of single dice, the larger (C4 to C6)."""
    longest = 0
    high_used = work[HIGH_DIE_ENDED] != 0
    for index in range(work[COUNT]):
        longest = max(longest, _dice_used(ended[index]))
        if ended[index] == _BY_DIE + high:
            high_used = True
    kept = 0
    for index in range(work[COUNT]):
        way = ended[index]
        good = _dice_used(way) == longest
        if good and longest == 1 and not is_double and high_used:
            good = way == _BY_DIE + high
        if good or _ENDED <= way < _BY_DIE:
            boards[kept] = boards[index]
            ended[kept] = way
            kept += 1
    work[COUNT] = kept


@kernel
def _dice_used(way: int) -> int:
    return 1 if way >= _BY_DIE else way % _ENDED


@kernel
def _keep_with_a_move(
    table: Table,
    boards: Boards,
    ended: NDArray[np.int8],
    work: Work,
    spare: NDArray[np.int64],
) -> None:
    """Keep the stops that leave the opponent a move, if there is one at all (F11)."""
    good = 0
    for index in range(work[COUNT]):
        if _ENDED <= ended[index] < _BY_DIE or _fulfils(table, boards[index], spare):
            good += 1
            ended[index] += _GOOD
    kept = 0
    for index in range(work[COUNT]):
        is_good = ended[index] >= _GOOD
        way = ended[index] - _GOOD if is_good else ended[index]
        if is_good or good == 0:
            boards[kept] = boards[index]
            ended[kept] = way
            kept += 1
    work[COUNT] = kept


_GOOD: Final = 64


@kernel
def _fulfils(table: Table, board: Board, spare: NDArray[np.int64]) -> bool:
    if table[MOBILITY] == NO_DUTY:
        return True
    if table[MOBILITY] == CLASSIC_TRAP:
        return not is_trapped(table, board)
    return leaves_a_move(table, board, spare)
