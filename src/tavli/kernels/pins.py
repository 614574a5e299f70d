"""Plakoto's commonest end with a pin, as two sides that can be counted apart.

The holder is all at home and pins one checker on the rearmost point it holds; the
held side has its other checkers at home, and can't bear off before the pin ends. The
holder's checkers never meet it again: those left when the pin ends are past it.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, MOVER_PINNED, WAITER, Board, Boards
from tavli.kernels.combination import number_of, stands_within, ways
from tavli.kernels.duties import Counts
from tavli.kernels.jit import kernel
from tavli.kernels.race import Row, Tails, ahead, has_pins, tail
from tavli.rules import BAR, CHECKERS, OFF

HOME: Final = 6
NEAREST: Final = 2
"""The holder's lowest point of a pin: one on 1 is the mother's, and ends the game."""

OTHERS: Final = CHECKERS - 1
PLACES: Final = ways(HOME - 1, OTHERS)
"""In how many ways the held side's others stand at home, none of them off."""

FARTHEST: Final = BAR - NEAREST
"""Where the held side's checker may be at most, as it counts."""

AT_HOME: Final = ways(HOME - 1, CHECKERS)
"""In how many ways all the held side's checkers stand at home, none of them off."""

WAITS: Final = 12
"""Turns that the held side waits are counted up to one less; then nothing moves."""

_WIN: Final = 0
_DOUBLE: Final = 1
_LOST_DOUBLE: Final = 3


class Hold(NamedTuple):
    """When the holder ends the pin, and how many rolls it then still takes.

    Of number *k* by `number_of`, ``values[starts[k]:starts[k + 1]]`` are rows of
    ``widths[k]`` chances: row *t* for the pin to end with roll *t* + 1, and there
    the chance that so many more rolls bear all off.
    """

    starts: NDArray[np.int64]
    widths: NDArray[np.int8]
    values: NDArray[np.float32]


class Rolls(NamedTuple):
    """How many rolls a side takes to its first and to its last checker off."""

    opening: Tails
    finish: Tails


class Pins(NamedTuple):
    """The table of such ends, and of those that the end of the pin leaves.

    ``held`` counts the rolls from the end of the pin, by `held_number`; ``freed`` from
    now on, by `freed_number`; ``race`` is the finish of the holder's race.
    """

    hold: Hold
    held: Rolls
    freed: Rolls
    race: Tails


@kernel
def others_number(counts: Counts) -> int:
    """Return the number of the held side's other checkers, from 0 to PLACES - 1."""
    return number_of(counts[1:], HOME - 1, OTHERS)


@kernel
def held_number(point: int, others: int, waits: int) -> int:
    """Return the number of a side held on the holder's *point* that waits so often."""
    return ((point - NEAREST) * PLACES + others) * WAITS + min(waits, WAITS - 1)


@kernel
def freed_number(point: int, others: int) -> int:
    """Return the number of a freed side with one checker on *point*, beyond home.

    The numbers below are those of sides that are all at home.
    """
    return AT_HOME + (point - HOME - 1) * PLACES + others


@kernel
def pin_of(board: Board, holder: int) -> int:
    """Return the holder's point of the pin, or 0 if this is no such end.

    *holder* is MOVER or WAITER.
    """
    held = WAITER - holder
    point = rearmost(board[holder])
    if not NEAREST <= point <= HOME or board[held + MOVER_PINNED, BAR - point] != 1:
        return 0
    for other in range(1, BAR):
        if board[holder + MOVER_PINNED, other] != 0:
            return 0
        if other != BAR - point and board[held + MOVER_PINNED, other] != 0:
            return 0
    alone = stands_within(board[holder], HOME, CHECKERS)
    if alone and board[held, OFF] == 0 and stands_within(board[held], HOME, OTHERS):
        return point
    return 0


@kernel
def straggler_of(board: Board, holder: int) -> int:
    """Return where the freed side's last checker is, or 0 if this is no such end.

    All its others are at home, and the former holder's are past it.
    """
    freed = WAITER - holder
    point = rearmost(board[freed])
    if not HOME < point < BAR - rearmost(board[holder]) or board[freed, OFF] != 0:
        return 0
    if board[freed, point] != 1 or has_pins(board) or point > FARTHEST:
        return 0
    for other in range(HOME + 1, point):
        if board[freed, other] != 0:
            return 0
    both = stands_within(board[holder], HOME, CHECKERS) and stands_within(
        board[freed], point, CHECKERS
    )
    return point if both and board[holder, OFF] < CHECKERS else 0


@kernel
def rearmost(counts: Counts) -> int:
    """Return the highest point of *counts* with a checker, 0 if there is none."""
    for point in range(BAR, 0, -1):
        if counts[point] != 0:
            return point
    return 0


@kernel
def pin_chances(pins: Pins, board: Board, row: Row) -> None:
    """Write to *row* the chances of the side on roll, where there is such an end.

    Only the held side may lose double: the other has borne off before it can be last.
    """
    row[:] = 0
    for holder in (MOVER, WAITER):
        win, double = 0.0, 0.0
        point, straggler = pin_of(board, holder), straggler_of(board, holder)
        if point != 0:
            win, double = _while_held(pins, board, holder, point)
        elif straggler != 0:
            win, double = _once_freed(pins, board, holder, straggler)
        else:
            continue
        if holder == MOVER:
            row[_WIN], row[_DOUBLE] = win, double
        else:
            row[_WIN], row[_LOST_DOUBLE] = 1 - win, double


@kernel
def _while_held(
    pins: Pins, board: Board, holder: int, point: int
) -> tuple[float, float]:
    """Return the holder's chances to win, and to win double.

    If the holder is on roll, the other side has waited a turn less when the pin ends.
    """
    hold = pins.hold
    number = number_of(board[holder], HOME, CHECKERS)
    others = others_number(board[WAITER - holder])
    win, double = 0.0, 0.0
    waits = 0 if holder == MOVER else 1
    width = int(hold.widths[number])
    at = hold.starts[number]
    while at < hold.starts[number + 1]:
        place = held_number(point, others, waits)
        for rolls in range(width):
            chance = float(hold.values[at + rolls])
            win += chance * tail(pins.held.finish, place, rolls)
            double += chance * tail(pins.held.opening, place, rolls)
        at += width
        waits += 1
    return win, double


@kernel
def _once_freed(
    pins: Pins, board: Board, holder: int, straggler: int
) -> tuple[float, float]:
    """Return the former holder's chances to win, and to win double."""
    number = number_of(board[holder], HOME, CHECKERS)
    freed = freed_number(straggler, others_number(board[WAITER - holder]))
    lead = 1 if holder == MOVER else 0
    win = ahead(pins.race, number, pins.freed.finish, freed, lead)
    double = ahead(pins.race, number, pins.freed.opening, freed, lead)
    return win, double


@kernel
def many_pin_chances(pins: Pins, boards: Boards, rows: NDArray[np.float32]) -> None:
    """Write the chances of each of *boards*, where there is such an end."""
    for index in range(len(boards)):
        pin_chances(pins, boards[index], rows[index])


@kernel
def mark_pins(boards: Boards, marks: NDArray[np.bool_]) -> None:
    """Write for each of *boards* whether there is such an end."""
    for index in range(len(boards)):
        board, found = boards[index], 0
        for holder in (MOVER, WAITER):
            found += pin_of(board, holder) + straggler_of(board, holder)
        marks[index] = found != 0
