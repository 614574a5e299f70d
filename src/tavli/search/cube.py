"""Cube decisions: whether to double, and what the other side should answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from tavli.kernels.board import Board
from tavli.match import LARGEST_CUBE
from tavli.search.cube_place import CubePlace
from tavli.search.cubeful import CubefulSearch
from tavli.search.stakes import Stakes
from tavli.search.who import Who

_SAME: Final = 1e-6
"""Values nearer than this are equal; of equals, the double is made."""


class Verdict(Enum):
    """What the side on roll should do with the cube, and the other side answer."""

    NOT_ALLOWED = "cube not available"
    NO_DOUBLE = "no double, take"
    NO_DOUBLE_BEAVER = "no double, beaver"
    DOUBLE_TAKE = "double, take"
    DOUBLE_BEAVER = "double, beaver"
    DOUBLE_DROP = "double, drop"
    TOO_GOOD = "too good to double, drop"
    TOO_GOOD_TAKE = "too good to double, take"

    @property
    def doubles(self) -> bool:
        """Whether the side on roll should double."""
        return self in _DOUBLES

    @property
    def drops(self) -> bool:
        """Whether the other side should pass if it is doubled."""
        return self in _DROPS


_DOUBLES: Final = frozenset(
    {Verdict.DOUBLE_TAKE, Verdict.DOUBLE_BEAVER, Verdict.DOUBLE_DROP}
)
_DROPS: Final = frozenset({Verdict.DOUBLE_DROP, Verdict.TOO_GOOD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Raises:
    """Whether a double may be answered with a beaver, and this with a raccoon."""

    beaver: bool = False
    raccoon: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeDecision:
    """A verdict, and what it rests on, seen by the side on roll.

    The values are those of `Stakes.worth`: points of the whole game, or a match from
    -1 to 1. *beaver* is the value if the other side beavers, where it may.
    """

    verdict: Verdict
    no_double: float
    double_take: float
    double_drop: float
    beaver: float | None = None

    @property
    def doubled(self) -> float:
        """What the position is worth after a double that is answered well."""
        answers = [self.double_take, self.double_drop]
        return min(answers if self.beaver is None else [*answers, self.beaver])

    @property
    def best(self) -> float:
        """What the position is worth if both sides decide well."""
        return self.doubled if self.verdict.doubles else self.no_double


def decide(
    search: CubefulSearch,
    board: Board,
    stakes: Stakes,
    cube: CubePlace,
    raises: Raises | None = None,
) -> CubeDecision:
    """Return what to do with *cube* before the roll, seen by the side on roll."""
    raises = raises or Raises()
    beavered = CubePlace(4 * cube.value, Who.OTHER)
    raccooned = CubePlace(8 * cube.value, Who.OTHER)
    cubes = (cube, cube.doubled, beavered, raccooned)
    stay, take, four, eight = search.values(board[np.newaxis], stakes, cubes)[0]
    drop = stakes.worth(cube.value)
    beaver = None
    if raises.beaver and 4 * cube.value <= LARGEST_CUBE:
        again = raises.raccoon and 8 * cube.value <= LARGEST_CUBE
        taken = [-four, -eight] if again else [-four]
        beaver = -worth_of_raise(stakes.turned, 2 * cube.value, taken)
    verdict = Verdict.NO_DOUBLE
    if not _is_allowed(stakes, cube):
        verdict = Verdict.NOT_ALLOWED
    elif not stakes.is_dead(cube.value):
        verdict = _verdict(stay, take, drop, beaver)
    return CubeDecision(
        verdict=verdict,
        no_double=float(stay),
        double_take=float(take),
        double_drop=drop,
        beaver=beaver,
    )


def worth_of_raise(stakes: Stakes, offered: int, taken: Sequence[float]) -> float:
    """Return what it is worth to answer a cube *offered* by raising it.

    *taken* holds the worth of the raised cube if it is taken, and of each raise that
    may follow. All is seen by who raises, *stakes* too; the other side answers well:
    it takes, gives up what the cube was offered at, or raises once more.
    """
    answers = [taken[0], stakes.worth(offered)]
    if len(taken) > 1:
        theirs = [-worth for worth in taken[1:]]
        answers.append(-worth_of_raise(stakes.turned, 2 * offered, theirs))
    return float(min(answers))


def _is_allowed(stakes: Stakes, cube: CubePlace) -> bool:
    """Whether the rules let the side on roll double (B4, B7)."""
    mine = cube.owner is not Who.OTHER
    return mine and stakes.is_live and 2 * cube.value <= LARGEST_CUBE


def _verdict(stay: float, take: float, drop: float, beaver: float | None) -> Verdict:
    beavers = beaver is not None and beaver < min(take, drop)
    doubled = min(take, drop, *(() if beaver is None else (beaver,)))
    if doubled >= stay - _SAME:
        if beavers:
            return Verdict.DOUBLE_BEAVER
        return Verdict.DOUBLE_TAKE if take < drop else Verdict.DOUBLE_DROP
    if stay > drop:
        return Verdict.TOO_GOOD if take >= drop else Verdict.TOO_GOOD_TAKE
    return Verdict.NO_DOUBLE_BEAVER if beavers else Verdict.NO_DOUBLE
