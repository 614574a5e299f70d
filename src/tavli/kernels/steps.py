"""Single steps on boards, and the state of a search through one roll.

A search keeps the boards along its path and never takes a step back: a step copies
the board before it, 13 machine words, and changes a few bytes of the copy.

All of it lies in one array, the memory of a thread: the compiler passes every array
from function to function as seven numbers, and Python looks at each one of a call.
"""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.bits import BAR_BIT, OUTSIDE, bit_of
from tavli.kernels.board import (
    MOVER,
    MOVER_PINNED,
    ROWS,
    SLOTS,
    WAITER,
    WAITER_PINNED,
    Board,
    Boards,
)
from tavli.kernels.jit import kernel
from tavli.kernels.table import (
    ACROSS,
    BEARS_OFF_WHILE_PINNED,
    BLOCK,
    CLOSED_FROM,
    CONTACT,
    HIT,
    MOTHER_AT_STEP,
    MOTHER_NEEDS_EMPTY_START,
    Table,
)
from tavli.rules import BAR, CHECKERS, OFF, START

MAX_AFTERSTATES: Final = 4096
"""Room for the final positions of any roll.

Fifteen checkers share at most four equal steps in C(19, 4) = 3,876 ways.
"""

WORDS: Final = ROWS * SLOTS // 8
"""A board in machine words."""

Words = NDArray[np.uint64]
"""Shape (n, 13): boards as machine words, to be copied fast."""

Memory = NDArray[np.int64]
"""Notes, path, marks, ways and boards of a thread, at the word indexes below."""

Cells = NDArray[np.int8]
"""The same memory, byte by byte."""

# Notes: a word each. Those from HELD on are the first of several.
FINALS: Final = 0  # where the final boards begin
BASE: Final = 1  # the number of the first final of this roll
COUNT: Final = 2  # and of the next one to be written
STAMP: Final = 3  # the number of this search
OPEN: Final = 4  # the points the mover may land on, as bits
BLOTS: Final = 5  # the points where he would hit
PINNED: Final = 6  # the points where he is pinned
MAY_BEAR_OFF: Final = 7  # as far as pins are concerned
MOST_DICE: Final = 8  # the most dice that any stop used
HIGH_ENDED: Final = 9  # whether the larger die alone ended the game
HELD: Final = 10  # by depth: the points where the mover has a free checker
AHEAD: Final = HELD + 5  # by depth: the sources still to be tried
STAYING: Final = AHEAD + 5  # by depth: the points where a checker must stay
ORDER: Final = STAYING + 5  # by depth: the die to be taken
SEEN: Final = ORDER + 4  # by source of the high die: those of the low die met
PATH: Final = SEEN + SLOTS  # by depth: the board
MARKS: Final = PATH + 5 * WORDS  # the states of a search, at most half full
MARK_SIZE: Final = 8
MARK_MASK: Final = 8192 - 1
_WAYS_WORD: Final = MARKS + (MARK_MASK + 1) * MARK_SIZE

WAYS: Final = 8 * _WAYS_WORD
"""The byte of the first final's way: how its play ended."""

# Bytes of a board, after that of its first cell.
THEIRS: Final = WAITER * SLOTS
MY_PINNED: Final = MOVER_PINNED * SLOTS
THEIR_PINNED: Final = WAITER_PINNED * SLOTS


class Buffers(NamedTuple):
    """What a thread needs to generate positions; made once, used for every roll.

    ``boards`` and ``ended`` hold the finals; ``boards`` belongs to the caller between
    two calls. Both are parts of ``memory``.
    """

    boards: Boards
    ended: NDArray[np.int8]
    memory: Memory

    @classmethod
    def make(cls, room: int = MAX_AFTERSTATES) -> Self:
        """Return fresh buffers for *room* finals, MAX_AFTERSTATES or more.

        Raises:
            ValueError: *room* is too small for a single roll.
        """
        if room < MAX_AFTERSTATES:
            raise ValueError(f"a roll needs room for {MAX_AFTERSTATES}, not {room}")
        finals = _WAYS_WORD + (room + 7) // 8
        memory = np.zeros(finals + room * WORDS, np.int64)
        memory[FINALS] = finals
        cells = memory.view(np.int8)
        boards = cells[8 * finals :].reshape(-1, ROWS, SLOTS)
        return cls(boards, cells[WAYS : WAYS + room], memory)

    @property
    def words(self) -> Words:
        """The boards as machine words, for callers in Python."""
        finals = int(self.memory[FINALS])
        return self.memory[finals:].view(np.uint64).reshape(-1, WORDS)


