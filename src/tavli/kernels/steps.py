"""Single steps on boards, and the state of a search through one roll.

A search keeps the boards along its path and never takes a step back: a step copies
the board before it, 13 machine words, and changes a few bytes of the copy.
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
from tavli.kernels.duties import points_held
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

Notes = NDArray[np.int64]
"""The integers of a search, at the indexes below."""

# Indexes into Notes; those from HELD on are the first of several entries.
BASE: Final = 0  # where the finals of this roll begin
COUNT: Final = 1  # and where the next one goes
STAMP: Final = 2  # the number of this search
OPEN: Final = 3  # the points the mover may land on, as bits
BLOTS: Final = 4  # the points where he would hit
PINNED: Final = 5  # the points where he is pinned
MAY_BEAR_OFF: Final = 6  # as far as pins are concerned
MOST_DICE: Final = 7  # the most dice that any stop used
HIGH_ENDED: Final = 8  # whether the larger die alone ended the game
HELD: Final = 9  # by depth: the points where the mover has a free checker
AHEAD: Final = HELD + 5  # by depth: the sources still to be tried
STAYING: Final = AHEAD + 5  # by depth: the points where a checker must stay
ORDER: Final = STAYING + 5  # by depth: the die to be taken
SEEN: Final = ORDER + 4  # by source of the high die: those of the low die met
_NOTES: Final = SEEN + SLOTS

_MARKS: Final = 8192
"""Room for the states of a search, at most half full."""
MARK_SIZE: Final = 8
MARK_MASK: Final = _MARKS - 1


class Buffers(NamedTuple):
    """What a thread needs to generate positions; made once, used for every roll.

    ``boards`` and ``ended`` hold the finals; ``boards`` belongs to the caller between
    two calls. ``words`` and ``path_words`` are the same memory as ``boards`` and
    ``path``, seen as machine words.
    """

    boards: Boards
    ended: NDArray[np.int8]
    words: Words
    path: Boards
    path_words: Words
    notes: Notes
    marks: Words

    @classmethod
    def make(cls, room: int = MAX_AFTERSTATES) -> Self:
        """Return fresh buffers for *room* finals, MAX_AFTERSTATES or more.

        Raises:
            ValueError: *room* is too small for a single roll.
        """
        if room < MAX_AFTERSTATES:
            raise ValueError(f"a roll needs room for {MAX_AFTERSTATES}, not {room}")
        words = np.zeros((room, WORDS), np.uint64)
        path = np.zeros((5, WORDS), np.uint64)
        return cls(
            words.view(np.int8).reshape(-1, ROWS, SLOTS),
            np.zeros(room, np.int8),
            words,
            path.view(np.int8).reshape(-1, ROWS, SLOTS),
            path,
            np.zeros(_NOTES, np.int64),
            np.zeros((_MARKS, MARK_SIZE), np.uint64),
        )


@kernel
def begin(table: Table, board: Board, buffers: Buffers) -> None:
    """Put *board*, the start of the turn, before a search."""
    path, notes = buffers.path, buffers.notes
    path[0] = board
    notes[BASE] = notes[COUNT]
    opened, blots, pinned = 0, 0, 0
    hits = table[CONTACT] == HIT
    for point in range(1, BAR):
        theirs = board[WAITER, table[ACROSS + point]]
        bit = bit_of(point)
        if board[MOVER_PINNED, point] != 0:
            pinned |= bit
        elif theirs < table[CLOSED_FROM]:
            opened |= bit
            if hits and theirs == 1:
                blots |= bit
    notes[OPEN], notes[BLOTS], notes[PINNED] = opened, blots, pinned
    free = pinned == 0 or table[BEARS_OFF_WHILE_PINNED] != 0
    notes[MAY_BEAR_OFF] = 1 if free else 0
    notes[HELD] = points_held(board[MOVER])
    notes[STAYING] = 0


@kernel
def sources(notes: Notes, depth: int, die: int) -> int:
    """Return the points whose checkers may take *die* after *depth* steps, as bits."""
    held = notes[HELD + depth]
    ready = held & (notes[OPEN] >> die)
    if held & BAR_BIT:
        return int(ready & BAR_BIT)
    there = held | notes[PINNED]
    if there & OUTSIDE == 0 and notes[MAY_BEAR_OFF] != 0:
        exact = bit_of(die)
        rear = there & -there
        ready |= held & exact
        if rear > exact:
            ready |= held & rear
    return int(ready)


@kernel
def copy(target: Words, at: int, source: Words, index: int) -> None:
    """Copy the board at *index* of *source* to *at* of *target*."""
    for k in range(WORDS):
        target[at, k] = source[index, k]


@kernel
def take(table: Table, board: Board, source: int, target: int) -> bool:
    """Move a checker of the mover on *board*; return whether it hit.

    Twin of `Stepper.taken`.
    """
    board[MOVER, source] -= 1
    board[MOVER, target] += 1
    if table[CONTACT] == BLOCK:
        return False
    there = table[ACROSS + target]
    meets = target != OFF and board[WAITER, there] == 1
    if table[CONTACT] == HIT:
        if meets:
            board[WAITER, there] = 0
            board[WAITER, BAR] += 1
        return meets
    left = table[ACROSS + source]
    if board[WAITER_PINNED, left] != 0 and board[MOVER, source] == 0:
        board[WAITER_PINNED, left] = 0
        board[WAITER, left] += 1
    if meets:
        board[WAITER, there] = 0
        board[WAITER_PINNED, there] = 1
    return False


@kernel
def held_after(held: int, board: Board, source: int, target: int) -> int:
    """Return the points held on *board*, where they were *held* a step before."""
    if board[MOVER, source] == 0:
        held &= ~bit_of(source)
    return held | bit_of(target) if target != OFF else held


@kernel
def has_ended(table: Table, board: Board) -> bool:
    """Whether the mover's step to *board* ended the game (C14, K8, K9)."""
    if board[MOVER, OFF] == CHECKERS:
        return True
    if table[MOTHER_AT_STEP] == 0 or board[WAITER_PINNED, START] == 0:
        return False
    if board[MOVER_PINNED, START] != 0:
        return True
    return bool(table[MOTHER_NEEDS_EMPTY_START] == 0 or board[MOVER, START] == 0)
