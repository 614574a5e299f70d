"""Read and write one side's checkers: ``bar:1,24:2,13:5,8x``."""

import re
from typing import Final

from tavli.notation.errors import NotationError, quoted
from tavli.notation.fields import Field
from tavli.rules import BAR, OFF, Side
from tavli.words.findings import finding

NONE_LEFT: Final = "-"
"""The field of a side that has borne off all its checkers."""

_ENTRY: Final = re.compile(
    r"(?:(?P<point>bar|\d{1,3}):(?P<count>\d{1,3})|(?P<pin>\d{1,3})x)"
)


def write_side(side: Side) -> str:
    """Return the side's field, highest point first."""
    entries = []
    for point in range(BAR, OFF, -1):
        if count := side.checkers[point]:
            entries.append(f"{'bar' if point == BAR else point}:{count}")
        if point in side.pinned:
            entries.append(f"{point}x")
    return ",".join(entries) or NONE_LEFT


def read_side(field: Field, *, checkers: int) -> Side:
    """Return the side that *field* describes; what is missing is borne off.

    Points may stand in any order. More than *checkers*, an unknown point and a
    point written twice are refused.
    """
    counts: dict[int, int] = {}
    pinned: set[int] = set()
    if field.text != NONE_LEFT:
        for entry in field.pieces(","):
            _read_entry(entry, counts, pinned)
    total = sum(counts.values()) + len(pinned)
    if total > checkers:
        raise NotationError(
            finding("checkers", most=checkers, found=total),
            field.column,
        )
    return Side.of({**counts, OFF: checkers - total}, pinned)


def _read_entry(entry: Field, counts: dict[int, int], pinned: set[int]) -> None:
    """Add what *entry* says to *counts* or *pinned*."""
    found = _ENTRY.fullmatch(entry.text)
    if found is None:
        raise NotationError(
            finding("entry", text=quoted(entry.text)),
            entry.column,
        )
    point = _read_point(found["point"] or found["pin"], entry.column)
    if found["pin"]:
        if point in pinned:
            raise NotationError(finding("field_twice", key=f"{point}x"), entry.column)
        pinned.add(point)
    elif point in counts:
        raise NotationError(finding("field_twice", key=found["point"]), entry.column)
    elif not (count := int(found["count"])):
        raise NotationError(finding("empty_point"), entry.column)
    else:
        counts[point] = count


def _read_point(text: str, column: int) -> int:
    """Return the point that *text* names."""
    if text == "bar":
        return BAR
    point = int(text)
    if not OFF < point < BAR:
        raise NotationError(finding("no_point", point=point), column)
    return point
