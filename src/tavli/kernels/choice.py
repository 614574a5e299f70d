"""Choosing among the ends of a roll by what each is worth to the player who moves."""

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import Boards
from tavli.kernels.head import HEADS
from tavli.kernels.jit import kernel
from tavli.kernels.layer import FirstLayer, Layer, first_layer_of_finals
from tavli.kernels.movegen import Starts
from tavli.kernels.outcome import DRAWN, RUNS_ON, outcome
from tavli.kernels.table import Table

Worth = NDArray[np.float32]
"""Shape (1 + HEADS,): a constant, and what each of the six chances adds to the worth
of a position for the side that has them."""


@kernel
def layers_of_finals(
    weights: FirstLayer,
    boards: Boards,
    starts: Starts,
    finals: Boards,
    out: Layer,
) -> None:
    """Write the first layer of the finals of many rolls, as `first_layer_of_finals`.

    The finals of ``boards[k]`` stand from ``starts[k]`` to ``starts[k + 1]``.
    """
    for index in range(len(boards)):
        first, last = starts[index], starts[index + 1]
        first_layer_of_finals(
            weights, boards[index], finals[first:last], out[first:last]
        )


@kernel
def settle(table: Table, finals: Boards, chances: Layer) -> None:
    """Overwrite *chances* where a play ended the game.

    *finals* are seen by who has moved, *chances*, shape (n, HEADS), by the other.
    """
    for index in range(len(finals)):
        points = outcome(table, finals[index])
        if points != RUNS_ON:
            write_outcome(-points if points != DRAWN else DRAWN, chances[index])


@kernel
def write_outcome(points: int, row: NDArray[np.float32]) -> None:
    """Write the chances of a game that ended as `outcome` says, same view."""
    row[:] = 0
    if points == DRAWN:
        row[5] = 1
        return
    if points > 0:
        row[0] = 1
    first = 1 if points > 0 else 3
    row[first] = 1 if abs(points) > 1 else 0
    row[first + 1] = 1 if abs(points) > 2 else 0


@kernel
def best_finals(
    worth: Worth, chances: Layer, starts: Starts, count: int, best: NDArray[np.int64]
) -> None:
    """Write where the best final of each of *count* rolls stands; the first of equals.

    *chances* are seen by the player who rolls next: the best leave him least.
    """
    for index in range(count):
        least, at = np.float32(np.inf), starts[index]
        for spot in range(starts[index], starts[index + 1]):
            total = worth[0]
            for head in range(HEADS):
                total += worth[1 + head] * chances[spot, head]
            if total < least:
                least, at = total, spot
        best[index] = at
