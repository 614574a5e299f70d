"""All tables by name: what each is for and how it is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import Chances
from tavli.evaluation.tables.file import Tensors
from tavli.evaluation.tables.pins import NAME as PINS
from tavli.evaluation.tables.pins import PinBuild, pin_table
from tavli.evaluation.tables.race import RaceBuild, race_name, race_table
from tavli.evaluation.tables.two_sided import (
    TwoSidedBuild,
    two_sided_name,
    two_sided_table,
)
from tavli.kernels.board import Boards
from tavli.rules import PLAKOTO, RULESETS


class Table(Protocol):
    """Chances of some positions, known without judging them."""

    @property
    def name(self) -> str:
        """What its file is called."""
        ...

    def covers(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which of *boards*, shape (n, 4, 26), it knows."""
        ...

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of the side on roll of *boards*, all of them covered."""
        ...


class Build(Protocol):
    """A table in the making."""

    @property
    def total(self) -> int:
        """How many steps the whole takes."""
        ...

    @property
    def reached(self) -> int:
        """How many of them are done."""
        ...

    def advance(self) -> None:
        """Do some more, for a part of a second."""
        ...

    def tensors(self) -> Tensors:
        """Return what is done, under the names of the file."""
        ...


@runtime_checkable
class Resumable(Build, Protocol):
    """A build that can stop anywhere and go on later."""

    def resume(self, tensors: Tensors) -> None:
        """Go on from what `tensors` returned; TableError if it can't be that."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a table is made, and for whom.

    *is_small* ones take seconds: they are built when they are first wanted. Of two
    tables that know a position, the one with the higher *rank* is asked.
    """

    name: str
    summary: str
    games: frozenset[str]
    cost: str
    is_small: bool
    rank: int
    build: Callable[[], Build]
    load: Callable[[Tensors], Table]


_ALL: Final = frozenset(RULESETS)


def _race(points: int, cost: str, *, is_small: bool) -> Recipe:
    return Recipe(
        name=race_name(points),
        summary=f"Races of both sides' last {points} points.",
        games=_ALL,
        cost=cost,
        is_small=is_small,
        rank=-points,
        build=partial(RaceBuild, points),
        load=partial(race_table, points),
    )


def _two_sided(checkers: int, cost: str, *, is_small: bool) -> Recipe:
    return Recipe(
        name=two_sided_name(checkers),
        summary=f"Both sides' last {checkers} checkers, with and without a cube.",
        games=_ALL,
        cost=cost,
        is_small=is_small,
        rank=20 - checkers,
        build=partial(TwoSidedBuild, checkers),
        load=partial(two_sided_table, checkers),
    )


RECIPES: Final[Mapping[str, Recipe]] = MappingProxyType(
    {
        recipe.name: recipe
        for recipe in (
            _two_sided(6, "seconds, 14 MB", is_small=True),
            _race(6, "seconds, 3 MB", is_small=True),
            _two_sided(8, "half a minute, 144 MB", is_small=False),
            _race(8, "half a minute, 35 MB", is_small=False),
            _race(10, "three minutes, 220 MB", is_small=False),
            Recipe(
                name=PINS,
                summary="Plakoto's ends with one pin left, at the rear.",
                games=frozenset({PLAKOTO.name}),
                cost="a minute, 80 MB",
                is_small=False,
                rank=0,
                build=PinBuild,
                load=pin_table,
            ),
        )
    }
)
"""The tables in the order in which they are built."""
