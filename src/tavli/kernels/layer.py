"""The first layer of a net, as a sum of rows.

A position has some fifteen slots that are not empty, and a play changes four to ten
of them: sums over those rows take a fraction of the time of a product with all
inputs, and the end of a play takes a fraction of that again.
"""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import ROWS, SLOTS, Board, Boards
from tavli.kernels.inputs import COUNTS, INPUTS, slot_rows, stacks_from
from tavli.kernels.jit import kernel
from tavli.kernels.shots import Places, ShotRoom, active_shots, shot_room

Layer = NDArray[np.float32]
"""Shape (n, units)."""

Units = NDArray[np.float32]
"""Shape (units,): one board's layer, or a row of it."""


class FirstLayer(NamedTuple):
    """Weights: the rows of `slot_rows`, a row for each shot or none at all, a bias."""

    slots: Layer
    shots: Layer
    bias: Units

    @classmethod
    def of(cls, wide: Layer, bias: Units) -> Self:
        """Return the weights *wide*, shape (inputs, units), ready for sums."""
        end = stacks_from(len(wide))
        slots = slot_rows(wide[:INPUTS], wide[end:])
        shots = np.ascontiguousarray(wide[INPUTS:end])
        return cls(slots, shots, np.ascontiguousarray(bias))


_ZEROS: Final = 0
"""An empty slot adds nothing: the row of any slot's count 0."""


@kernel
def first_layer(weights: FirstLayer, boards: Boards, out: Layer) -> None:
    """Write the first layer of *boards*, seen by the side on roll, rectified."""
    room = shot_room()
    for index in range(len(boards)):
        _sum(weights, boards[index], 0, out[index])
        _add_shots(weights.shots, boards[index], 0, room, out[index])
        _rectify(out[index])


@kernel
def first_layer_of_finals(
    weights: FirstLayer, board: Board, finals: Boards, out: Layer
) -> None:
    """Write the first layer of *finals* as the next player sees them, rectified.

    *board* is where the roll began; it and the *finals* are seen by who has moved.
    """
    rows = weights.slots
    start = np.empty(len(weights.bias), np.float32)
    _sum(weights, board, 1, start)
    plus = np.empty(ROWS * SLOTS + 2, np.int64)
    minus = np.empty(ROWS * SLOTS + 2, np.int64)
    room = shot_room()
    for index in range(len(finals)):
        count = _changes(board, finals[index], plus, minus)
        layer = out[index]
        for unit in range(len(layer)):  # faster than copying a slice
            layer[unit] = start[unit]
        first = 0
        while count - first >= 4:
            _add_four(rows, plus, minus, first, layer)
            first += 4
        if first < count:
            _add_two(rows, plus, minus, first, layer)
        _add_shots(weights.shots, finals[index], 1, room, layer)
        _rectify(layer)


@kernel
def _changes(board: Board, final: Board, plus: Places, minus: Places) -> int:
    """Write which rows to add and which to subtract, as the other side sees them.

    Where their number is odd, or 0, rows of zeros make it even; return it.
    """
    was, now = board.ravel(), final.ravel()
    before, after = was.view(np.uint64), now.view(np.uint64)
    count = 0
    for word in range(len(before)):
        differ = before[word] ^ after[word]
        at = 8 * word
        while differ != np.uint64(0):
            if differ & np.uint64(0xFF) != np.uint64(0):
                turned = at + SLOTS if at // SLOTS % 2 == 0 else at - SLOTS
                plus[count] = turned * COUNTS + now[at]
                minus[count] = turned * COUNTS + was[at]
                count += 1
            differ >>= np.uint64(8)
            at += 1
    while count == 0 or count % 2 == 1:
        plus[count] = minus[count] = _ZEROS
        count += 1
    return count


@kernel
def _add_two(
    rows: Layer, plus: Places, minus: Places, first: int, layer: Units
) -> None:
    """Add two rows and subtract two: in one go, the layer is fetched less often."""
    plus_a, minus_a = rows[plus[first]], rows[minus[first]]
    plus_b, minus_b = rows[plus[first + 1]], rows[minus[first + 1]]
    for unit in range(len(layer)):
        a, b = plus_a[unit] - minus_a[unit], plus_b[unit] - minus_b[unit]
        layer[unit] += a + b


@kernel
def _add_four(
    rows: Layer, plus: Places, minus: Places, first: int, layer: Units
) -> None:
    """Add four rows and subtract four."""
    plus_a, minus_a = rows[plus[first]], rows[minus[first]]
    plus_b, minus_b = rows[plus[first + 1]], rows[minus[first + 1]]
    plus_c, minus_c = rows[plus[first + 2]], rows[minus[first + 2]]
    plus_d, minus_d = rows[plus[first + 3]], rows[minus[first + 3]]
    for unit in range(len(layer)):
        a, b = plus_a[unit] - minus_a[unit], plus_b[unit] - minus_b[unit]
        c, d = plus_c[unit] - minus_c[unit], plus_d[unit] - minus_d[unit]
        layer[unit] += (a + b) + (c + d)


@kernel
def _sum(weights: FirstLayer, board: Board, turned: int, out: Units) -> None:
    """Write what the slots add; with *turned* 1 as the other side sees the board."""
    rows = weights.slots
    out[:] = weights.bias
    for row in range(ROWS):
        for slot in range(SLOTS):
            count = board[row, slot]
            if count != 0:
                add = rows[((row ^ turned) * SLOTS + slot) * COUNTS + count]
                for unit in range(len(out)):
                    out[unit] += add[unit]


@kernel
def _add_shots(
    rows: Layer, board: Board, turned: int, room: ShotRoom, out: Units
) -> None:
    """Add what the shots say, if this net hears of them."""
    if len(rows) == 0:
        return
    for k in range(active_shots(board, turned, room)):
        row, value = rows[room.places[k]], room.values[k]
        for unit in range(len(out)):
            out[unit] += value * row[unit]


@kernel
def _rectify(layer: Units) -> None:
    for unit in range(len(layer)):
        layer[unit] = max(layer[unit], np.float32(0))
