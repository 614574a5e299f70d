"""Several tables as one: each position is answered by the best that knows it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances
from tavli.evaluation.tables.building import ready
from tavli.evaluation.tables.catalogue import RECIPES, Table
from tavli.evaluation.tables.two_sided import TwoSidedTable
from tavli.kernels.board import Boards
from tavli.rules import Ruleset

_NOBODY: Final = -1


class Tables:
    """Tables of one game, the more exact first; itself a table."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self.tables = tuple(tables)
        self.name = "+".join(table.name for table in self.tables) or "no tables"

    @property
    def with_cube(self) -> TwoSidedTable | None:
        """The table that knows money play with the cube, if it is there."""
        found = (table for table in self.tables if isinstance(table, TwoSidedTable))
        return next(found, None)

    def covers(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which of *boards* some table knows."""
        marks = np.zeros(len(boards), np.bool_)
        for table in self.tables:
            marks |= table.covers(boards)
        return marks

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, all of them covered.

        Raises:
            ValueError: no table knows one of them.
        """
        found = np.empty((len(boards), COLUMNS), np.float32)
        asked = self._asked(boards)
        if np.any(asked == _NOBODY):
            raise ValueError(f"{self.name}: a position is in none of these tables")
        for index, table in enumerate(self.tables):
            chosen = np.flatnonzero(asked == index)
            if len(chosen):
                found[chosen] = table.chances(boards[chosen])
        return found

    def _asked(self, boards: Boards) -> NDArray[np.int64]:
        """Return of each of *boards* which table answers, _NOBODY where none does."""
        asked = np.full(len(boards), _NOBODY, np.int64)
        for index, table in enumerate(self.tables):
            asked[(asked == _NOBODY) & table.covers(boards)] = index
        return asked


def tables_for(ruleset: Ruleset, folder: Path) -> Tables:
    """Return the tables of *ruleset*'s game that are in *folder*.

    The small ones are built, if they are not there, in seconds; the large ones are
    used as soon as `tavli tables build` has made them.
    """
    recipes = [r for r in RECIPES.values() if ruleset.name in r.games]
    recipes.sort(key=lambda recipe: -recipe.rank)
    found = (ready(recipe, folder) for recipe in recipes)
    return Tables(table for table in found if table is not None)
