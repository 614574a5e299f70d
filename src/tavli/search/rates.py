"""How the games end, as measured: the rates behind the match equity tables."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from tavli.evaluation.chances import NAMES
from tavli.rules import RULESETS
from tavli.search.whole import write_whole

_VERSION: Final = 1
_LARGEST_FILE: Final = 2**20
_LONGEST_SOURCE: Final = 200
_SAME: Final = 1e-9
"""Rates nearer than this are equal."""

_UNUSABLE: Final = (
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    OverflowError,
    RecursionError,
)
"""What a file of something else may raise where it is read as rates."""


class RatesError(ValueError):
    """Rates that can't be used; the message names the file and says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """The chances of the side that starts a game, as in `evaluation.chances`.

    They are cumulative: *win* counts every win, *double* those of two points or more.
    *source* says how they were measured.
    """

    win: float
    double: float = 0.0
    triple: float = 0.0
    lost_double: float = 0.0
    lost_triple: float = 0.0
    draw: float = 0.0
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        lost = 1 - self.win - self.draw
        for falling in (
            (1.0, self.win, self.double, self.triple, 0.0),
            (1.0 + _SAME, lost + _SAME, self.lost_double, self.lost_triple, 0.0),
            (1.0, self.draw, 0.0),
        ):
            if not all(more >= less for more, less in pairwise(falling)):
                raise ValueError(
                    "rates run from 0 to 1, and a double or triple is never more "
                    "frequent than what it is a part of"
                )
        if self.draw > 1 - _SAME:
            raise ValueError("a game that is always drawn never ends a match")

    def of_points(self) -> Mapping[int, float]:
        """Return how likely each end is, by the points that the starter wins."""
        lost = 1 - self.win - self.draw
        return {
            3: self.triple,
            2: self.double - self.triple,
            1: self.win - self.double,
            0: self.draw,
            -1: lost - self.lost_double,
            -2: self.lost_double - self.lost_triple,
            -3: self.lost_triple,
        }

    @property
    def fields(self) -> dict[str, float]:
        """The chances by their names in a file."""
        return {column: getattr(self, column) for column in NAMES}

    def noted(self, source: str) -> Self:
        """Return the same rates from *source*."""
        return replace(self, source=source)

    @property
    def evened(self) -> Self:
        """The rates of a game whose start is thrown for: the same for both sides."""
        double = (self.double + self.lost_double) / 2
        triple = (self.triple + self.lost_triple) / 2
        return type(self)(
            win=(1 - self.draw) / 2,
            double=double,
            triple=triple,
            lost_double=double,
            lost_triple=triple,
            draw=self.draw,
        )


def read_rates(path: Path) -> dict[str, Rates]:
    """Read the rates of some games, by name, from the JSON file at *path*.

    Raises:
        RatesError: it is not there, or holds something else.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST_FILE)
        return _games(json.loads(text))
    except OSError as error:
        raise RatesError(f"can't read the rates {path}: {error.strerror}") from error
    except _UNUSABLE as error:
        raise RatesError(f"{path} is no file of rates: {error}") from error


def write_rates(path: Path, games: Mapping[str, Rates]) -> None:
    """Write the rates of *games*, by name, each with its source, to *path*."""
    rows = {
        name: {**rates.fields, "source": rates.source} for name, rates in games.items()
    }
    text = json.dumps({"tavli_rates": _VERSION, "games": rows}, indent=2) + "\n"
    write_whole(path, text)


@cache
def shipped_rates() -> Mapping[str, Rates]:
    """Return the rates of all games as measured with the shipped nets, read once.

    Raises:
        RatesError: the file is missing or damaged.
    """
    folder = files("tavli.search") / "equities" / "rates.json"
    return MappingProxyType(read_rates(Path(str(folder))))


def _games(fields: Mapping[str, Any]) -> dict[str, Rates]:
    if fields["tavli_rates"] != _VERSION:
        raise ValueError(f"its version is not {_VERSION}")
    return {name: _rates(name, row) for name, row in fields["games"].items()}


def _rates(name: str, row: Mapping[str, object]) -> Rates:
    if name not in RULESETS:
        raise ValueError(f"the games are {', '.join(RULESETS)}, not {name[:40]!r}")
    if "win" not in row:
        raise ValueError(f"{name} needs its win, how often the side that starts wins")
    values = {}
    for column in NAMES:
        value = row.get(column, 0.0)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise TypeError(f"{column} of {name} is a number")
        values[column] = float(value)
    source = row.get("source", "")
    if not isinstance(source, str):
        raise TypeError(f"the source of {name} is a text")
    return Rates(**values, source=source[:_LONGEST_SOURCE])