@kernel
def begin(table: Table, board: Board, memory: Memory, cells: Cells) -> None:
    """Put *board*, the start of the turn, before a search."""
    at = 8 * PATH
    for row in range(ROWS):
        for slot in range(SLOTS):
            cells[at + row * SLOTS + slot] = board[row, slot]
    memory[BASE] = memory[COUNT]
    # No branches: what stands where is as good as random.
    closed_from, held, opened, single, pinned = table[CLOSED_FROM], 0, 0, 0, 0
    for point in range(1, BAR):
        theirs = board[WAITER, table[ACROSS + point]]
        place = BAR - point
        held |= int(board[MOVER, point] > 0) << place
        pinned |= int(board[MOVER_PINNED, point]) << place
        opened |= int(theirs < closed_from) << place
        single |= int(theirs == 1) << place
    memory[OPEN] = opened & ~pinned
    memory[BLOTS] = opened & single if table[CONTACT] == HIT else 0
    memory[PINNED] = pinned
    free = pinned == 0 or table[BEARS_OFF_WHILE_PINNED] != 0
    memory[MAY_BEAR_OFF] = 1 if free else 0
    memory[HELD] = held | int(board[MOVER, BAR] > 0)
    memory[STAYING] = 0


@kernel
def sources(memory: Memory, depth: int, die: int) -> int:
    """Return the points whose checkers may take *die* after *depth* steps, as bits."""
    held = memory[HELD + depth]
    ready = held & (memory[OPEN] >> die)
    if held & BAR_BIT:
        return int(ready & BAR_BIT)
    there = held | memory[PINNED]
    if there & OUTSIDE == 0 and memory[MAY_BEAR_OFF] != 0:
        exact = bit_of(die)
        rear = there & -there
        ready |= held & exact
        if rear > exact:
            ready |= held & rear
    return int(ready)


@kernel
def path_at(depth: int) -> int:
    """Return the word where the board after *depth* steps begins."""
    return PATH + WORDS * depth


@kernel
def final_at(memory: Memory, number: int) -> int:
    """Return the word where final *number* begins."""
    return int(memory[FINALS] + WORDS * number)


@kernel
def copy_board(memory: Memory, target: int, source: int) -> None:
    """Copy the board that begins at the word *source* to *target*."""
    for k in range(WORDS):
        memory[target + k] = memory[source + k]


@kernel
def copy(target: Words, at: int, source: Words, index: int) -> None:
    """Copy the board at *index* of *source* to *at* of *target*."""
    for k in range(WORDS):
        target[at, k] = source[index, k]


@kernel
def take(table: Table, cells: Cells, at: int, source: int, target: int) -> bool:
    """Move a checker of the mover on the board at byte *at*; return whether it hit.

    Twin of `Stepper.taken`.
    """
    cells[at + source] -= 1
    cells[at + target] += 1
    if table[CONTACT] == BLOCK:
        return False
    there = at + THEIRS + table[ACROSS + target]
    meets = target != OFF and cells[there] == 1
    if table[CONTACT] == HIT:
        if meets:
            cells[there] = 0
            cells[at + THEIRS + BAR] += 1
        return meets
    left = at + THEIRS + table[ACROSS + source]
    to_pinned = THEIR_PINNED - THEIRS
    if cells[left + to_pinned] != 0 and cells[at + source] == 0:
        cells[left + to_pinned] = 0
        cells[left] += 1
    if meets:
        cells[there] = 0
        cells[there + to_pinned] = 1
    return False


@kernel
def held_after(held: int, cells: Cells, at: int, source: int, target: int) -> int:
    """Return the points held on the board at byte *at*, *held* a step before."""
    if cells[at + source] == 0:
        held &= ~bit_of(source)
    return held | bit_of(target) if target != OFF else held


@kernel
def has_ended(table: Table, cells: Cells, at: int) -> bool:
    """Whether the step to the board at byte *at* ended the game (C14, K8, K9)."""
    if cells[at + OFF] == CHECKERS:
        return True
    if table[MOTHER_AT_STEP] == 0 or cells[at + THEIR_PINNED + START] == 0:
        return False
    if cells[at + MY_PINNED + START] != 0:
        return True
    return bool(table[MOTHER_NEEDS_EMPTY_START] == 0 or cells[at + START] == 0)


@kernel
def row_of(cells: Cells, at: int, row: int) -> NDArray[np.int8]:
    """Return a row of the board at byte *at*."""
    return cells[at + row * SLOTS : at + (row + 1) * SLOTS]
