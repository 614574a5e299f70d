"""Read and write a position line: game, both sides, whose turn, match state.

The norm is in ``docs/notation.md``. The writer's form is canonical: one position,
one text. The reader is lenient about order, blanks and case, and never guesses.
"""

from dataclasses import dataclass
from typing import Final, Self

from tavli.notation.errors import NotationError, bad_option, quoted
from tavli.notation.fields import Field, split_fields
from tavli.notation.possible import check_possible
from tavli.notation.sides import read_side, write_side
from tavli.notation.state import NO_STATE, LineState, read_state, write_state
from tavli.rules import (
    RULESETS,
    OptionError,
    Player,
    Position,
    Ruleset,
    Side,
    find_ruleset,
)
from tavli.words.findings import finding

_TURNS: Final = {"w": Player.WHITE, "b": Player.BLACK, "?": None}


@dataclass(frozen=True, slots=True)
class PositionLine:
    """Everything that a position line says; *turn* is None before the opening roll."""

    ruleset: Ruleset
    white: Side
    black: Side
    turn: Player | None
    state: LineState = NO_STATE

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        position: Position,
        mover: Player,
        state: LineState = NO_STATE,
    ) -> Self:
        """Return the line of *position*, in which *mover* is on roll."""
        white, black = position.mover, position.waiter
        if mover is Player.BLACK:
            white, black = black, white
        return cls(ruleset, white, black, mover, state)

    @property
    def position(self) -> Position:
        """The position seen by the player on roll; by White if nobody is."""
        if self.turn is Player.BLACK:
            return Position(self.black, self.white)
        return Position(self.white, self.black)


def write_position(line: PositionLine) -> str:
    """Return the canonical text of *line*."""
    turn = line.turn.value if line.turn else "?"
    sides = (write_side(line.white), write_side(line.black))
    return " ".join((line.ruleset.key, *sides, turn, *write_state(line.state)))


def read_position(text: str) -> PositionLine:
    """Return what *text* says.

    Raises:
        NotationError: one sentence and its column, if the text can't be read or
            the position can't be.
    """
    fields = split_fields(text)
    if len(fields) < 4:
        raise NotationError(
            finding("line_fields", found=len(fields)),
            len(text.rstrip()) + 1,
        )
    game, *sides, turn = fields[:4]
    ruleset = _read_game(game)
    checkers = sum(count for _, count in ruleset.setup)
    white, black = (read_side(side, checkers=checkers) for side in sides)
    check_possible(ruleset, (white, black), (sides[0].column, sides[1].column))
    if turn.text not in _TURNS:
        raise NotationError(finding("turn_letter", text=quoted(turn.text)), turn.column)
    state = read_state(fields[4:])
    return PositionLine(ruleset, white, black, _TURNS[turn.text], state)


def _read_game(field: Field) -> Ruleset:
    key = ",".join(piece.text for piece in field.pieces(","))
    game = key.partition(":")[0]
    try:
        return find_ruleset(key)
    except OptionError as error:
        raise NotationError(bad_option(game, error), field.column) from error
    except ValueError as error:
        known = ", ".join(RULESETS)
        what = finding("no_such_game", game=quoted(game), games=known)
        raise NotationError(what, field.column) from error
