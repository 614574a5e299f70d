"""What a training run is to do: one TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from itertools import pairwise
from pathlib import Path
from re import fullmatch
from typing import Any, Final, Self

from tavli.evaluation.net import MOST_UNITS
from tavli.kernels.inputs import INPUT_LISTS, INPUTS, THERMOMETERS, stacks_from
from tavli.rules import RULESETS, Contact, Ruleset, find_ruleset
from tavli.search.utility import POINTS, WINS, Utility
from tavli.training.contest import Contest

_NAME: Final = "[A-Za-z0-9][A-Za-z0-9-]{0,39}"
"""A stage's name becomes part of a file's."""

_MOST_SIDE_BY_SIDE: Final = 100_000

_MOST: Final[Mapping[str, int]] = {
    "games": 10**10,
    "wide": MOST_UNITS,
    "narrow": MOST_UNITS,
    "batch": 10**6,
    "memory": 10**8,
    "round": 10**8,
}
"""What a stage can ask for: a net that can be read again, and memory that there is."""

HEADS: Final = "heads"
PARTS: Final = ("all", HEADS)
"""What of a net can learn in a stage."""

KNOWN: Final = "known"
TAUGHT: Final = "taught"
RACES: Final = (KNOWN, "played", TAUGHT)
"""What is done with races that a table knows."""

_AIMS: Final[Mapping[str, Utility]] = {"wins": WINS, "points": POINTS}


class PlanError(ValueError):
    """A plan that can't be followed; the message names the file and the place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A stretch of a run in which nothing but the learning rate changes.

    *games* are played in it; *wide* and *narrow* are the units of the two layers,
    grown if the net that comes in is smaller; *inputs* names a list of `INPUT_LISTS`,
    added to the same way. *aim* is what self-play plays for,
    *trust* the lambda of TD(lambda). With *plies* 1, targets are no games' ends but the
    mean over the 21 rolls of the best replies: twelve times the work, and no luck in
    them; up to *contenders* plays a turn get one, those *within* so many points of the
    best by the raw net, and the best of them is played. With the chance *astray* any
    legal play is, that odd positions are learned too; what was before them is then
    learned from what the best play would have left. *strayers* is the share of sides,
    drawn for each game, that this happens to: a few who err often come to positions
    that many who err seldom don't. *rate* falls to *last_rate*
    evenly by ratio. Each position is learned *reuse* times on average, from the
    *memory* newest, by all that *learns*: the whole net, or its heads alone. These are
    few, so that games' ends teach them to foresee what comes true, and spoil little of
    how the net plays: a look ahead passes on what a net believes wrongly of itself.
    Games end where a table has *races* ``known``, or those are ``played``, and learned
    from how they end, or ``taught``: played, and learned from the table.
    """

    name: str
    games: int
    wide: int
    narrow: int
    inputs: str = THERMOMETERS
    aim: str = "points"
    trust: float = 0.7
    plies: int = 0
    contenders: int = 1
    within: float = 0.06
    astray: float = 0.0
    strayers: float = 1.0
    learns: str = "all"
    races: str = KNOWN
    rate: float = 1e-3
    last_rate: float = 1e-3
    reuse: float = 2.0
    batch: int = 4096
    memory: int = 1_000_000
    round: int = 200_000

    def __post_init__(self) -> None:
        if not fullmatch(_NAME, self.name):
            raise ValueError(
                f"name is up to 40 letters, digits and hyphens, not {self.name!r:.60}"
            )
        self._check_targets()
        self._check_bounds()
        if not 0 < self.last_rate <= self.rate < 1:
            raise ValueError("rates fall, from below 1 to above 0")
        for name, most in _MOST.items():
            if not 0 < getattr(self, name) <= most:
                raise ValueError(f"{name} is 1 to {most:,}, not {getattr(self, name)}")

    def _check_targets(self) -> None:
        if self.inputs not in INPUT_LISTS:
            lists = " or ".join(INPUT_LISTS)
            raise ValueError(f"inputs is {lists}, not {self.inputs!r:.60}")
        if self.aim not in _AIMS:
            raise ValueError(f"aim is one of {', '.join(_AIMS)}, not {self.aim!r}")
        if self.plies not in (0, 1):
            raise ValueError(f"plies is 0 or 1, not {self.plies}")
        if self.contenders > 1 and self.plies == 0:
            raise ValueError("contenders need plies = 1: somebody must look ahead")
        if self.learns not in PARTS:
            raise ValueError(f"learns is {' or '.join(PARTS)}, not {self.learns!r:.60}")
        if self.races not in RACES:
            kinds = " or ".join(RACES)
            raise ValueError(f"races is {kinds}, not {self.races!r:.60}")

    def _check_bounds(self) -> None:
        if not 0 <= self.trust <= 1:
            raise ValueError(f"trust is from 0 to 1, not {self.trust}")
        Contest(self.contenders, self.within, self.astray)  # it knows its own bounds
        if not 0 < self.strayers <= 1:
            raise ValueError(f"strayers is above 0 and at most 1, not {self.strayers}")
        if not 0 < self.reuse <= 100:
            raise ValueError(f"reuse is above 0 and at most 100, not {self.reuse}")

    @property
    def utility(self) -> Utility:
        """What self-play plays for."""
        return _AIMS[self.aim]

    @property
    def contest(self) -> Contest | None:
        """Which plays get a target by a look ahead, if any do."""
        return (
            Contest(self.contenders, self.within, self.astray) if self.plies else None
        )

    @property
    def hears_of_shots(self) -> bool:
        """Whether shots are among its inputs."""
        return stacks_from(INPUT_LISTS[self.inputs]) > INPUTS

    def rate_after(self, done: int) -> float:
        """Return the learning rate once *done* games of the stage are played."""
        part = min(1.0, done / self.games)
        return float(self.rate * (self.last_rate / self.rate) ** part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole run: the game, the seed, where to begin, and the stages in turn.

    *begin_with* is a weight file whose net is taken over, of this game or of one
    with the same steps, or the name of a game for its shipped net; empty for a net
    that knows nothing. *taught_by* names a net in the same way: if given, it plays the
    games and foresees them, and the net of the run only learns from it.
    """

    game: str
    seed: int
    stages: tuple[Stage, ...]
    side_by_side: int = 128
    begin_with: str = ""
    taught_by: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 2**63:
            raise ValueError(f"seed is from 0 to 2**63 - 1, not {self.seed}")
        if not 0 < self.side_by_side <= _MOST_SIDE_BY_SIDE:
            raise ValueError(
                f"side_by_side is 1 to {_MOST_SIDE_BY_SIDE}, not {self.side_by_side}"
            )
        self._check_names()
        nobody_hits = self.ruleset.contact is Contact.BLOCK
        if nobody_hits and any(stage.hears_of_shots for stage in self.stages):
            raise ValueError(f"in {self.game} nobody is shot at: leave shots-1 out")
        for before, stage in pairwise(self.stages):
            check_growth((before.wide, before.narrow), stage, f"stage {before.name}")

    def _check_names(self) -> None:
        for key in ("begin_with", "taught_by"):
            if not getattr(self, key).isprintable():
                raise ValueError(f"{key} is a file or a game")
        names = [stage.name for stage in self.stages]
        for name in names:
            if names.count(name) > 1:  # the second would write over the first one's net
                raise ValueError(f"two stages are called {name}: rename one")

    @property
    def ruleset(self) -> Ruleset:
        """The game's own rules."""
        return find_ruleset(self.game)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the plan at *path*.

        Raises:
            PlanError: the file can't be read, or asks for what can't be done.
        """
        try:
            values = tomllib.loads(path.read_text("utf-8"))
        except OSError as error:
            raise PlanError(f"can't read the plan {path}: {error.strerror}") from error
        except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, or too deep
            raise PlanError(f"{path.name} is no TOML: {error}") from error
        return cls.from_values(values, path.name)

    @classmethod
    def from_values(cls, values: Mapping[str, Any], name: str) -> Self:
        """Make a plan of what a TOML file says; *name* is for the error."""
        values = dict(values)
        rows = values.pop("stage", [])
        if values.get("game") not in tuple(RULESETS):
            raise PlanError(f"{name}: game is one of {', '.join(RULESETS)}")
        if "stages" in values:
            raise PlanError(f"{name}: a stage is written as a table, [[stage]]")
        is_list = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
        if not is_list or not rows:
            raise PlanError(f"{name}: a plan has one [[stage]] or more")
        try:
            stages = tuple(_stage(number, row) for number, row in enumerate(rows, 1))
            made: Self = _row(cls, {**values, "stages": stages})
        except ValueError as error:
            raise PlanError(f"{name}: {error}") from error
        return made


def check_growth(size: tuple[int, int], stage: Stage, whose: str) -> None:
    """Refuse a *stage* that is smaller than the net that comes in, *whose* it is.

    Raises:
        ValueError: nets only grow; the message names both sizes.
    """
    if stage.wide < size[0] or stage.narrow < size[1]:
        raise ValueError(
            f"a net can't shrink: stage {stage.name} asks for {stage.wide} by "
            f"{stage.narrow} units, {whose} has {size[0]} by {size[1]}"
        )


def _stage(number: int, values: Mapping[str, Any]) -> Stage:
    """Return the stage of a row; what is wrong in it is told with its number."""
    name = values.get("name")
    whose = f"stage {number}, {name!r:.42}" if name else f"stage {number}"
    try:
        made: Stage = _row(Stage, values)
    except ValueError as error:
        raise ValueError(f"{whose}: {error}") from error
    return made


def _row(kind: Any, values: Mapping[str, Any]) -> Any:
    known = {item.name: item.type for item in fields(kind)}
    for key, value in values.items():
        if key not in known:
            raise ValueError(f"there is no setting {key!r}")
        wanted = known[key]
        if wanted in (int, str) and (type(value) is not wanted):
            raise ValueError(f"{key} is {wanted.__name__}, not {value!r}")
        if wanted is float and type(value) not in (int, float):
            raise ValueError(f"{key} is a number, not {value!r}")
    needed = (item.name for item in fields(kind) if item.default is MISSING)
    missing = [name for name in needed if name not in values]
    if missing:
        raise ValueError(f"settings are missing: {', '.join(missing)}")
    return kind(**values)
