"""The levels of the house: how deep each looks, and how far its judgement strays."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from tavli.rules import RULESETS

STRONGEST: Final = 8
LEVELS: Final = range(1, STRONGEST + 1)
"""The levels, the weakest first; their names are the words ``level.1`` and so on."""


def level_name(number: int) -> str:
    """Return the name of the bot that plays level *number*."""
    return f"level-{number}"


LEVEL_OF: Final[Mapping[str, int]] = MappingProxyType(
    {level_name(number): number for number in LEVELS}
)
"""The number of each level by the name of its bot."""

FIRST_OPPONENT: Final = "level-4"
"""Who plays against somebody who has not chosen."""

_VERSION: Final = 1
_LARGEST_FILE: Final = 2**20
_MOST_PLIES: Final = 2
_LARGEST_STRAY: Final = 10.0


class LevelsError(ValueError):
    """A file of levels that can't be used; the message names it and says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """By how many points a game the next level was measured to be stronger.

    *low* and *high* bound the 95 % interval; *games* were played.
    """

    mean: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """How a level plays one game.

    It looks *plies* deep, and each play's worth is misjudged by about *stray* points.
    *gap* is the distance to the next level, where there is one and it was measured.
    """

    plies: int
    stray: float
    gap: Gap | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.plies <= _MOST_PLIES:
            raise ValueError(f"a level looks 0 to {_MOST_PLIES} plies deep")
        if not 0 <= self.stray <= _LARGEST_STRAY:
            raise ValueError(f"a level strays by 0 to {_LARGEST_STRAY:g} points")

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Self:
        """Return the level that a *row* of a file describes."""
        gap = row.get("gap")
        return cls(
            plies=int(row["plies"]),
            stray=float(row["stray"]),
            gap=Gap(**gap) if gap else None,
        )


Ladder = tuple[Level, ...]
"""The levels of one game, the weakest first."""


def read_levels(path: Path) -> Mapping[str, Ladder]:
    """Read the levels of every game from the JSON file at *path*.

    Raises:
        LevelsError: it is not there, or holds something else.
    """
    try:
        with path.open("rb") as file:
            fields = json.loads(file.read(_LARGEST_FILE))
        if fields["tavli_levels"] != _VERSION:
            raise ValueError(f"its version is not {_VERSION}")  # noqa: TRY301  # one sentence for all
        ladders = {
            game: tuple(Level.read(row) for row in fields["games"][game])
            for game in RULESETS
        }
        if any(len(ladder) != STRONGEST for ladder in ladders.values()):
            raise ValueError(f"a game has {STRONGEST} levels")  # noqa: TRY301  # the same
    except OSError as error:
        raise LevelsError(f"can't read the levels {path}: {error.strerror}") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise LevelsError(f"{path} is no file of levels: {error}") from error
    return MappingProxyType(ladders)


def shipped_path() -> Path:
    """Return where the measured levels of the house lie."""
    return Path(str(files("tavli.bots") / "levels.json"))


@cache
def shipped_levels() -> Mapping[str, Ladder]:
    """Return the levels of the house, by game, read once.

    Raises:
        LevelsError: the file is missing or damaged.
    """
    return read_levels(shipped_path())
