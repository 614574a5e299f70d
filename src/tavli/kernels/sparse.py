"""The first layer for learning: sums over the inputs that are not 0, and gradients.

Of hundreds of inputs some thirty are not 0 in a position. Learning changes the weights
after every batch, so that the rows of `slot_rows` would not be worth their making.
"""

import numpy as np

from tavli.kernels.board import MOVER_PINNED, ROWS, SLOTS, Board, Boards
from tavli.kernels.inputs import (
    A_SLOTS_STACKS,
    INPUTS,
    LEVELS,
    PINS_FROM,
    raised,
    stacks_from,
)
from tavli.kernels.jit import kernel
from tavli.kernels.layer import Layer, Units
from tavli.kernels.shots import Places, ShotRoom, active_shots, shot_room
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
def _append_shots(
    board: Board, room: ShotRoom, count: int, places: Places, values: Units
) -> int:
    """Write the shots behind the *count* inputs already there; return how many now."""
    found = active_shots(board, 0, room)
    for k in range(found):
        places[count + k] = INPUTS + room.places[k]
        values[count + k] = room.values[k]
    return count + found


@kernel
def _append_stacks(
    board: Board, first: int, count: int, places: Places, values: Units
) -> int:
    """Write the high stacks, whose inputs begin at *first*; return how many now."""
    for row in range(MOVER_PINNED):
        for slot in range(SLOTS):
            at = first + (row * SLOTS + slot) * A_SLOTS_STACKS
            for level in range(board[row, slot] - LEVELS + 1):
                places[count] = at + level
                values[count] = 1
                count += 1
    return count


@kernel
def _active(
    board: Board, most: int, room: ShotRoom, places: Places, values: Units
) -> int:
    """Write which of *most* inputs are not 0, and what they are; return how many."""
    count = active_inputs(board, places, values)
    end = stacks_from(most)
    if end > INPUTS:
        count = _append_shots(board, room, count, places, values)
    if end < most:
        count = _append_stacks(board, end, count, places, values)
    return count


@kernel
def sum_inputs(boards: Boards, weights: Layer, bias: Units, out: Layer) -> None:
    """Write the first layer of *boards*, not rectified; *weights* (inputs, units)."""
    most = len(weights)
    places, values = np.empty(most, np.int64), np.empty(most, np.float32)
    room = shot_room()
    for index in range(len(boards)):
        layer = out[index]
        for unit in range(len(layer)):
            layer[unit] = bias[unit]
        count = _active(boards[index], most, room, places, values)
        for k in range(count):
            row, value = weights[places[k]], values[k]
            for unit in range(len(layer)):
                layer[unit] += value * row[unit]


@kernel
def add_gradient(boards: Boards, above: Layer, gradient: Layer) -> None:
    """Add to *gradient* (inputs, units) what *above* (n, units) asks of the weights."""
    most = len(gradient)
    places, values = np.empty(most, np.int64), np.empty(most, np.float32)
    room = shot_room()
    for index in range(len(boards)):
        asked = above[index]
        count = _active(boards[index], most, room, places, values)
        for k in range(count):
            row, value = gradient[places[k]], values[k]
            for unit in range(len(asked)):
                row[unit] += value * asked[unit]
