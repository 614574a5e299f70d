"""The table of races: one side's rolls until it is off, and until its first is."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances
from tavli.evaluation.tables.file import TableError, Tensors
from tavli.evaluation.tables.tails import flat, tails_from, tails_to
from tavli.kernels.board import MOVER, ROWS, SLOTS, WAITER, Boards
from tavli.kernels.combination import ways
from tavli.kernels.race import Race, many_race_chances, mark_races
from tavli.kernels.race_build import Growth, grow, resume, with_room
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import CHECKERS, OFF, PORTES

_SLICE: Final = 2048
"""States between two looks at the progress: a tenth of a second."""

LARGEST_FOR_ALL: Final = 10
"""So many points are played alike in all games.

With 11 a block in front of the opponent's start could stand, which fevga forbids.
"""


class RaceTable:
    """Chances where both sides stand on their last points and race.

    The chances are exact for two sides that each play for the fewest rolls. A side
    that is far behind, or afraid of a double loss, could do a trace better.
    """

    def __init__(self, race: Race) -> None:
        self.race = race
        self.name = race_name(race.points)
        self.chances(example())  # what compiles does so now, not under a player's move

    def covers(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which of *boards* are races within the table's points."""
        marks = np.empty(len(boards), np.bool_)
        mark_races(np.ascontiguousarray(boards), self.race.points, marks)
        return marks

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, all of them covered."""
        found = np.empty((len(boards), COLUMNS), np.float32)
        many_race_chances(self.race, np.ascontiguousarray(boards), found)
        return found


def example() -> Boards:
    """Return an end that every race and every pair of last checkers covers."""
    boards = np.zeros((1, ROWS, SLOTS), np.int8)
    boards[0, [MOVER, WAITER], 1] = 1
    boards[0, [MOVER, WAITER], OFF] = CHECKERS - 1
    return boards


def race_name(points: int) -> str:
    """Return what the table of *points* points is called."""
    return f"race-{points}"


class RaceBuild:
    """A table of races in the making."""

    def __init__(self, points: int) -> None:
        self.total = ways(points, CHECKERS)
        self._growth = Growth.start(points)
        self._rules = compile_ruleset(PORTES)
        self._buffers = Buffers.make()

    @property
    def reached(self) -> int:
        """How many of the *total* states are built."""
        return int(self._growth.progress[0])

    def advance(self) -> None:
        """Build some more states."""
        self._growth = with_room(self._growth, _SLICE)
        grow(self._rules, self._growth, _SLICE, self._buffers)

    def tensors(self) -> Tensors:
        """Return what is built so far, under the names of the file."""
        race = self._growth.race
        number, unopened = (int(value) for value in self._growth.progress)
        return {
            **tails_to("finish", race.finish, number),
            **tails_to("opening", race.opening, unopened),
            "means": race.means[:number],
        }

    def resume(self, tensors: Tensors) -> None:
        """Go on from what `tensors` of an earlier build returned.

        Raises:
            TableError: the numbers can't be those of such a build.
        """
        race = _race(self._growth.race.points, tensors)
        number, unopened = len(race.means), len(race.opening.sure)
        if not 1 <= number <= self.total or unopened > number:
            raise TableError(f"{number} states are no part of {self.total}")
        self._growth = resume(self._growth, race, number, unopened)


def race_table(points: int, tensors: Tensors) -> RaceTable:
    """Return the table of *tensors*, which must be whole.

    Raises:
        TableError: numbers are missing, or no race has such numbers.
    """
    race = _race(points, tensors)
    wanted = ways(points, CHECKERS), ways(points - 1, CHECKERS)
    if (len(race.finish.sure), len(race.opening.sure)) != wanted:
        raise TableError(f"it holds {len(race.means)} states, not {wanted[0]}")
    return RaceTable(race)


def _race(points: int, tensors: Tensors) -> Race:
    try:
        finish, opening = (tails_from(name, tensors) for name in ("finish", "opening"))
        means = flat(tensors["means"], np.float64)
    except KeyError as error:
        raise TableError(f"it has no {error}") from error
    if len(means) != len(finish.sure):
        raise TableError("it has not one mean for each state")
    return Race(points, finish, opening, means)
