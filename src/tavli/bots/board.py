"""Small questions about one side's checkers that every judgement asks."""

from collections.abc import Sequence

from tavli.rules import BAR

Counts = Sequence[int]
"""Free checkers by own point, OFF to BAR, as in `Side.checkers`."""


def points_held(counts: Counts, *, at_least: int) -> int:
    """Return a bit for each point from 1 to 24 with that many free checkers."""
    held = 0
    for point in range(1, BAR):
        if counts[point] >= at_least:
            held |= 1 << point
    return held


def mirrored(points: int) -> int:
    """Return bits of contrary points in the other side's numbering: p is 25 - p."""
    return int(f"{points >> 1:024b}"[::-1], 2) << 1


def rotated(points: int) -> int:
    """Return bits of parallel points in the other side's numbering: p is p ± 12."""
    low, high = points & 0x1FFE, points >> 12 & 0x1FFE
    return low << 12 | high


def runs(points: int) -> list[tuple[int, int]]:
    """Return each run of neighbouring points as its lowest point and its length."""
    found = []
    point = 1
    rest = points >> 1
    while rest:
        gap = (rest & -rest).bit_length() - 1
        rest >>= gap
        length = (rest ^ (rest + 1)).bit_length() - 1
        found.append((point + gap, length))
        point += gap + length
        rest >>= length
    return found
