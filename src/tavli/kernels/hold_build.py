"""Building how long a holder keeps its pin, and what it takes afterwards."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, SLOTS, WAITER, WAITER_PINNED
from tavli.kernels.combination import number_of, set_counts
from tavli.kernels.duties import Counts
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import afterstates
from tavli.kernels.pin_growth import MOST_TURNS, PinGrowth
from tavli.kernels.pins import (
    HOME,
    NEAREST,
    OTHERS,
    Hold,
    freed_number,
    others_number,
    rearmost,
)
from tavli.kernels.race import tail
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table
from tavli.rules import BAR, CHECKERS

_NEGLIGIBLE: Final = 1e-7


@kernel
def grow_hold(
    table: Table, growth: PinGrowth, first: int, last: int, buffers: Buffers
) -> None:
    """Build the holder from number *first* up to *last*.

    It plays for the most points against a held side of usual shape, whose state does
    not get worse while it waits.
    """
    board, hold = growth.board, growth.pins.hold
    for number in range(first, last):
        board[:] = 0
        set_counts(board[MOVER], number, HOME, CHECKERS)
        point = rearmost(board[MOVER])
        growth.ends[:] = 0
        if point >= NEAREST:
            board[WAITER_PINNED, BAR - point] = 1
            board[WAITER, 1] = OTHERS
            _build_hold(table, growth, number, point, buffers)
        _keep_hold(hold, number, growth.ends)


@kernel
def _build_hold(
    table: Table, growth: PinGrowth, number: int, point: int, buffers: Buffers
) -> None:
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = (1 if high == low else 2) / 36
            count = afterstates(table, growth.board, high, low, buffers)
            best, most = 0, -9.0
            for index in range(count):
                value = _worth(growth, buffers.boards[index, MOVER], point)
                if value > most:
                    best, most = index, value
            total += weight * most
            left = buffers.boards[best, MOVER]
            after = number_of(left, HOME, CHECKERS)
            if left[point] == 0:
                _add_ended(growth, after, weight)
            else:
                _add_hold(growth, after, weight)
    growth.worth[number] = total


@kernel
def _worth(growth: PinGrowth, left: Counts, point: int) -> float:
    """Return the points of the holder after a play, in the mean of what follows."""
    number = number_of(left, HOME, CHECKERS)
    haste = 1e-6 * float(growth.race.means[number])
    if left[point] != 0:
        return float(growth.worth[number]) - haste
    freed = freed_number(BAR - point, _usual())
    total, before = 0.0, 1.0
    rolls = 0
    while before > 0.0:
        after = tail(growth.race.finish, number, rolls)
        win = tail(growth.pins.freed.finish, freed, rolls)
        double = tail(growth.pins.freed.opening, freed, rolls)
        total += (before - after) * (2 * win - 1 + double)
        before = after
        rolls += 1
    return total - haste


@kernel
def _usual() -> int:
    """Return the number of a held side's usual other checkers, deep at home."""
    counts = np.zeros(SLOTS, np.int8)
    counts[1], counts[2], counts[3] = 5, 5, 4
    return others_number(counts)


@kernel
def _add_ended(growth: PinGrowth, number: int, weight: float) -> None:
    """Add what follows where the roll has ended the pin."""
    rolls, before = 0, 1.0
    while before > 0.0:
        after = tail(growth.race.finish, number, rolls)
        growth.ends[0, rolls] += weight * (before - after)
        before = after
        rolls += 1


@kernel
def _add_hold(growth: PinGrowth, number: int, weight: float) -> None:
    """Add what follows where the pin still stands, one turn later."""
    hold = growth.pins.hold
    width = int(hold.widths[number])
    at, turn = hold.starts[number], 1
    while at < hold.starts[number + 1]:
        for rolls in range(width):
            growth.ends[turn, rolls] += weight * hold.values[at + rolls]
        at += width
        turn += 1


@kernel
def _keep_hold(hold: Hold, number: int, ends: NDArray[np.float64]) -> None:
    height, width = 0, 0
    for turn in range(MOST_TURNS):
        for rolls in range(MOST_TURNS):
            if ends[turn, rolls] > _NEGLIGIBLE:
                height = turn + 1
                width = max(width, rolls + 1)
    at = hold.starts[number]
    for turn in range(height):
        for rolls in range(width):
            hold.values[at] = ends[turn, rolls]
            at += 1
    hold.widths[number] = width
    hold.starts[number + 1] = at
