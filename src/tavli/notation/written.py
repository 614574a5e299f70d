"""Read the text of a play as written, before any rule is asked."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from tavli.notation.errors import NotationError, quoted
from tavli.rules import BAR, OFF
from tavli.words.findings import finding

NO_PLAY: Final = "-"
"""The text of a lost turn."""

MOST_STEPS: Final = 4
"""The steps of a double: no play names more."""

_LONGEST: Final = 100
_PLACE: Final = r"(?:bar|off|\d{1,2})"
_WORD: Final = re.compile(
    rf"(?P<path>{_PLACE}(?:/{_PLACE}[*^]?)+)(?:\((?P<count>\d)\))?(?P<late>[*^]?)"
)
_GAP: Final = re.compile(r"[\s,]+")
_NAMED: Final = {"bar": BAR, "off": OFF}


class Leg(NamedTuple):
    """A way one checker went, by one die or several, and the mark at its end."""

    source: int
    target: int
    mark: str


def read_legs(text: str) -> tuple[Leg, ...]:
    """Return the legs that *text* names, in its order; none for a lost turn.

    Short and long forms, ``25`` for the bar and ``0`` for off are read alike.

    Raises:
        NotationError: one sentence and its column.
    """
    if len(text) > _LONGEST:
        raise NotationError(finding("play_long", most=_LONGEST), _LONGEST + 1)
    if text.strip() == NO_PLAY:
        return ()
    legs: list[Leg] = []
    start = 0
    for word in _GAP.split(text):
        start = text.index(word, start)
        legs.extend(_read_word(word, start + 1))
        start += len(word)
    if not legs:
        raise NotationError(finding("play_written"), 1)
    if len(legs) > MOST_STEPS:
        raise NotationError(finding("most_steps", most=MOST_STEPS), 1)
    return tuple(legs)


def _read_word(word: str, column: int) -> Sequence[Leg]:
    """Return the legs of one word such as ``13/7*/5`` or ``8/4*(2)``."""
    if not word:
        return ()
    found = _WORD.fullmatch(word.lower())
    if found is None:
        raise NotationError(
            finding("step", text=quoted(word)),
            column,
        )
    places = [_read_place(place, column) for place in found["path"].split("/")]
    marks = [mark for _, mark in places]
    marks[-1] = marks[-1] or found["late"]
    points = [point for point, _ in places]
    if sorted(points, reverse=True) != points or len(set(points)) != len(points):
        raise NotationError(
            finding("backwards", text=quoted(word)),
            column,
        )
    count = int(found["count"] or 1)
    if not 1 <= count <= MOST_STEPS:
        raise NotationError(finding("times", most=MOST_STEPS), column)
    legs = [Leg(*leg) for leg in zip(points, points[1:], marks[1:], strict=False)]
    return legs * count


def _read_place(text: str, column: int) -> tuple[int, str]:
    """Return the point that *text* names and the mark behind it."""
    name = text.rstrip("*^")
    point = _NAMED[name] if name in _NAMED else int(name)
    if point > BAR:
        raise NotationError(finding("play_point", point=point), column)
    return point, text[len(name) :]
