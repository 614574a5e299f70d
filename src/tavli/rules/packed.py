"""Positions as single integers, so that a search can copy and compare them fast.

A packed position holds, from the lowest bit: the mover's counts (four bits a
point, OFF to BAR), the mover's pinned points (one bit each), the same for the
waiter, and six bits of the turn's memory: own home points on which the checker
that has just hit must stay (`Restriction.NO_HIT_AND_RUN_AT_HOME`). A step is then
one addition.
"""

from typing import Final

from tavli.rules.points import BAR
from tavli.rules.position import Position, Side

_COUNT_BITS: Final = 4 * (BAR + 1)
SIDE_BITS: Final = _COUNT_BITS + BAR + 1
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1
_DIGIT_VALUES: Final = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
_SIDE_MASK: Final = (1 << SIDE_BITS) - 1
MEMORY_SHIFT: Final = 2 * SIDE_BITS
POSITION_MASK: Final = (1 << MEMORY_SHIFT) - 1

MOVER_AT: Final = tuple(4 * point for point in range(BAR + 1))
"""Shift of the mover's count on each own point."""

WAITER_AT: Final = tuple(SIDE_BITS + shift for shift in MOVER_AT)
"""Shift of the waiter's count on each of the waiter's own points."""

MOVER_ONE: Final = tuple(1 << shift for shift in MOVER_AT)
"""One free checker of the mover on each own point."""

WAITER_ONE: Final = tuple(1 << shift for shift in WAITER_AT)
"""One free checker of the waiter on each of the waiter's own points."""

MOVER_PIN: Final = tuple(1 << (_COUNT_BITS + point) for point in range(BAR + 1))
"""One pinned checker of the mover on each own point."""

WAITER_PIN: Final = tuple(
    1 << (SIDE_BITS + _COUNT_BITS + point) for point in range(BAR + 1)
)
"""One pinned checker of the waiter on each of the waiter's own points."""

MOVER_OUTSIDE: Final = sum(15 << MOVER_AT[point] for point in range(7, BAR + 1)) + sum(
    MOVER_PIN[point] for point in range(7, BAR)
)
"""Every bit that says: a checker of the mover is not home yet."""

MOVER_ANY_PIN: Final = sum(MOVER_PIN)
"""Every bit that says: a checker of the mover is pinned."""

MOVER_BEHIND: Final = tuple(
    sum((15 << MOVER_AT[behind]) + MOVER_PIN[behind] for behind in range(point + 1, 26))
    for point in range(BAR + 1)
)
"""For each own point, the bits of all the mover's checkers further back."""


def pack(position: Position) -> int:
    """Return *position* as an integer, with an empty memory."""
    return _pack_side(position.mover) | _pack_side(position.waiter) << SIDE_BITS


def unpack(packed: int) -> Position:
    """Return the position of *packed*, without the turn's memory."""
    return Position(
        _unpack_side(packed & _SIDE_MASK),
        _unpack_side((packed >> SIDE_BITS) & _SIDE_MASK),
    )


def written(packed: int) -> tuple[str, str]:
    """Return both sides of *packed* as text, the mover's first.

    A side is 26 hexadecimal digits, the free checkers from OFF to BAR, then a dot
    and its pinned points as two decimal digits each.
    """
    return (
        _written_side(packed & _SIDE_MASK),
        _written_side((packed >> SIDE_BITS) & _SIDE_MASK),
    )


def _written_side(bits: int) -> str:
    digits = f"{bits & _COUNT_MASK:0{BAR + 1}x}"[::-1]
    pins = bits >> _COUNT_BITS
    if not pins:
        return f"{digits}."
    return f"{digits}." + "".join(f"{p:02d}" for p in range(BAR + 1) if pins >> p & 1)


def swapped(packed: int) -> int:
    """Return *packed* with the other player on roll and an empty memory."""
    waiter = (packed >> SIDE_BITS) & _SIDE_MASK
    return (packed & _SIDE_MASK) << SIDE_BITS | waiter


def _pack_side(side: Side) -> int:
    packed = 0
    for point, count in enumerate(side.checkers):
        packed |= count << 4 * point
    for point in side.pinned:
        packed |= MOVER_PIN[point]
    return packed


def _unpack_side(bits: int) -> Side:
    # One hexadecimal digit is one point's count; this is the quick way to read them.
    digits = f"{bits & _COUNT_MASK:0{BAR + 1}x}".encode().translate(_DIGIT_VALUES)
    counts = tuple(reversed(digits))
    pins = bits >> _COUNT_BITS
    if not pins:
        return Side(counts)
    return Side(counts, frozenset(p for p in range(BAR + 1) if pins >> p & 1))
