"""Trials that are played with the cube: doubled, taken and passed on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances, turned
from tavli.kernels.board import ROWS, SLOTS, Boards
from tavli.kernels.movegen import Rolls
from tavli.kernels.turn import passed
from tavli.match import LARGEST_CUBE
from tavli.search.cube_place import CubePlace
from tavli.search.cubeful import CubefulSearch, Grid
from tavli.search.deep import DeepChooser
from tavli.search.filters import Filters
from tavli.search.lookahead import Lookahead
from tavli.search.ranking import Search
from tavli.search.rolls import COUNT, WEIGHTS, every_roll, mean_of_rolls, roll_numbers
from tavli.search.stakes import MatchStakes, Stakes
from tavli.search.utility import Utility
from tavli.search.who import Who

Mask = NDArray[np.bool_]
Worths = NDArray[np.float64]
"""Shape (n,): what each game is worth, in the unit of the stakes."""

_OWNERS: Final = (Who.NOBODY, Who.ME, Who.OTHER)
_WEIGHTS: Final = WEIGHTS.astype(np.float64)
_FIRST_POINTS: Final = range(-24, 25)
_JACOBY_PLAYS: Final = 2
"""The version of how plays are chosen while Jacoby's rule makes all wins single."""

_LAST_PLIES: Final = 2
"""How deep a double among the last checkers is looked into: there a cube has one or
two turns left to be used in, which no model of its efficiency knows."""


@dataclass(frozen=True, slots=True)
class CubeInPlay:
    """What is played for, and the cube that each board begins with.

    Both are seen by the side on roll; *places* has a cube for every board. Unless
    *doubles_at_once*, nobody doubles before the first roll: that is what is asked.
    """

    stakes: Stakes
    places: tuple[CubePlace, ...]
    doubles_at_once: bool = True

    @property
    def prices(self) -> tuple[float | None, ...]:
        """For which worth the other side may pass each cube; None where it can't.

        Only a double that is asked about can be passed; before it stands none.
        """
        first, *doubled = self.places
        if self.doubles_at_once:
            return (None,) * len(self.places)
        return (None, *(self.stakes.worth(first.value) for _ in doubled))

    @property
    def is_of_match(self) -> bool:
        """Whether chances of the match are counted, from -1 to 1, and not points."""
        return isinstance(self.stakes, MatchStakes)

    @property
    def facts(self) -> tuple[object, ...]:
        """What the result depends on."""
        stakes = self.stakes
        worths = tuple(stakes.worth(points) for points in _FIRST_POINTS)
        cubes = tuple((place.value, place.owner.value) for place in self.places)
        rules = stakes.is_live, stakes.has_jacoby and _JACOBY_PLAYS
        return worths, rules, cubes, self.doubles_at_once, _LAST_PLIES


