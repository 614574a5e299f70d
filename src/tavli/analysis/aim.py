"""What a side plays for in a game: its points, or its chance of the match."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

import numpy as np

from tavli.evaluation.chances import Chances
from tavli.match import MatchState, Span
from tavli.rules import Player
from tavli.search.at_table import chances_after, stakes_of, utility_of
from tavli.search.stakes import Stakes
from tavli.search.utility import POINTS, Utility

_MOST: Final = 3
_POINTS: Final = tuple(float(points) for points in range(-_MOST, _MOST + 1))


class Unit(Enum):
    """In what a game is counted."""

    POINTS = "points"
    MATCH = "match"


@dataclass(frozen=True)
class Aim:
    """What the ends of a game are worth to a side, in *unit*.

    Points are points of the score, the cube included; a match is told from -1 (lost)
    to 1 (won). Without a cube *ends* says what -3 to 3 points are worth, with one the
    *stakes* do. *utility* is what a search for plays maximises.
    """

    unit: Unit
    utility: Utility
    ends: tuple[float, ...] = _POINTS
    stakes: Stakes | None = None

    @classmethod
    def of(cls, state: MatchState, player: Player) -> "Aim":
        """Return what *player* plays for in the game at hand.

        Raises:
            RatesError: in a match, the measured rates are missing.
            ValueError: nobody has started the game of a match.
        """
        is_match = state.rules.length.span is Span.POINTS
        unit = Unit.MATCH if is_match else Unit.POINTS
        utility = utility_of(state, player)
        if state.rules.has_cube:
            return cls(unit, utility, stakes=stakes_of(state, player))
        if not is_match:
            return cls.of_points()
        chances = chances_after(state, player)
        ends = tuple(2 * chances[points] - 1 for points in range(-_MOST, _MOST + 1))
        return cls(unit, utility, ends)

    @classmethod
    def of_points(cls) -> "Aim":
        """Return that of a game that is played for its points, without a cube."""
        return cls(Unit.POINTS, POINTS)

    @cached_property
    def turned(self) -> "Aim":
        """The same game as the other side sees it."""
        ends = tuple(-end for end in reversed(self.ends))
        stakes = self.stakes and self.stakes.turned
        return Aim(self.unit, self.utility.turned, ends, stakes)

    def worth(self, points: int) -> float:
        """Return what winning *points*, cube included, is worth; below 0 if lost."""
        if self.stakes is not None:
            return self.stakes.worth(points)
        return self.ends[points + _MOST]

    def scale(self, cube: int = 1) -> float:
        """Return what one point is worth at this *cube*.

        It is half of what lies between winning and losing a single game, which is how
        errors at any score become comparable with those of money play.
        """
        return (self.worth(cube) - self.worth(-cube)) / 2

    def without_cube(self, chances: Chances) -> list[float]:
        """Return what each row of *chances* is worth where nobody can double."""
        middle = (self.worth(1) + self.worth(-1)) / 2
        values = chances.astype(np.float64) @ np.array(self.utility.worth[1:])
        scaled = middle + self.scale() * (values + self.utility.worth[0])
        return [float(value) for value in scaled]

    @cached_property
    def mark(self) -> str:
        """What tells it from other aims."""
        facts: list[object] = [self.unit.value, self.utility.worth]
        if self.stakes is None:
            facts.append(self.ends)
        else:
            stakes = self.stakes
            facts += [stakes.is_live, stakes.has_jacoby]
            facts += [stakes.worth(points) for points in _PROBES]
        return repr(facts)


_PROBES: Final = tuple(
    sign * (1 << power) * points
    for power in range(7)
    for points in (1, 2, 3)
    for sign in (1, -1)
)
"""Ends whose worth tells any two scores apart."""
