"""Split a line of the two-column match text into what each player did."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from tavli.formats.written import Cell, CellKind
from tavli.rules import Dice, Player

_RIGHT_FROM: Final = 20
"""A lone cell that begins at or behind this offset is the right player's."""

_NUMBER: Final = re.compile(r"\s*\d{1,4}\)")
_START: Final = re.compile(
    r"(?<!\S)(?:(?P<dice>\d\d)(?::|(?=\s+(?:bar|\d\d?)/))|(?P<word>doubles?|"
    r"redoubles?|takes?|accepts?|drops?|rejects?|pass(?:es)?|beavers?|raccoons?|wins?|"
    r"loss(?:es)?|loses?|lost|resign(?:s|ed)?|forfeits?)\b)",
    re.IGNORECASE,
)
# One site writes a loss without number and column when its left cell is empty; the
# winner's line follows and says the same.
_STRAY_LOSS: Final = re.compile(r"\s{0,4}Loss(?:es)?\s+\d+ points?$")
# One program puts a play that it finds illegal into brackets.
_ILLEGAL: Final = re.compile(r"Illegal play \(([^()]*)\)", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"\d+")
_LARGEST_AMOUNT: Final = 10**12
"""Larger ones are told as this: no cube and no result comes near it."""
_NO_MOVE: Final = re.compile(r"can(?:not|'?t) move|no move", re.IGNORECASE)


_WORDS: Final = {
    "do": CellKind.DOUBLE,
    "red": CellKind.DOUBLE,
    "t": CellKind.TAKE,
    "a": CellKind.TAKE,
    "dr": CellKind.DROP,
    "p": CellKind.DROP,
    "b": CellKind.BEAVER,
    "ra": CellKind.RACCOON,
    "w": CellKind.WIN,
    "l": CellKind.LOSS,
    "res": CellKind.LOSS,
    "rej": CellKind.DROP,
    "f": CellKind.LOSS,
}


def split_cells(text: str, line: int) -> Iterator[Cell]:
    """Yield the cells of a line of a game, left one first."""
    if _STRAY_LOSS.match(text):
        return
    # The brackets become blanks, so that every column stays where it is.
    text = _ILLEGAL.sub(lambda found: f"{'':14}{found[1]} ", text)
    number = _NUMBER.match(text)
    begin = number.end() if number else 0
    starts = [found.start() for found in _START.finditer(text, begin)]
    if (first := text[begin : starts[0] if starts else len(text)]).strip():
        column = len(text) - len(text[begin:].lstrip()) + 1
        yield Cell(CellKind.UNREADABLE, Player.WHITE, line, column, first.strip())
    for index, (start, end) in enumerate(pairwise((*starts, len(text)))):
        piece = text[start:end].strip()
        if index > 1:  # a line has two players, and room for what each of them did
            yield Cell(CellKind.UNREADABLE, Player.BLACK, line, start + 1, piece)
            return
        is_right = index == 1 or (len(starts) == 1 and start - begin >= _RIGHT_FROM)
        player = Player.BLACK if is_right else Player.WHITE
        yield _read_cell(piece, player, line, start + 1)


def _read_cell(text: str, player: Player, line: int, column: int) -> Cell:
    found = _START.match(text)
    if found is None:
        raise AssertionError("a cell begins where its start was found")
    if found["dice"]:
        return _read_roll(text, player, line, column)
    word = found["word"].lower()
    kind = next(kind for begin, kind in _WORDS.items() if word.startswith(begin))
    amount = _AMOUNT.search(text)
    value = min(int(amount[0]), _LARGEST_AMOUNT) if amount else None
    ends = kind is CellKind.WIN and "match" in text.lower()
    return Cell(kind, player, line, column, text, value=value, ends_match=ends)


def _read_roll(text: str, player: Player, line: int, column: int) -> Cell:
    """Read ``61: 13/7 8/7``; a roll of zeros is one the file does not know."""
    first, second, play = int(text[0]), int(text[1]), text[2:].lstrip(":").strip()
    if not first and not second:
        return Cell(CellKind.ROLL, player, line, column, text)
    try:
        dice = Dice(first, second)
    except ValueError:
        return Cell(CellKind.UNREADABLE, player, line, column, text)
    known: str | None = play
    if not play or _NO_MOVE.fullmatch(play):
        known = "-"
    elif set(play) == {"?"}:
        known = None
    return Cell(CellKind.ROLL, player, line, column, text, dice, known)
