"""The table of two sides' last checkers: exact plays, doubles and takes."""

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, WIN, Chances
from tavli.evaluation.tables.file import TableError, Tensors
from tavli.evaluation.tables.race import example
from tavli.kernels import two_sided
from tavli.kernels.board import Boards
from tavli.kernels.combination import ways
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.kernels.two_sided import (
    HOME,
    Choices,
    Values,
    fill_two_sided,
    find_choices,
    many_two_sided,
    mark_two_sided,
)
from tavli.rules import PORTES

_SLICES: Final = 50


class Access(IntEnum):
    """Who may double next; the values are the columns of a table."""

    NOBODY = two_sided.CUBELESS
    BOTH = two_sided.CENTRED
    MOVER = two_sided.OWNED
    WAITER = two_sided.THEIRS


Points = NDArray[np.float32]
"""Shape (n,): expected points of the side on roll, for a cube of 1."""


class TwoSidedTable:
    """Exact values where each side has its last few checkers, all at home.

    With the cube they are those of money play without further rules: nobody here can
    lose double, so that Jacoby's rule changes nothing, and a right double is never
    beavered.
    """

    def __init__(self, checkers: int, values: Values) -> None:
        self.name = two_sided_name(checkers)
        self.checkers = checkers
        self._values = values
        self.chances(example())  # what compiles does so now, not under a player's move

    def covers(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which of *boards* have so few checkers, all at home."""
        marks = np.empty(len(boards), np.bool_)
        mark_two_sided(np.ascontiguousarray(boards), self.checkers, marks)
        return marks

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, all of them covered."""
        found = np.zeros((len(boards), COLUMNS), np.float32)
        found[:, WIN] = (1 + self._rows(boards)[:, Access.NOBODY]) / 2
        return found

    def without_double(self, boards: Boards, access: Access) -> Points:
        """Return the points if the side on roll throws without doubling now."""
        points: Points = self._rows(boards)[:, access]
        return points

    def points(self, boards: Boards, access: Access) -> Points:
        """Return the points if the side on roll doubles where that is better.

        Of finals seen by who has moved, the points are those of `passed` boards with
        the other side's access, and the opposite sign.
        """
        rows = self._rows(boards)
        best: Points = rows[:, access]
        if access in {Access.BOTH, Access.MOVER}:
            best = np.maximum(best, np.minimum(1, 2 * rows[:, Access.WAITER]))
        return best

    def taken(self, boards: Boards) -> Points:
        """Return the doubler's points if the other side takes; above 1 it passes."""
        points: Points = 2 * self._rows(boards)[:, Access.WAITER]
        return points

    def _rows(self, boards: Boards) -> NDArray[np.float32]:
        rows = np.empty((len(boards), two_sided.COLUMNS), np.float32)
        boards = np.ascontiguousarray(boards)
        many_two_sided(self._values, self.checkers, boards, rows)
        return rows


def two_sided_name(checkers: int) -> str:
    """Return what the table of *checkers* checkers a side is called."""
    return f"two-sided-{checkers}"


class TwoSidedBuild:
    """A table of two sides in the making."""

    def __init__(self, checkers: int) -> None:
        self.total = ways(HOME, checkers)
        self.reached = 1
        self._checkers = checkers
        self._values = np.zeros((self.total, self.total, two_sided.COLUMNS), np.float32)
        self._choices = Choices.room(checkers)
        self._is_begun = False

    def advance(self) -> None:
        """Build the values of some more numbers, with all those below."""
        if not self._is_begun:
            rules = compile_ruleset(PORTES)
            find_choices(rules, self._checkers, self._choices, Buffers.make())
            self._is_begun = True
        last = min(self.reached + self.total // _SLICES + 1, self.total)
        fill_two_sided(self._choices, self._values, self.reached, last)
        self.reached = last

    def tensors(self) -> Tensors:
        """Return what is built so far, under the names of the file."""
        return {"values": self._values[: self.reached, : self.reached]}

    def resume(self, tensors: Tensors) -> None:
        """Go on from what `tensors` of an earlier build returned.

        Raises:
            TableError: the numbers can't be those of such a build.
        """
        values = _square(tensors)
        if len(values) > self.total:
            raise TableError(f"{len(values)} states are no part of {self.total}")
        self.reached = len(values)
        self._values[: self.reached, : self.reached] = values


def two_sided_table(checkers: int, tensors: Tensors) -> TwoSidedTable:
    """Return the table of *tensors*, which must be whole.

    Raises:
        TableError: numbers are missing.
    """
    values = _square(tensors)
    wanted = ways(HOME, checkers)
    if len(values) != wanted:
        raise TableError(f"it holds {len(values)} states a side, not {wanted}")
    return TwoSidedTable(checkers, values)


def _square(tensors: Tensors) -> Values:
    values = tensors.get("values")
    if values is None or values.dtype != np.float32:
        raise TableError("it has no 'values'")
    if values.ndim != 3 or values.shape != (*2 * values.shape[:1], two_sided.COLUMNS):
        raise TableError(f"its values have the shape {values.shape}")
    view = values.view()
    view.flags.writeable = False
    return view
