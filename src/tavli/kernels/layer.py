"""The first layer of a net, as a sum of rows.

A position has some fifteen slots that are not empty, and a play changes four to ten
of them: sums over those rows take a fraction of the time of a product with all
inputs, and the end of a play takes a fraction of that again.
"""

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import ROWS, SLOTS, Board, Boards
from tavli.kernels.inputs import COUNTS
from tavli.kernels.jit import kernel

Layer = NDArray[np.float32]
"""Shape (n, units)."""


@kernel
def first_layer(
    rows: Layer, bias: NDArray[np.float32], boards: Boards, out: Layer
) -> None:
    """Write the first layer of *boards*, rectified, into *out*.

    *rows* are those of `slot_rows`; the boards are seen by the side on roll.
    """
    for index in range(len(boards)):
        _sum(rows, bias, boards[index], 0, out[index])
        _rectify(out[index])


@kernel
def first_layer_of_finals(
    rows: Layer,
    bias: NDArray[np.float32],
    board: Board,
    finals: Boards,
    out: Layer,
) -> None:
    """Write the first layer of *finals* as the next player sees them, rectified.

    *board* is where the roll began; it and the *finals* are seen by who has moved.
    """
    start = np.empty(len(bias), np.float32)
    _sum(rows, bias, board, 1, start)
    before = board.ravel().view(np.uint64)
    for index in range(len(finals)):
        final = finals[index]
        after = final.ravel().view(np.uint64)
        layer = out[index]
        layer[:] = start
        for word in range(len(before)):
            if before[word] == after[word]:
                continue
            for at in range(8 * word, 8 * word + 8):
                row, slot = at // SLOTS, at % SLOTS
                was, now = board[row, slot], final[row, slot]
                if was != now:
                    spot = ((row ^ 1) * SLOTS + slot) * COUNTS
                    plus, minus = rows[spot + now], rows[spot + was]
                    for unit in range(len(layer)):
                        layer[unit] += plus[unit] - minus[unit]
        _rectify(layer)


@kernel
def _sum(
    rows: Layer,
    bias: NDArray[np.float32],
    board: Board,
    turned: int,
    out: NDArray[np.float32],
) -> None:
    """Write the layer of one board; with *turned* 1 as the other side sees it."""
    out[:] = bias
    for row in range(ROWS):
        for slot in range(SLOTS):
            count = board[row, slot]
            if count != 0:
                add = rows[((row ^ turned) * SLOTS + slot) * COUNTS + count]
                for unit in range(len(out)):
                    out[unit] += add[unit]


@kernel
def _rectify(layer: NDArray[np.float32]) -> None:
    for unit in range(len(layer)):
        layer[unit] = max(layer[unit], np.float32(0))
