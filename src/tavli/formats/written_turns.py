"""Carry out the turns of a written match: rolls, plays and the cube."""

from types import MappingProxyType
from typing import Final

from tavli.formats.judge import Judge, illegal, refusal_of
from tavli.formats.written import Cell, CellKind
from tavli.match import (
    LARGEST_CUBE,
    Action,
    ActionRefusedError,
    Beaver,
    Beavered,
    Double,
    Doubled,
    Drop,
    Dropped,
    OpeningThrown,
    Phase,
    Played,
    PlayMoves,
    Raccoon,
    Raccooned,
    Roll,
    Rolled,
    Take,
    Taken,
)
from tavli.notation.errors import NotationError, quoted
from tavli.notation.resolve import as_moves, resolve_play
from tavli.rules import Dice, IllegalMoveError, Player
from tavli.words.findings import Finding, finding

_ANSWERS: Final = MappingProxyType[CellKind, Action](
    {
        CellKind.TAKE: Take(),
        CellKind.DROP: Drop(),
        CellKind.BEAVER: Beaver(),
        CellKind.RACCOON: Raccoon(),
    }
)


_DECISIONS: Final = (Played, Doubled, Taken, Dropped, Beavered, Raccooned)


class Turns:
    """The turns of one game, as far as the file lets them be followed.

    *lost* is set where it does not any more; *unknown* is a turn that it left open.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._unknown: Cell | None = None
        self.lost = False

    def take(self, cell: Cell) -> None:
        """Do what *cell* says, or complain of it."""
        if cell.kind is CellKind.UNREADABLE:
            self._lose(cell, finding("unreadable", text=quoted(cell.text)))
        elif not self.lost:
            before = len(self._judge.events)
            self._act(cell)
            if len(self._judge.events) > before:
                self._judge.note(cell.notes, *_DECISIONS)

    def _act(self, cell: Cell) -> None:
        unknown, self._unknown = self._unknown, None
        if unknown and (unknown.dice or unknown.player is not cell.player):
            self._lose(unknown, finding("left_open", text=quoted(unknown.text)))
        elif self._judge.game.ended:
            self._lose(cell, finding("was_over", text=quoted(cell.text)))
        elif cell.kind is CellKind.ROLL:
            self._roll(cell)
        elif cell.kind is CellKind.DOUBLE:
            self._double(cell)
        else:
            done = self._judge.try_out(cell.player, _ANSWERS[cell.kind], cell.line)
            self.lost = not done and cell.kind is not CellKind.TAKE

    def _roll(self, cell: Cell) -> None:
        dice = cell.dice
        opens = self._judge.game.phase is Phase.OPENING
        if cell.play is None and (dice or not opens):
            self._unknown = cell  # no fault if the game ends here
        if dice is None:
            return
        if opens:
            self._open(cell, dice)
        else:
            self._judge.dice.throws[self._judge.game.number, self._judge.game.rolls] = (
                dice
            )
            try:
                rolled, *_ = self._judge.expected(cell.player, Roll())
            except ActionRefusedError as refused:
                why = refusal_of(refused)
                self._lose(cell, finding("cell", why, text=quoted(cell.text)))
                return
            self._judge.accept(rolled)
        if cell.play is not None:
            self._play(cell, dice, cell.play)

    def _open(self, cell: Cell, dice: Dice) -> None:
        """Begin the game: the first player threw the larger number of the roll-off."""
        high, low = dice.high, dice.low
        if dice.is_double:
            self._judge.complain(
                cell.line,
                finding("equal_start", dice=str(dice)),
            )
            high, low = 2, 1
        if cell.player is Player.WHITE:
            self._judge.accept(OpeningThrown(high, low))
        else:
            self._judge.accept(OpeningThrown(low, high))
        if dice.is_double:
            self._judge.accept(Rolled(cell.player, dice))

    def _play(self, cell: Cell, dice: Dice, text: str) -> None:
        judge = self._judge
        game = judge.game
        try:
            play = resolve_play(game.ruleset, game.position, dice, text)
            judge.accept(*judge.expected(cell.player, PlayMoves(play)))
        except (NotationError, IllegalMoveError) as error:
            what = finding("cell", _why_not(error), text=quoted(cell.text, 40))
            judge.complain(cell.line, what)
            self._force(cell.player, dice, text)
        except ActionRefusedError as refused:
            what = finding("cell", refusal_of(refused), text=quoted(cell.text, 40))
            self._lose(cell, what)

    def _force(self, player: Player, dice: Dice, text: str) -> None:
        """Let an illegal play stand if the board permits it: the file goes on so."""
        try:
            play = as_moves(text, dice)
            self._judge.accept(Played(player, play, ("",) * len(play)))
        except ValueError:
            self.lost = True

    def _double(self, cell: Cell) -> None:
        value = 2 * self._judge.game.cube.value
        if value > LARGEST_CUBE:
            self._lose(cell, finding("cube_past", cube=LARGEST_CUBE))
            return
        if cell.value not in (None, value):
            self._judge.complain(
                cell.line,
                finding("cube_goes", low=value // 2, high=value, cube=cell.value),
            )
        if not self._judge.try_out(cell.player, Double(), cell.line):
            self._judge.accept(Doubled(cell.player, value))

    def _lose(self, cell: Cell, what: Finding) -> None:
        """Complain of *cell* and follow this game no further."""
        self._judge.complain(cell.line, what)
        self.lost = True


def _why_not(error: NotationError | IllegalMoveError) -> Finding:
    if isinstance(error, IllegalMoveError):
        return illegal(error)
    return error.placed or finding("unreadable", text=quoted(error.reason, 80))
