"""Both sides bearing off their last few checkers: exact, with and without a cube.

No side of such an end can lose double, since most of its checkers are off; all that
is at stake is who comes first, and who owns the cube.
"""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, ROWS, SLOTS, WAITER, Board, Boards
from tavli.kernels.combination import number_of, set_counts, ways
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import afterstates
from tavli.kernels.race import is_race
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table
from tavli.rules import CHECKERS, OFF

HOME: Final = 6

Values = NDArray[np.float32]
"""Shape (n, n, 4): by the number of the side on roll, by that of the other, by column.

Expected points of the side on roll for a cube of 1, if it does not double now.
"""

# The columns of Values, by who may double; the first knows no cube.
CUBELESS: Final = 0
CENTRED: Final = 1
OWNED: Final = 2
THEIRS: Final = 3
COLUMNS: Final = 4

_ROLLS: Final = 21


class Choices(NamedTuple):
    """Where each roll leads from each way to stand: numbers, end to end."""

    starts: NDArray[np.int64]
    finals: NDArray[np.int64]

    @classmethod
    def room(cls, checkers: int) -> Self:
        """Return empty choices for *checkers* checkers."""
        rolls = ways(HOME, checkers) * _ROLLS
        return cls(np.zeros(rolls + 1, np.int64), np.zeros(rolls * 40, np.int64))


@kernel
def find_choices(
    table: Table, checkers: int, choices: Choices, buffers: Buffers
) -> None:
    """Write where each roll leads from each way in which *checkers* may stand."""
    board = np.zeros((ROWS, SLOTS), np.int8)
    board[WAITER, 1] = CHECKERS
    roll, at = 0, 0
    for number in range(ways(HOME, checkers)):
        set_counts(board[MOVER], number, HOME, checkers)
        board[MOVER, OFF] += CHECKERS - checkers
        for high in range(1, 7):
            for low in range(1, high + 1):
                if number > 0:
                    count = afterstates(table, board, high, low, buffers)
                    for index in range(count):
                        left = buffers.boards[index, MOVER]
                        choices.finals[at] = number_of(left, HOME, checkers)
                        at += 1
                roll += 1
                choices.starts[roll] = at


@kernel
def fill_two_sided(choices: Choices, values: Values, first: int, last: int) -> None:
    """Write the values in which the higher number is from *first* up to *last*.

    Those of lower numbers stand already: every play lowers the number of a side.
    """
    for number in range(first, last):
        values[0, number] = 1
        values[number, 0] = -1
        for other in range(1, number + 1):
            _fill(choices, values, number, other)
            _fill(choices, values, other, number)


@kernel
def _fill(choices: Choices, values: Values, mover: int, waiter: int) -> None:
    sums = np.zeros(COLUMNS)
    best = np.zeros(COLUMNS)
    for roll in range(_ROLLS):
        at = mover * _ROLLS + roll
        best[:] = -9.0
        for index in range(choices.starts[at], choices.starts[at + 1]):
            after = values[waiter, choices.finals[index]]
            best[CUBELESS] = max(best[CUBELESS], -after[CUBELESS])
            best[CENTRED] = max(best[CENTRED], -with_cube(after, CENTRED))
            best[OWNED] = max(best[OWNED], -after[THEIRS])
            best[THEIRS] = max(best[THEIRS], -with_cube(after, OWNED))
        sums += best * _weight(roll)
    values[mover, waiter] = sums


@kernel
def _weight(roll: int) -> float:
    """Return the chance of a roll, counted 1-1, 2-1, 2-2, 3-1 and so on."""
    high = 1
    while high * (high + 1) // 2 <= roll:
        high += 1
    is_double = roll == high * (high + 1) // 2 - 1
    return 1 / 36 if is_double else 2 / 36


@kernel
def with_cube(row: NDArray[np.float32], column: int) -> float:
    """Return what the side on roll has with the better of doubling and not.

    *column* is CENTRED or OWNED. The other side passes what costs it more to take.
    """
    doubled = min(1.0, 2.0 * float(row[THEIRS]))
    return max(float(row[column]), doubled)


@kernel
def ends_two_sided(board: Board, checkers: int) -> bool:
    """Whether a game runs on in which each side has *checkers* or fewer, all home."""
    least = min(board[MOVER, OFF], board[WAITER, OFF])
    return bool(least >= CHECKERS - checkers) and is_race(board, HOME)


@kernel
def mark_two_sided(boards: Boards, checkers: int, marks: NDArray[np.bool_]) -> None:
    """Write for each of *boards* whether `ends_two_sided` holds."""
    for index in range(len(boards)):
        marks[index] = ends_two_sided(boards[index], checkers)


@kernel
def many_two_sided(
    values: Values, checkers: int, boards: Boards, rows: NDArray[np.float32]
) -> None:
    """Write the four values of each of *boards*, where `ends_two_sided` holds."""
    for index in range(len(boards)):
        mover = number_of(boards[index, MOVER], HOME, checkers)
        waiter = number_of(boards[index, WAITER], HOME, checkers)
        rows[index] = values[mover, waiter]
