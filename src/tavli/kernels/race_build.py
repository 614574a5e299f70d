"""Building the table of a race, from the fewest checkers upward.

Every play leads to lower numbers, so a state needs only those before it. The plays
are those of `afterstates`: a table knows no rule of its own.
"""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, ROWS, SLOTS, WAITER, Board
from tavli.kernels.combination import (
    number_of,
    number_of_unopened,
    set_counts,
    step_to_next,
    ways,
)
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import afterstates
from tavli.kernels.race import Race, Tails, tail
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table
from tavli.rules import CHECKERS, OFF

MOST_ROLLS: Final = 100
"""More rolls than any race takes: even 180 pips are played, three at a time, in 60."""

_NEGLIGIBLE: Final = 1e-8
"""Tails nearer than this to 0 or 1 are not kept."""

# Where the build keeps what it knows beyond the table.
NEXT: Final = 0  # the first number that is not built
NEXT_UNOPENED: Final = 1


class Growth(NamedTuple):
    """A table that is being built: how far it is, and room to work in."""

    race: Race
    progress: NDArray[np.int64]
    board: Board
    finish: NDArray[np.float64]
    opening: NDArray[np.float64]

    @classmethod
    def start(cls, points: int) -> Self:
        """Return a table of *points* points in which only the empty board stands."""
        count, unopened = ways(points, CHECKERS), ways(points - 1, CHECKERS)
        race = Race(points, room_for(count), room_for(unopened), np.zeros(count))
        growth = cls(
            race,
            np.array([1, 0], np.int64),
            np.zeros((ROWS, SLOTS), np.int8),
            np.zeros(MOST_ROLLS),
            np.zeros(MOST_ROLLS),
        )
        growth.board[WAITER, 1] = CHECKERS
        return growth


def room_for(count: int) -> Tails:
    """Return tails for *count* ways to stand, none of them written."""
    return Tails(
        np.zeros(count + 1, np.int64),
        np.zeros(count, np.int8),
        np.zeros(count * 4 + MOST_ROLLS, np.float32),
    )


def with_room(growth: Growth, states: int) -> Growth:
    """Return *growth* with room for the tails of so many more *states*."""
    number, unopened = (int(value) for value in growth.progress)
    race = growth.race._replace(
        finish=widened(growth.race.finish, number, states),
        opening=widened(growth.race.opening, unopened, states),
    )
    return growth._replace(race=race)


def widened(tails: Tails, built: int, states: int) -> Tails:
    """Return *tails*, of which *built* are written, with room for more *states*."""
    needed = int(tails.starts[built]) + states * MOST_ROLLS
    if needed <= len(tails.values):
        return tails
    values = np.zeros(needed * 3 // 2, np.float32)
    values[: len(tails.values)] = tails.values
    return tails._replace(values=values)


def resume(growth: Growth, race: Race, number: int, unopened: int) -> Growth:
    """Return *growth* with the first *number* states taken from *race*."""
    growth.progress[:] = number, unopened
    growth.race.means[:number] = race.means[:number]
    return growth._replace(
        race=growth.race._replace(
            finish=_resumed(growth.race.finish, race.finish, number),
            opening=_resumed(growth.race.opening, race.opening, unopened),
        )
    )


def _resumed(room: Tails, tails: Tails, built: int) -> Tails:
    room.starts[: built + 1] = tails.starts[: built + 1]
    room.sure[:built] = tails.sure[:built]
    return room._replace(values=tails.values[: room.starts[built]].copy())


@kernel
def grow(table: Table, growth: Growth, states: int, buffers: Buffers) -> None:
    """Build the next *states* states, for which there must be room.

    *table* is any game's that is played the same within these points.
    """
    race, board = growth.race, growth.board
    counts = board[MOVER]
    number = growth.progress[NEXT]
    set_counts(counts, number - 1, race.points, CHECKERS)
    last = min(number + states, ways(race.points, CHECKERS))
    while number < last:
        step_to_next(counts)
        _build_state(table, growth, number, buffers)
        number += 1
    growth.progress[NEXT] = number


@kernel
def _build_state(table: Table, growth: Growth, number: int, buffers: Buffers) -> None:
    race, board = growth.race, growth.board
    growth.finish[:] = 0
    growth.opening[:] = 0
    growth.finish[0] = 1
    growth.opening[0] = 1
    mean = 1.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            weight = (1 if high == low else 2) / 36
            count = afterstates(table, board, high, low, buffers)
            best, at = _fewest(race, buffers, count)
            mean += weight * race.means[best]
            add(growth.finish, race.finish, best, weight, 1)
            left = buffers.boards[at, MOVER]
            if left[OFF] == 0:
                unopened = number_of_unopened(left, race.points)
                add(growth.opening, race.opening, unopened, weight, 1)
    race.means[number] = mean
    keep(race.finish, number, growth.finish)
    if board[MOVER, OFF] == 0:
        keep(race.opening, growth.progress[NEXT_UNOPENED], growth.opening)
        growth.progress[NEXT_UNOPENED] += 1


@kernel
def _fewest(race: Race, buffers: Buffers, count: int) -> tuple[int, int]:
    """Return the number of the best of the finals, and where it stands."""
    best, at, fewest = 0, 0, 1e9
    for index in range(count):
        counts = buffers.boards[index, MOVER]
        number = number_of(counts, race.points, CHECKERS)
        mean = race.means[number]
        if mean < fewest:
            best, at, fewest = number, index, mean
    return best, at


@kernel
def add(
    sums: NDArray[np.float64], tails: Tails, number: int, weight: float, later: int
) -> None:
    """Add the tails of *number* to *sums*, as many rolls later."""
    rolls = 0
    chance = tail(tails, number, rolls)
    while chance > 0.0:
        sums[rolls + later] += weight * chance
        rolls += 1
        chance = tail(tails, number, rolls)


@kernel
def keep(tails: Tails, number: int, sums: NDArray[np.float64]) -> None:
    """Write *sums* as the tails of *number*, the first that has none yet."""
    sure = 0
    while sums[sure] > 1 - _NEGLIGIBLE:
        sure += 1
    tails.sure[number] = sure
    at = tails.starts[number]
    while sums[sure] > _NEGLIGIBLE:
        tails.values[at] = sums[sure]
        at += 1
        sure += 1
    tails.starts[number + 1] = at
