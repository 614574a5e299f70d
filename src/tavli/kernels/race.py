"""Races: sides that can't meet any more, each bearing off for itself.

What a side will need is known as tails: the chance that so many rolls are not enough.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import (
    MOVER,
    MOVER_PINNED,
    WAITER,
    WAITER_PINNED,
    Board,
    Boards,
)
from tavli.kernels.combination import number_of, number_of_unopened, stands_within
from tavli.kernels.jit import kernel
from tavli.rules import BAR, CHECKERS, OFF

Row = NDArray[np.float32]
"""Shape (6,): the chances of one position, as `tavli.evaluation.chances` names them."""

_WIN: Final = 0
_DOUBLE: Final = 1
_LOST_DOUBLE: Final = 3


class Tails(NamedTuple):
    """Of each way to stand, the chances that so many rolls are not enough.

    The first ``sure[k]`` rolls of number *k* surely aren't, the tails of the next are
    ``values[starts[k]:starts[k + 1]]``, and more are always enough.
    """

    starts: NDArray[np.int64]
    sure: NDArray[np.int8]
    values: NDArray[np.float32]


class Race(NamedTuple):
    """The table of one side's race within its last *points* points.

    Each roll is played so that the fewest rolls are to be expected until the last
    checker is off. ``finish`` is numbered by `number_of`; ``opening``, the first
    checker off, by `number_of_unopened`; ``means`` are the rolls expected.
    """

    points: int
    finish: Tails
    opening: Tails
    means: NDArray[np.float64]


@kernel
def tail(tails: Tails, number: int, rolls: int) -> float:
    """Return the chance that *rolls* rolls are not enough."""
    late = rolls - int(tails.sure[number])
    if late < 0:
        return 1.0
    at = tails.starts[number] + late
    if at >= tails.starts[number + 1]:
        return 0.0
    return float(tails.values[at])


@kernel
def is_race(board: Board, points: int) -> bool:
    """Whether a game runs on whose sides both stand on their last *points* points.

    With 12 points or fewer they can't meet: neither the board of portes, where one's
    12 is the other's 13, nor that of fevga, where it is the other's 24, lets them.
    """
    return (
        stands_within(board[MOVER], points, CHECKERS)
        and stands_within(board[WAITER], points, CHECKERS)
        and bool(board[MOVER, OFF] < CHECKERS and board[WAITER, OFF] < CHECKERS)
        and not has_pins(board)
    )


@kernel
def has_pins(board: Board) -> bool:
    """Whether a checker of either side is pinned."""
    for point in range(1, BAR):
        if board[MOVER_PINNED, point] != 0 or board[WAITER_PINNED, point] != 0:
            return True
    return False


@kernel
def race_chances(race: Race, board: Board, row: Row) -> None:
    """Write to *row* the chances of the side on roll, where `is_race` holds.

    A win is double if the loser has no checker off by then. Nobody loses three
    points: the loser's last checkers are far from the winner's home.
    """
    mine, theirs = board[MOVER], board[WAITER]
    mover = number_of(mine, race.points, CHECKERS)
    waiter = number_of(theirs, race.points, CHECKERS)
    row[:] = 0
    row[_WIN] = ahead(race.finish, mover, race.finish, waiter, 1)
    if theirs[OFF] == 0:
        unopened = number_of_unopened(theirs, race.points)
        row[_DOUBLE] = ahead(race.finish, mover, race.opening, unopened, 1)
    if mine[OFF] == 0:
        unopened = number_of_unopened(mine, race.points)
        row[_LOST_DOUBLE] = ahead(race.finish, waiter, race.opening, unopened, 0)


@kernel
def ahead(fast: Tails, number: int, slow: Tails, other: int, lead: int) -> float:
    """Return the chance that *fast* needs fewer rolls than *slow* and *lead* more."""
    total = 0.0
    rolls = int(fast.sure[number])
    before = 1.0
    while before > 0.0:
        after = tail(fast, number, rolls)
        late = tail(slow, other, rolls - lead)
        if late == 0.0:
            break
        total += (before - after) * late
        before = after
        rolls += 1
    return total


@kernel
def many_race_chances(race: Race, boards: Boards, rows: NDArray[np.float32]) -> None:
    """Write the chances of each of *boards*, where `is_race` holds."""
    for index in range(len(boards)):
        race_chances(race, boards[index], rows[index])


@kernel
def mark_races(boards: Boards, points: int, marks: NDArray[np.bool_]) -> None:
    """Write for each of *boards* whether `is_race` holds."""
    for index in range(len(boards)):
        marks[index] = is_race(boards[index], points)
