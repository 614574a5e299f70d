"""What an analysis asks of a search, and the answers that are kept."""

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Final as Constant

from tavli.analysis.aim import Aim
from tavli.match import LARGEST_CUBE
from tavli.rules import Dice, Move, Play, Position, Ruleset
from tavli.rules.packed import pack, unpack
from tavli.search.cube import Raises
from tavli.search.cube_place import CubePlace

ANSWERS: Constant = 1
"""The version of what is kept; answers of other versions are forgotten."""

Steps = tuple[tuple[int, int], ...]
"""A play as plain numbers: source and target of each step."""

Chances = tuple[float, float, float, float, float, float]
"""The six chances of a side, cumulative."""


@dataclass(frozen=True, slots=True)
class CubeValues:
    """What a position is worth to the side on roll, by what happens to the cube.

    *stay* is without a double; *take* after one that is taken, *drop* after one that
    is passed. *four* is with a beaver that was taken, *eight* with a raccoon.
    """

    stay: float
    take: float
    drop: float
    four: float | None = None
    eight: float | None = None

    @property
    def raccooned(self) -> float | None:
        """The value of a raccoon, well answered: passing it costs a cube of four."""
        return None if self.eight is None else min(self.eight, 4 * self.drop)

    @property
    def beavered(self) -> float | None:
        """The value of a beaver, well answered: passing it costs a cube of two."""
        if self.four is None:
            return None
        answers = (self.four, -2 * self.drop, self.raccooned)
        return max(answer for answer in answers if answer is not None)

    @property
    def doubled(self) -> float:
        """The value of a double, well answered."""
        answers = (self.take, self.drop, self.beavered)
        return min(answer for answer in answers if answer is not None)

    def best(self, *, may_double: bool) -> float:
        """Return the value if everybody decides well from here on."""
        return max(self.stay, self.doubled) if may_double else self.stay


@dataclass(frozen=True, slots=True)
class Judged:
    """What a play leaves, seen by the side that made it.

    *final* is the position in hexadecimal, *steps* one way to reach it. *reply* is
    what the cube is worth to the other side, before it rolls; *value* has it make the
    best of that. *plies* says how deep all of this was looked at.
    """

    final: str
    steps: Steps
    chances: Chances
    value: float
    plies: int
    reply: CubeValues | None = None

    @property
    def play(self) -> Play:
        """The steps as a play."""
        return tuple(Move(*step) for step in self.steps)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The best plays of a roll, best first, all judged equally deep.

    *count* is how many plays there were.
    """

    candidates: tuple[Judged, ...]
    count: int

    def of(self, final: Position) -> Judged | None:
        """Return the candidate that leaves *final*, if it is among them."""
        wanted = text_of(final)
        return next((each for each in self.candidates if each.final == wanted), None)


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a question is asked: a game, and what the side asked about plays for.

    *cube* is as that side sees it, None where the game has none. *may_double* says
    whether the side that rolls next may turn it.
    """

    ruleset: Ruleset
    aim: Aim
    cube: CubePlace | None = None
    raises: Raises = field(default_factory=Raises)
    may_double: bool = False

    @cached_property
    def mark(self) -> str:
        """What tells it from other places."""
        cube = self.cube and f"{self.cube.value} {self.cube.owner.value}"
        raises = f"{self.raises.beaver} {self.raises.raccoon}"
        facts = (self.ruleset.key, cube, raises, self.may_double, self.aim.mark)
        return "\n".join(map(str, facts))


@dataclass(frozen=True, slots=True)
class Throw:
    """Ask for the best plays of *dice*; the answer is `Ranked`."""

    place: Place
    position: Position
    dice: Dice

    @property
    def mark(self) -> str:
        """What tells it from other questions."""
        return f"{text_of(self.position)} {self.dice.high}{self.dice.low}"


@dataclass(frozen=True, slots=True)
class Final:
    """Ask what a play leaves, seen by the side that made it; the answer is `Judged`."""

    place: Place
    position: Position

    @property
    def mark(self) -> str:
        """What tells it from other questions."""
        return f"{text_of(self.position)} final"


Question = Throw | Final
Answer = Ranked | Judged


def key_of(question: Question, judge: str) -> bytes:
    """Return what the answer of *judge* is kept under."""
    facts = (str(ANSWERS), judge, question.place.mark, question.mark)
    return sha256("\n".join(facts).encode()).digest()


def text_of(position: Position) -> str:
    """Return *position* as one hexadecimal number."""
    return f"{pack(position):x}"


def position_of(text: str) -> Position:
    """Return the position that `text_of` wrote."""
    return unpack(int(text, 16))


def steps_of(play: Play) -> Steps:
    """Return *play* as plain numbers."""
    return tuple((move.source, move.target) for move in play)


def cubes_of(cube: CubePlace, raises: Raises) -> tuple[CubePlace, ...]:
    """Return the cubes at which a position must be judged, seen by who may double."""
    found = [cube, cube.doubled]
    if raises.beaver and 4 * cube.value <= LARGEST_CUBE:
        found.append(CubePlace(4 * cube.value, cube.doubled.owner))
        if raises.raccoon and 8 * cube.value <= LARGEST_CUBE:
            found.append(CubePlace(8 * cube.value, cube.doubled.owner))
    return tuple(found)
