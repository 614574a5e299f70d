"""Shots as inputs: of 36 rolls, how many hit each blot of either side.

What takes a net many units to find out, masks of points say in a quarter of a
microsecond: where a roll can bring a checker to, and whether a blot stands there. In
plakoto these rolls pin. A checker that came on one of the other side's has made the
point, and is no blot.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import MOVER, MOVER_PINNED, WAITER, Board
from tavli.kernels.jit import kernel
from tavli.rules import BAR, START

ANY: Final = START
"""The input for the rolls that hit any blot; before it stand the shooter's points."""

TWO: Final = START + 1
"""The input for the rolls that can hit one of two blots or more."""

A_SIDE: Final = START + 2
"""How many inputs a side has."""

SHOTS: Final = 2 * A_SIDE
"""How many inputs there are: what the side on roll shoots at, then the other's."""

_SCALE: Final = np.float32(1 / 18)
_PLANES: Final = 6
"""A count up to 36 has six digits of two values."""

_ONE: Final = np.uint64(1)
_NONE: Final = np.uint64(0)
_INSIDE: Final = np.uint64(2 ** (START + 1) - 2)

Places = NDArray[np.int64]
"""Numbers of inputs, or of their rows."""


class ShotRoom(NamedTuple):
    """Where `active_shots` counts, and leaves the inputs that are not 0."""

    planes: NDArray[np.uint64]
    places: Places
    values: NDArray[np.float32]


@kernel
def shot_room() -> ShotRoom:
    """Return room for the shots of one board."""
    return ShotRoom(
        np.empty(_PLANES, np.uint64),
        np.empty(SHOTS, np.int64),
        np.empty(SHOTS, np.float32),
    )


@kernel
def active_shots(board: Board, turned: int, room: ShotRoom) -> int:
    """Write which of the shots' inputs are not 0, and what they are; return how many.

    *turned* 1 sees *board* as the other side does, that is about to roll then.
    """
    found = 0
    for shooter in range(2):
        found = _side_shots(board, shooter ^ turned, shooter * A_SIDE, room, found)
    return found


@kernel
def _side_shots(board: Board, row: int, first: int, room: ShotRoom, found: int) -> int:
    """Write the inputs of the side in *row* behind *found* others; return how many."""
    mine, blots, open_points = _seen(board, row)
    if blots & _behind(mine) == _NONE:
        return found
    held = board[row, BAR]
    planes = room.planes
    planes[:] = _NONE
    hits, doubled = 0, 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            hit = blots & _reached(mine, open_points, held, high, low)
            if hit == _NONE:
                continue
            weight = 1 if high == low else 2
            hits += weight
            if hit & (hit - _ONE) != _NONE:
                doubled += weight
            _count(planes, hit, weight)
    if hits == 0:
        return found
    return _write(room, blots, (hits, doubled), first, found)


@kernel
def _seen(board: Board, row: int) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the points of the side in *row*, the other's blots, and what is open."""
    shooter, other = board[row], board[MOVER + WAITER - row]
    pinned = board[row + MOVER_PINNED]
    mine, blots, open_points = _NONE, _NONE, _INSIDE
    if shooter[BAR] > 0:
        mine |= _ONE << np.uint64(BAR)
    for point in range(1, START + 1):
        bit = _ONE << np.uint64(point)
        if shooter[point] > 0:
            mine |= bit
        theirs = other[START + 1 - point]
        if theirs > 1 or (theirs == 1 and pinned[point] != 0):
            open_points ^= bit
        elif theirs == 1:
            blots |= bit
    return mine, blots, open_points


@kernel
def _behind(mine: np.uint64) -> np.uint64:
    """Return all points that are nearer home than the furthest checker of *mine*."""
    for shift in (1, 2, 4, 8, 16):
        mine |= mine >> np.uint64(shift)
    return mine >> _ONE


@kernel
def _count(planes: NDArray[np.uint64], hit: np.uint64, weight: int) -> None:
    """Add *weight*, 1 or 2, to the counts of the points in *hit*, a bit a plane."""
    plane = weight - 1
    while hit != _NONE:
        carried = planes[plane] & hit
        planes[plane] ^= hit
        hit = carried
        plane += 1


@kernel
def _reached(
    mine: np.uint64, open_points: np.uint64, held: int, high: int, low: int
) -> np.uint64:
    """Return the points that some checker of the shooter's can be brought to."""
    a, b = np.uint64(high), np.uint64(low)
    if held == 0:
        by_a, by_b = (mine >> a) & open_points, (mine >> b) & open_points
        found = by_a | by_b | (((by_a >> b) | (by_b >> a)) & open_points)
        if high == low:
            twice = (by_a >> a) & open_points
            thrice = (twice >> a) & open_points
            found |= thrice | ((thrice >> a) & open_points)
        return found
    if high == low:
        return _entered_by_double(mine, open_points, held, a)
    bar = _ONE << np.uint64(BAR)
    in_by_a, in_by_b = (bar >> a) & open_points, (bar >> b) & open_points
    found = in_by_a | in_by_b
    if held == 1:
        if in_by_a != _NONE:
            found |= ((mine | in_by_a) >> b) & open_points
        if in_by_b != _NONE:
            found |= ((mine | in_by_b) >> a) & open_points
    return found


@kernel
def _entered_by_double(
    mine: np.uint64, open_points: np.uint64, held: int, die: np.uint64
) -> np.uint64:
    entered = ((_ONE << np.uint64(BAR)) >> die) & open_points
    if entered == _NONE:
        return entered
    reached, found = mine | entered, entered
    for _ in range(4 - held):
        reached = (reached >> die) & open_points
        found |= reached
    return found


@kernel
def _write(
    room: ShotRoom, blots: np.uint64, totals: tuple[int, int], first: int, found: int
) -> int:
    planes, places, values = room.planes, room.places, room.values
    hits, doubled = totals
    for point in range(1, START + 1):
        if (blots >> np.uint64(point)) & _ONE == _NONE:
            continue
        total = 0
        for plane in range(_PLANES):
            total += int((planes[plane] >> np.uint64(point)) & _ONE) << plane
        if total > 0:
            places[found] = first + point - 1
            values[found] = np.float32(total) * _SCALE
            found += 1
    places[found], values[found] = first + ANY, np.float32(hits) * _SCALE
    found += 1
    if doubled > 0:
        places[found], values[found] = first + TWO, np.float32(doubled) * _SCALE
        found += 1
    return found
