"""What a net sees of a position: raw counts as thermometers, and the pins.

For each of the rows mover and waiter, and each slot from OFF to BAR, five inputs:
at least 1, 2, 3, 4 checkers, and a quarter for each checker beyond four. Behind
them, for each of the two rows of pins and each point from 1 to 24, whether a checker
is pinned there. The side on roll is the mover.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER_PINNED, ROWS, SLOTS, Boards
from tavli.kernels.jit import kernel
from tavli.kernels.shots import SHOTS
from tavli.rules import CHECKERS, START

LEVELS: Final = 5
_REST: Final = np.float32(1 / (LEVELS - 1))
PINS_FROM: Final = MOVER_PINNED * SLOTS * LEVELS
"""The first input of the pins."""

INPUTS: Final = PINS_FROM + 2 * START
"""How many inputs these are: 308."""

A_SLOTS_STACKS: Final = CHECKERS - LEVELS + 1
"""How many inputs a slot's high stack has: at least 5 checkers, 6, and so on to 15."""

STACKS: Final = MOVER_PINNED * SLOTS * A_SLOTS_STACKS
"""How many inputs the high stacks of all slots have.

How a race ends hangs on whether a checker more is left or off, which a quarter for
each checker can't say. A net that plays pays nothing for them: see `slot_rows`.
"""

THERMOMETERS: Final = "thermometer-1"
WITH_SHOTS: Final = "thermometer-1 shots-1"
WITH_STACKS: Final = "thermometer-1 stacks-1"
WITH_BOTH: Final = "thermometer-1 shots-1 stacks-1"

INPUT_LISTS: Final[Mapping[str, int]] = {
    THERMOMETERS: INPUTS,
    WITH_SHOTS: INPUTS + SHOTS,
    WITH_STACKS: INPUTS + STACKS,
    WITH_BOTH: INPUTS + SHOTS + STACKS,
}
"""The lists that nets can have, by name, and how long each is. A list never changes:
another gets another name. Behind the thermometers stand those of `kernels.shots`, and
behind these the high stacks; the length tells which there are."""

COUNTS: Final = CHECKERS + 1
"""How many counts a slot can have, 0 among them."""

Inputs = NDArray[np.float32]
"""Shape (n, INPUTS): the thermometers and the pins."""


@kernel
def write_inputs(boards: Boards, inputs: Inputs) -> None:
    """Write the inputs of *boards*, shape (n, 4, 26), into *inputs*."""
    inputs[:] = 0
    for index in range(len(boards)):
        for row in range(MOVER_PINNED):
            for slot in range(SLOTS):
                at = (row * SLOTS + slot) * LEVELS
                for level in range(min(boards[index, row, slot], LEVELS)):
                    inputs[index, at + level] = raised(boards[index, row, slot], level)
        for row in range(MOVER_PINNED, ROWS):
            at = PINS_FROM + (row - MOVER_PINNED) * START - 1
            for point in range(1, START + 1):
                if boards[index, row, point] != 0:
                    inputs[index, at + point] = 1


@kernel
def raised(count: int, level: int) -> np.float32:
    """Return how high *count* raises *level* of its slot's thermometer."""
    if level < LEVELS - 1:
        return np.float32(count > level)
    return max(np.float32(count - level), np.float32(0)) * _REST


@kernel
def stacks_from(inputs: int) -> int:
    """Return where the stacks begin in a list of *inputs*; its end if it has none."""
    return inputs - STACKS if inputs >= INPUTS + STACKS else inputs


def joined(inputs: int, others: int) -> int:
    """Return how long the list is that has all that either list has."""
    before = max(stacks_from(inputs), stacks_from(others))
    return before + max(inputs - stacks_from(inputs), others - stacks_from(others))


def slot_rows(
    weights: NDArray[np.float32], stacks: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return what each count of each slot adds to a first layer.

    *weights* has shape (INPUTS, units), *stacks* (STACKS, units) or (0, units). The
    answer has a row of units for each combination of row, slot and count,
    ``(row * SLOTS + slot) * COUNTS + count``, so that a layer is the sum of a row a
    slot, and a step changes a few of them.
    """
    boards = np.zeros((ROWS * SLOTS * COUNTS, ROWS, SLOTS), np.int8)
    for row in range(ROWS):
        for slot in range(SLOTS):
            for count in range(COUNTS):
                at = (row * SLOTS + slot) * COUNTS + count
                boards[at, row, slot] = count
    inputs = np.zeros((len(boards), INPUTS), np.float32)
    write_inputs(boards, inputs)
    rows: NDArray[np.float32] = np.ascontiguousarray(inputs @ weights)
    if len(stacks):
        high = stacks.reshape(MOVER_PINNED * SLOTS, A_SLOTS_STACKS, -1)
        counted = rows[: len(high) * COUNTS].reshape(len(high), COUNTS, -1)
        counted[:, LEVELS:] += high.cumsum(axis=1)
    return rows
