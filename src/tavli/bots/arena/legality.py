"""Checking the choices of engines that bring their own rules along."""

from typing import Final

import numpy as np

from tavli.kernels.board import Board, Boards, decode
from tavli.kernels.movegen import Rolls, batch_afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.notation.position import PositionLine, write_position
from tavli.rules import Player, Ruleset

_ROOM: Final = 16_384


class IllegalChoiceError(ValueError):
    """An engine chose a final position that no legal play reaches."""


class Referee:
    """Look for each choice among the finals of our own generator."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._table = compile_ruleset(ruleset)
        self._buffers = Buffers.make(_ROOM)

    def check(self, name: str, boards: Boards, rolls: Rolls, finals: Boards) -> None:
        """Return if all *finals* are legal.

        Raises:
            IllegalChoiceError: one is not; it names the engine, position and roll.
        """
        first = 0
        while first < len(boards):
            starts = np.zeros(len(boards) - first + 1, np.int64)
            count = batch_afterstates(
                self._table, boards[first:], rolls[first:], starts, self._buffers
            )
            legal = self._buffers.boards[: starts[count]]
            asked = np.repeat(finals[first : first + count], np.diff(starts)[:count], 0)
            same = (legal == asked).all(axis=(1, 2))
            found = np.logical_or.reduceat(same, starts[:count])
            if not found.all():
                wrong = first + int(np.argmin(found))
                raise IllegalChoiceError(
                    f"{name} plays {rolls[wrong, 0]}-{rolls[wrong, 1]} in "
                    f"'{self._line(boards[wrong])}' to "
                    f"'{self._line(finals[wrong])}', which no legal play reaches"
                )
            first += count

    def _line(self, board: Board) -> str:
        try:
            position = decode(board)
        except ValueError:
            return " ".join(str(count) for count in board.ravel())
        line = PositionLine.of(self._ruleset, position, Player.WHITE)
        return write_position(line)
