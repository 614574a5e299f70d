"""What points are worth where there is a cube: in money play, and at a score."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol, Self

from tavli.search.cube_place import CubePlace
from tavli.search.match_table import MatchTable
from tavli.search.utility import POINTS, WINS, Utility
from tavli.search.who import Who


class Stakes(Protocol):
    """What a player plays for, seen by the side on roll."""

    @property
    def turned(self) -> "Stakes":
        """The same, seen by the other side."""
        ...

    @property
    def is_live(self) -> bool:
        """Whether the cube may be turned at all in this game."""
        ...

    @property
    def has_jacoby(self) -> bool:
        """Whether a cube that nobody has turned makes all wins single."""
        ...

    def worth(self, points: int) -> float:
        """Return what winning *points* is worth; below 0 they are lost."""
        ...

    def is_dead(self, cube: int) -> bool:
        """Whether turning a cube of this value can't help the side on roll (B5)."""
        ...

    def utility(self, cube: CubePlace) -> Utility:
        """Return what the ends of a game at this cube are worth, without doubling."""
        ...


@dataclass(frozen=True)
class MoneyStakes:
    """Every point is worth the same."""

    has_jacoby: bool = False

    @property
    def turned(self) -> Self:
        """The same: both play for points."""
        return self

    @property
    def is_live(self) -> bool:
        """The cube is always in play."""
        return True

    def worth(self, points: int) -> float:
        """Return *points*."""
        return float(points)

    def is_dead(self, cube: int) -> bool:  # noqa: ARG002  # a protocol's question
        """Whether the cube is dead: never."""
        return False

    def utility(self, cube: CubePlace) -> Utility:
        """Return the points, which a cube only multiplies; Jacoby's are single."""
        if self.has_jacoby and cube.owner is Who.NOBODY:
            return WINS
        return POINTS


@dataclass(frozen=True)
class MatchStakes:
    """The match is what counts: *mine* and *theirs* are the points each still needs.

    Chances are told from -1 (the match is lost) to 1 (it is won).
    """

    table: MatchTable
    mine: int
    theirs: int
    is_crawford: bool = False
    crawford_is_over: bool = False

    def __post_init__(self) -> None:
        if not 1 <= min(self.mine, self.theirs) <= max(self.mine, self.theirs):
            raise ValueError("in a match both sides still need points")
        if max(self.mine, self.theirs) > self.table.longest:
            raise ValueError(f"the match table ends at {self.table.longest} points")
        if self.is_crawford and 1 not in (self.mine, self.theirs):
            raise ValueError("in the Crawford game one side needs 1 point")

    @cached_property
    def turned(self) -> "MatchStakes":
        """The match as the other side sees it."""
        return replace(self, mine=self.theirs, theirs=self.mine)

    @property
    def is_live(self) -> bool:
        """Whether this is not the Crawford game."""
        return not self.is_crawford

    @property
    def has_jacoby(self) -> bool:
        """Gammons count in every match (B6)."""
        return False

    def worth(self, points: int) -> float:
        """Return what the match is worth after a game that gave *points*."""
        mine = self.mine - max(points, 0)
        theirs = self.theirs - max(-points, 0)
        over = self.crawford_is_over or self.is_crawford
        return 2 * self.table.chance(mine, theirs, crawford_is_over=over) - 1

    def is_dead(self, cube: int) -> bool:
        """Whether the cube's value wins the match already."""
        return cube >= self.mine

    def utility(self, cube: CubePlace) -> Utility:
        """Return the match at this cube, scaled so that single wins are 1 and -1."""
        value = {points: self.worth(points * cube.value) for points in range(-3, 4)}
        return Utility.of_results(f"{self.mine}-{self.theirs} away", value)