class CubeGames:
    """Games in step, each with a cube of its own; the twin of those without.

    The plays are those of the game without a cube, at what the cube makes of its
    ends; who is on roll doubles, and the other side answers, by the evaluator's own
    answer, but among the last checkers by a look ahead. A game that is passed ends
    with its price, and with the chances that it had, as if it were played on.
    """

    def __init__(  # noqa: PLR0913  # what a plan of trials is made of
        self,
        lookahead: Lookahead,
        cube: CubeInPlay,
        boards: Boards,
        *,
        trials: int,
        filters: Filters,
        luck: Lookahead | None,
    ) -> None:
        if len(cube.places) != len(boards):
            raise ValueError("a rollout with the cube has a cube for every board")
        self._search = CubefulSearch(lookahead)
        self._deep_search = CubefulSearch(lookahead, plies=_LAST_PLIES)
        self._lookahead = lookahead
        self._cube = cube
        self._filters = filters
        self._luck_judge = luck
        self.boards = np.repeat(boards, trials, axis=0)
        count = len(self.boards)
        self._rows = np.zeros((count, COLUMNS + 1))
        self._luck = np.zeros((count, COLUMNS + 1))
        self._numbers = np.arange(count)
        values = [place.value for place in cube.places]
        owners = [_OWNERS.index(place.owner) for place in cube.places]
        self._values = np.repeat(np.array(values, np.int64), trials)
        self._owners = np.repeat(np.array(owners, np.int64), trials)

    @property
    def rows(self) -> NDArray[np.float64]:
        """Six chances and the worth of each game, seen by the first on roll."""
        return self._rows - self._luck

    def end_settled(self, turn: int) -> None:
        """End what is over or known, and what is passed; turn the other cubes."""
        self._end_known(turn)
        if turn > 0 or self._cube.doubles_at_once:
            self._double(turn)

    def end_all(self, turn: int) -> None:
        """End the games still under way as they stand, before a double."""
        if len(self.boards):
            self._end_judged(np.ones(len(self.boards), np.bool_), turn)

    def play(self, turn: int, rolls: Rolls) -> None:
        """Play one turn of each game; *rolls* has a throw for every game there was."""
        rolls = rolls[self._numbers]
        ends = np.empty_like(self.boards)
        for utility, some in self._aims(self._stakes(turn)):
            if self._luck_judge is not None:
                finals, left = self._luck_judge.replies(
                    self.boards[some], every_roll(int(some.sum())), utility
                )
                thrown = np.arange(int(some.sum())) * COUNT + roll_numbers(rolls[some])
                self._note_luck(some, finals, left, thrown, turn)
                ends[some] = finals[thrown]
            boards, thrown_rolls = self.boards[some], rolls[some]
            if self._filters:
                search = Search(self._lookahead, self._filters, utility)
                ends[some] = DeepChooser(search).choose(boards, thrown_rolls)
            elif self._luck_judge is not self._lookahead:
                ends[some] = self._lookahead.replies(boards, thrown_rolls, utility)[0]
        self.boards = passed(ends)
        self._owners = _turned(self._owners)

    def _stakes(self, turn: int) -> Stakes:
        return self._cube.stakes if turn % 2 == 0 else self._cube.stakes.turned

    def _groups(self) -> Iterator[tuple[CubePlace, Mask]]:
        """Yield each cube that is about, and which games have it."""
        pairs = np.unique(np.stack([self._values, self._owners], axis=1), axis=0)
        for value, owner in pairs.tolist():
            some = (self._values == value) & (self._owners == owner)
            yield CubePlace(value, _OWNERS[owner]), some

    def _aims(self, stakes: Stakes) -> Iterator[tuple[Utility, Mask]]:
        """Yield each aim that plays are chosen for, and which games have it."""
        aims: dict[Utility, Mask] = {}
        for place, some in self._groups():
            utility = stakes.utility(place)
            aims[utility] = aims[utility] | some if utility in aims else some
        yield from aims.items()

    def _end_known(self, turn: int) -> None:
        """End the games that are over, or whose worth a table knows."""
        stakes = self._stakes(turn)
        known = self._lookahead.is_over(self.boards)
        known |= self._search.knows(self.boards, stakes)
        settled = self._lookahead.is_settled(self.boards)
        for place, some in self._groups():
            if not (
                may_double(stakes, place) or may_double(stakes.turned, place.turned)
            ):
                known |= some & settled
        if known.any():
            self._end_judged(known, turn)

    def _double(self, turn: int) -> None:
        """Let the side on roll double where that is better, and the other answer."""
        stakes = self._stakes(turn)
        dropped = np.zeros(len(self.boards), np.bool_)
        worths = np.zeros(len(self.boards))
        chances = np.zeros((len(self.boards), COLUMNS), np.float32)
        for place, some in self._groups():
            if not may_double(stakes, place):
                continue
            cubes = (place, place.doubled)
            chances[some], found = self._weighed(self.boards[some], stakes, cubes)
            stay, take = found.T
            drop = stakes.worth(place.value)
            doubles = np.minimum(take, drop) >= stay
            passes = doubles & (take > drop)
            taken = np.flatnonzero(some)[doubles & ~passes]
            self._values[taken] = place.doubled.value
            self._owners[taken] = _OWNERS.index(place.doubled.owner)
            dropped[np.flatnonzero(some)[passes]] = True
            worths[some] = drop
        if dropped.any():
            self._end(dropped, chances, worths, turn)

    def _weighed(
        self, boards: Boards, stakes: Stakes, cubes: tuple[CubePlace, ...]
    ) -> tuple[Chances, Grid]:
        """Return the chances of *boards*, and what they are worth with *cubes*."""
        chances, found = self._search.look(boards, stakes, cubes)
        table = self._search.table
        if table is not None and (last := table.covers(boards)).any():
            found[last] = self._deep_search.values(boards[last], stakes, cubes)
        return chances, found

    def _end_judged(self, ended: Mask, turn: int) -> None:
        """End games with what is known or thought of them.

        Whoever is on roll has doubled where that was better for him.
        """
        stakes = self._stakes(turn)
        chances = np.zeros((len(self.boards), COLUMNS), np.float32)
        worths = np.zeros(len(self.boards))
        decides = turn > 0 or self._cube.doubles_at_once
        ask = self._search.decided if decides else self._search.look
        for place, whole in self._groups():
            some = whole & ended
            if some.any():
                chances[some], found = ask(self.boards[some], stakes, (place,))
                worths[some] = found[:, 0]
        settled = ended & self._lookahead.is_settled(self.boards)
        if settled.any():
            boards = self.boards[settled]
            chances[settled] = self._lookahead.settled_chances(boards)
        self._end(ended, chances, worths, turn)

    def _note_luck(
        self,
        some: Mask,
        finals: Boards,
        left: Chances,
        thrown: NDArray[np.int64],
        turn: int,
    ) -> None:
        """Note what the throws of *some* gave beyond the mean of all."""
        seen = _first_view(left, turn + 1)
        numbers = self._numbers[some]
        self._luck[numbers, :COLUMNS] += seen[thrown] - mean_of_rolls(seen)
        other = self._stakes(turn + 1)
        boards = passed(finals).reshape(-1, COUNT, ROWS, SLOTS)
        worths = np.empty((len(boards), COUNT))
        for place, whole in self._groups():
            inner = whole[some]
            if not inner.any():
                continue
            flat = boards[inner].reshape(-1, ROWS, SLOTS)
            distinct, places = self._lookahead.distinct(flat)
            _, found = self._search.decided(distinct, other, (place.turned,))
            worths[inner] = -found[places, 0].reshape(-1, COUNT)
        sign = 1 if turn % 2 == 0 else -1
        got = worths.reshape(-1)[thrown]
        self._luck[numbers, COLUMNS] += sign * (got - worths @ _WEIGHTS)

    def _end(self, ended: Mask, chances: Chances, worths: Worths, turn: int) -> None:
        """End the games that *ended* marks; the figures are those of who is on roll."""
        numbers = self._numbers[ended]
        self._rows[numbers, :COLUMNS] = _first_view(chances[ended], turn)
        self._rows[numbers, COLUMNS] = (
            worths[ended] if turn % 2 == 0 else -worths[ended]
        )
        rest = ~ended
        self.boards, self._numbers = self.boards[rest], self._numbers[rest]
        self._values, self._owners = self._values[rest], self._owners[rest]


def may_double(stakes: Stakes, place: CubePlace) -> bool:
    """Return whether the side on roll may double, and could gain by it."""
    mine = place.owner is not Who.OTHER and 2 * place.value <= LARGEST_CUBE
    return mine and stakes.is_live and not stakes.is_dead(place.value)


def _turned(owners: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return *owners*, numbers of `_OWNERS`, as the other side says them."""
    return (len(_OWNERS) - owners) % len(_OWNERS)


def _first_view(chances: Chances, turn: int) -> Chances:
    return chances if turn % 2 == 0 else turned(chances)
