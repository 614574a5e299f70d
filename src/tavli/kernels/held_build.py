"""Building what a held side takes, from the end of the game backward.

First come the ways to stand when the pin is over: all at home, then with the freed
checker on its way; then those in which the side still waits.
"""

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, MOVER_PINNED, WAITER
from tavli.kernels.combination import number_of, number_of_unopened, set_counts
from tavli.kernels.duties import Counts
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import afterstates
from tavli.kernels.pin_growth import PinGrowth
from tavli.kernels.pins import (
    AT_HOME,
    HOME,
    NEAREST,
    OTHERS,
    PLACES,
    WAITS,
    freed_number,
    held_number,
    others_number,
)
from tavli.kernels.race_build import add, keep
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table
from tavli.rules import BAR, CHECKERS, OFF


@kernel
def grow_freed(
    table: Table, growth: PinGrowth, first: int, last: int, buffers: Buffers
) -> None:
    """Build the freed side from number *first* up to *last*.

    It plays for the fewest rolls to its first checker off, which saves the second
    point, and among such plays for the fewest to the last.
    """
    board = growth.board
    board[:] = 0
    board[WAITER, 1] = CHECKERS
    for number in range(first, last):
        _set_freed(board[MOVER], number)
        growth.sums[:] = 0
        growth.sums[:, 0] = 1
        growth.means[number] = 1
        for high in range(1, 7):
            for low in range(1, high + 1):
                weight = (1 if high == low else 2) / 36
                count = afterstates(table, board, high, low, buffers)
                best = _fewest(growth, buffers, count)
                _add_freed(growth, number, buffers.boards[best, MOVER], weight)
        keep(growth.pins.freed.opening, number, growth.sums[0])
        keep(growth.pins.freed.finish, number, growth.sums[1])


@kernel
def _set_freed(counts: Counts, number: int) -> None:
    counts[:] = 0
    if number < AT_HOME:
        set_counts(counts[1:], number, HOME - 1, CHECKERS)
        return
    way = number - AT_HOME
    set_counts(counts[1:], way % PLACES, HOME - 1, OTHERS)
    counts[HOME + 1 + way // PLACES] += 1


@kernel
def _number_of_freed(counts: Counts) -> int:
    """Return the number of a freed side with none off."""
    for point in range(HOME + 1, BAR):
        if counts[point] != 0:
            return freed_number(point, others_number(counts))
    return number_of_unopened(counts, HOME)


@kernel
def _expected(growth: PinGrowth, counts: Counts) -> tuple[float, float]:
    """Return the mean rolls to the first and the last checker off."""
    if counts[OFF] != 0:
        return 0.0, growth.race.means[number_of(counts, HOME, CHECKERS)]
    number = _number_of_freed(counts)
    return growth.means[number, 0], growth.means[number, 1]


@kernel
def _fewest(growth: PinGrowth, buffers: Buffers, count: int) -> int:
    """Return which of the finals of a freed side is best."""
    best, opening, finish = 0, 1e9, 1e9
    for index in range(count):
        first, last = _expected(growth, buffers.boards[index, MOVER])
        if first < opening - 1e-9 or (first < opening + 1e-9 and last < finish):
            best, opening, finish = index, first, last
    return best


@kernel
def _add_freed(growth: PinGrowth, number: int, counts: Counts, weight: float) -> None:
    first, last = _expected(growth, counts)
    growth.means[number, 0] += weight * first
    growth.means[number, 1] += weight * last
    if counts[OFF] != 0:
        at = number_of(counts, HOME, CHECKERS)
        add(growth.sums[1], growth.race.finish, at, weight, 1)
        return
    at = _number_of_freed(counts)
    add(growth.sums[0], growth.pins.freed.opening, at, weight, 1)
    add(growth.sums[1], growth.pins.freed.finish, at, weight, 1)


@kernel
def grow_held(
    table: Table, growth: PinGrowth, first: int, last: int, buffers: Buffers
) -> None:
    """Build the held side from number *first* up to *last*, for every wait.

    It plays as if the pin ended at once.
    """
    board, pins = growth.board, growth.pins
    chosen = np.zeros(21, np.int64)
    for number in range(first, last):
        point, others = NEAREST + number // PLACES, number % PLACES
        board[:] = 0
        set_counts(board[MOVER, 1:], others, HOME - 1, OTHERS)
        board[MOVER_PINNED, BAR - point] = 1
        board[WAITER, point] = CHECKERS
        roll = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                count = afterstates(table, board, high, low, buffers)
                chosen[roll] = _best_wait(growth, point, buffers, count)
                roll += 1
        freed = freed_number(BAR - point, others)
        growth.sums[:] = 0
        add(growth.sums[0], growth.pins.freed.opening, freed, 1.0, 0)
        add(growth.sums[1], growth.pins.freed.finish, freed, 1.0, 0)
        place = held_number(point, others, 0)
        keep(pins.held.opening, place, growth.sums[0])
        keep(pins.held.finish, place, growth.sums[1])
        for waits in range(1, WAITS):
            _wait(growth, point, chosen, waits)
            keep(pins.held.opening, place + waits, growth.sums[0])
            keep(pins.held.finish, place + waits, growth.sums[1])


@kernel
def _best_wait(growth: PinGrowth, point: int, buffers: Buffers, count: int) -> int:
    """Return the number of the other checkers after the best of the finals."""
    best, opening, finish = 0, 1e9, 1e9
    for index in range(count):
        others = others_number(buffers.boards[index, MOVER])
        freed = freed_number(BAR - point, others)
        first, last = growth.means[freed, 0], growth.means[freed, 1]
        if first < opening - 1e-9 or (first < opening + 1e-9 and last < finish):
            best, opening, finish = others, first, last
    return best


@kernel
def _wait(growth: PinGrowth, point: int, chosen: NDArray[np.int64], waits: int) -> None:
    growth.sums[:] = 0
    roll = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = (1 if high == low else 2) / 36
            place = held_number(point, chosen[roll], waits - 1)
            add(growth.sums[0], growth.pins.held.opening, place, weight, 0)
            add(growth.sums[1], growth.pins.held.finish, place, weight, 0)
            roll += 1
