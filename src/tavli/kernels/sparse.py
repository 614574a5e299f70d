"""The first layer for learning: sums over the inputs that are not 0, and gradients.

Of 308 inputs some thirty are not 0 in a position. Learning changes the weights after
every batch, so that the rows of `slot_rows` would not be worth their making.
"""

import numpy as np

from tavli.kernels.board import MOVER_PINNED, ROWS, SLOTS, Board, Boards
from tavli.kernels.inputs import INPUTS, LEVELS, PINS_FROM, raised
from tavli.kernels.jit import kernel
from tavli.kernels.layer import Layer, Places, Units
from tavli.rules import START


@kernel
def active_inputs(board: Board, places: Places, values: Units) -> int:
    """Write which inputs of *board* are not 0, and what they are; return how many."""
    count = 0
    for row in range(MOVER_PINNED):
        for slot in range(SLOTS):
            checkers = board[row, slot]
            if checkers == 0:
                continue
            at = (row * SLOTS + slot) * LEVELS
            for level in range(min(checkers, LEVELS)):
                places[count] = at + level
                values[count] = raised(checkers, level)
                count += 1
    for row in range(MOVER_PINNED, ROWS):
        at = PINS_FROM + (row - MOVER_PINNED) * START - 1
        for point in range(1, START + 1):
            if board[row, point] != 0:
                places[count] = at + point
                values[count] = 1
                count += 1
    return count


@kernel
def sum_inputs(boards: Boards, weights: Layer, bias: Units, out: Layer) -> None:
    """Write the first layer of *boards*, not rectified; *weights* (INPUTS, units)."""
    places, values = np.empty(INPUTS, np.int64), np.empty(INPUTS, np.float32)
    for index in range(len(boards)):
        layer = out[index]
        for unit in range(len(layer)):
            layer[unit] = bias[unit]
        for k in range(active_inputs(boards[index], places, values)):
            row, value = weights[places[k]], values[k]
            for unit in range(len(layer)):
                layer[unit] += value * row[unit]


@kernel
def add_gradient(boards: Boards, above: Layer, gradient: Layer) -> None:
    """Add to *gradient* (INPUTS, units) what *above* (n, units) asks of the weights."""
    places, values = np.empty(INPUTS, np.int64), np.empty(INPUTS, np.float32)
    for index in range(len(boards)):
        asked = above[index]
        for k in range(active_inputs(boards[index], places, values)):
            row, value = gradient[places[k]], values[k]
            for unit in range(len(asked)):
                row[unit] += value * asked[unit]
