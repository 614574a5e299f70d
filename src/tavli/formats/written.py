"""A match as a file writes it: cells by game, before any rule is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

from tavli.formats.json_fields import Json
from tavli.rules import Dice, Player
from tavli.words.findings import Finding


class CellKind(Enum):
    """What a cell says its player did."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    UNREADABLE = "unreadable"


RESULTS: Final = frozenset({CellKind.WIN, CellKind.LOSS, CellKind.DRAW})
"""The cells that end a game."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player did, as written, and where it stands.

    *dice* is None where the file knows no roll; *play* is None where it knows the
    roll but no play. *value* is the cube's or the points', *ends_match* what a
    result claims. *notes* is what another program said of it.
    """

    kind: CellKind
    player: Player
    line: int
    column: int
    text: str
    dice: Dice | None = None
    play: str | None = None
    value: int | None = None
    ends_match: bool = False
    notes: Mapping[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class WrittenGame:
    """One game as written: its number, the score before it, and its cells.

    *score_line* is where names and score stand, 0 if they stand nowhere;
    *is_score_doubtful* is set if that line could be a comment. *crawford* is None
    where the file does not say. *stands_alone* is set for a game from the
    midst of a match, whose number and score nothing before it explains. *auto_cube*
    is the cube after the automatic doubles at its start.
    """

    number: int
    line: int
    score: tuple[int, int] | None = None
    score_line: int = 0
    is_score_doubtful: bool = False
    cells: list[Cell] = field(default_factory=list)
    crawford: bool | None = None
    stands_alone: bool = False
    auto_cube: int = 1
    notes: Json = field(default_factory=dict)

    def forget_result(self) -> None:
        """Drop how the game ended, for a file that breaks off in it."""
        self.cells = [cell for cell in self.cells if cell.kind not in RESULTS]


@dataclass(slots=True)
class WrittenMatch:
    """A match as written; *length* 0 is money play, left is White.

    *tags* are the bracketed comments before the first game, by name. *game* and
    *options* are those of `MatchRules.parse`; *is_single* is one game by itself.
    *program* is whose remarks the cells carry; *faults* are what the
    reader had to pass over, by line. A binary file has no lines: its games begin at
    *first_byte*, and its cells have the number of their turn for a line.
    """

    length: int
    length_line: int
    white: str = ""
    black: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    games: list[WrittenGame] = field(default_factory=list)
    game: str = "backgammon"
    options: Mapping[str, str] | None = None
    is_single: bool = False
    program: str = ""
    faults: list[tuple[int, Finding]] = field(default_factory=list)
    first_byte: int | None = None


def turned_by(player: Player, kind: CellKind, last: Cell | None) -> CellKind:
    """Return what a cell of *kind* means behind the *last* one.

    Some formats have one word for every turn of the cube: a double behind a double
    of the opponent is a beaver, and one behind that a raccoon.
    """
    if kind is not CellKind.DOUBLE or last is None or last.player is player:
        return kind
    return _ANSWERED.get(last.kind, kind)


_ANSWERED: Final = MappingProxyType(
    {CellKind.DOUBLE: CellKind.BEAVER, CellKind.BEAVER: CellKind.RACCOON}
)
