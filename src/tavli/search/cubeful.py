"""Looking ahead with the cube: both sides double, take and pass as they should."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances, turned
from tavli.evaluation.tables.composite import Tables
from tavli.evaluation.tables.two_sided import Access
from tavli.evaluation.tables.two_sided import Points as ExactPoints
from tavli.kernels.board import Boards
from tavli.kernels.turn import passed
from tavli.search.cube_place import CubePlace
from tavli.search.efficiency import efficiencies
from tavli.search.live_cube import LiveCube
from tavli.search.lookahead import Lookahead
from tavli.search.rolls import COUNT, WEIGHTS, every_roll, mean_of_rolls
from tavli.search.stakes import MoneyStakes, Stakes
from tavli.search.utility import Utility
from tavli.search.who import Who

Grid = NDArray[np.float64]
"""Shape (n, cubes): what each position is worth with each of some cubes."""

_ACCESS: Final = {
    Who.NOBODY: Access.BOTH,
    Who.ME: Access.MOVER,
    Who.OTHER: Access.WAITER,
}


class ExactCube(Protocol):
    """A table that knows money play with the cube."""

    def covers(self, boards: Boards) -> NDArray[np.bool_]:
        """Return for each board, seen by the side on roll, whether it is known."""
        ...

    def without_double(self, boards: Boards, access: Access) -> ExactPoints:
        """Return the points at a cube of 1 if the side on roll does not double now."""
        ...


@dataclass(frozen=True, slots=True)
class CubefulSearch:
    """Judge positions with the cube, some plies deep.

    The plays are those of *lookahead*. In money play *exact* answers where it can, or
    the table among those of the lookahead that knows the cube.
    """

    lookahead: Lookahead
    plies: int = 0
    exact: ExactCube | None = None

    @property
    def table(self) -> ExactCube | None:
        """What knows money play with the cube exactly."""
        known = self.lookahead.exact
        if self.exact is None and isinstance(known, Tables):
            return known.with_cube
        return self.exact

    def values(
        self, boards: Boards, stakes: Stakes, cubes: Sequence[CubePlace]
    ) -> Grid:
        """Return what *boards* are worth with *cubes* if nobody doubles just now.

        Everything is seen by the side on roll; *stakes* are his.
        """
        return self.look(boards, stakes, cubes)[1]

    def look(
        self, boards: Boards, stakes: Stakes, cubes: Sequence[CubePlace]
    ) -> tuple[Chances, Grid]:
        """Return the chances of *boards*, and their `values`, by one look ahead."""
        return _Look(self, stakes, cubes[0].value).look(boards, cubes, self.plies)

    def decided(
        self, boards: Boards, stakes: Stakes, cubes: Sequence[CubePlace]
    ) -> tuple[Chances, Grid]:
        """Return what `look` does if the side on roll doubles where that is better."""
        return _Look(self, stakes, cubes[0].value).decided(boards, cubes, self.plies)

    def knows(self, boards: Boards, stakes: Stakes) -> NDArray[np.bool_]:
        """Return where a table knows the worth with the cube, of games that go on."""
        exact = self.table
        if exact is None or not isinstance(stakes, MoneyStakes):
            return np.zeros(len(boards), np.bool_)
        return exact.covers(boards) & ~self.lookahead.is_over(boards)


@dataclass(frozen=True, slots=True)
class _Look:
    """One look ahead for a side; *base* is the cube's value at its beginning."""

    search: CubefulSearch
    stakes: Stakes
    base: int

    def look(
        self, boards: Boards, cubes: Sequence[CubePlace], plies: int
    ) -> tuple[Chances, Grid]:
        """Return the chances of *boards*, and what they are worth with *cubes*."""
        over = self.search.lookahead.is_over(boards)
        known = self.search.knows(boards, self.stakes)
        rest = ~(over | known)
        if plies and rest.any():
            chances = np.empty((len(boards), COLUMNS), np.float32)
            found = np.empty((len(boards), len(cubes)))
            chances[rest], found[rest] = self._deeper(boards[rest], cubes, plies)
            chances[~rest] = self.search.lookahead.evaluator.chances(boards[~rest])
        else:
            chances = self.search.lookahead.evaluator.chances(boards)
            found = self._judged(boards, chances, cubes)
        if over.any():
            model = LiveCube(self.stakes, chances[over])
            found[over] = np.stack([model.ended(cube) for cube in cubes], axis=1)
        if known.any():
            found[known] = self._exact(boards[known], cubes)
        return chances, found

    def _judged(
        self, boards: Boards, chances: Chances, cubes: Sequence[CubePlace]
    ) -> Grid:
        model, efficiency = LiveCube(self.stakes, chances), efficiencies(boards)
        return np.stack([model.values(cube, efficiency) for cube in cubes], axis=1)

    def _exact(self, boards: Boards, cubes: Sequence[CubePlace]) -> Grid:
        exact = self.search.table
        assert exact is not None
        columns = [
            cube.value * exact.without_double(boards, _ACCESS[cube.owner])
            for cube in cubes
        ]
        return np.stack(columns, axis=1).astype(np.float64)

    def _deeper(
        self, boards: Boards, cubes: Sequence[CubePlace], plies: int
    ) -> tuple[Chances, Grid]:
        """Look a ply deeper, once for each aim that the cubes give to the plays.

        Jacoby's rule gives another to a cube that nobody owns. At a score all cubes
        have the plays of the first one's value.
        """
        aims: dict[Utility, list[int]] = {}
        for number, cube in enumerate(cubes):
            utility = self.stakes.utility(CubePlace(self.base, cube.owner))
            aims.setdefault(utility, []).append(number)
        found = np.empty((len(boards), len(cubes)))
        seen = []
        for utility, numbers in aims.items():
            some = [cubes[number] for number in numbers]
            chances, found[:, numbers] = self._played(boards, some, utility, plies)
            seen.append(chances)
        return seen[0], found

    def _played(
        self, boards: Boards, cubes: Sequence[CubePlace], utility: Utility, plies: int
    ) -> tuple[Chances, Grid]:
        lookahead = self.search.lookahead
        ends, _ = lookahead.replies(boards, every_roll(len(boards)), utility)
        seen, places = lookahead.distinct(passed(ends))
        other = _Look(self.search, self.stakes.turned, self.base)
        chances, after = other.decided(seen, [cube.turned for cube in cubes], plies - 1)
        each = -after[places].reshape(len(boards), COUNT, len(cubes))
        means: Grid = np.einsum("r,nrc->nc", WEIGHTS.astype(np.float64), each)
        return mean_of_rolls(turned(chances)[places]), means

    def decided(
        self, boards: Boards, cubes: Sequence[CubePlace], plies: int
    ) -> tuple[Chances, Grid]:
        """Return what `look` does if the side on roll doubles where that is better."""
        may = [self._may_double(cube) for cube in cubes]
        taken = [cube.doubled for cube, open_ in zip(cubes, may, strict=True) if open_]
        asked = list(dict.fromkeys([*cubes, *taken]))
        chances, found = self.look(boards, asked, plies)
        column = {cube: found[:, number] for number, cube in enumerate(asked)}
        best = []
        for cube, open_ in zip(cubes, may, strict=True):
            value = column[cube]
            if open_:
                drop = self.stakes.worth(cube.value)
                value = np.maximum(value, np.minimum(column[cube.doubled], drop))
            best.append(value)
        return chances, np.stack(best, axis=1)

    def _may_double(self, cube: CubePlace) -> bool:
        mine = cube.owner is not Who.OTHER
        return mine and self.stakes.is_live and not self.stakes.is_dead(cube.value)
