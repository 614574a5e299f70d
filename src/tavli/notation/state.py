"""Read and write the match state behind a position: dice, cube, score, rules."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from tavli.notation.errors import NotationError, quoted
from tavli.notation.fields import Field
from tavli.rules import Dice, Player
from tavli.words.findings import finding

_CUBE: Final = re.compile(r"(\d{1,7})@([wb-])")
_SCORE: Final = re.compile(r"(\d{1,5})-(\d{1,5})/(\d{1,5})")
_COUNT: Final = re.compile(r"[1-9]\d{0,4}")


class CubeState(NamedTuple):
    """The cube's value and its owner; None is the middle."""

    value: int
    owner: Player | None


class ScoreState(NamedTuple):
    """Points of both players and the points played to; 0 is money play."""

    white: int
    black: int
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineState:
    """The optional fields of a position line, in the order they are written."""

    dice: Dice | None = None
    cube: CubeState | None = None
    score: ScoreState | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    turn: int | None = None


NO_STATE: Final = LineState()
"""What a line says that ends with its turn."""


def write_state(state: LineState) -> tuple[str, ...]:
    """Return the fields of *state* that say something."""
    written = []
    for field in fields(state):
        value = getattr(state, field.name)
        if value is True:
            written.append(field.name)
        elif value is not None and value is not False:
            written.append(f"{field.name}={_write(value)}")
    return tuple(written)


def _write(value: Dice | CubeState | ScoreState | int) -> str:
    match value:
        case CubeState(number, owner):
            return f"{number}@{owner.value if owner else '-'}"
        case ScoreState(white, black, target):
            return f"{white}-{black}/{target}"
        case _:
            return str(value)


def read_state(found: Sequence[Field]) -> LineState:
    """Return the state that the *found* fields give, in any order."""
    state, seen = LineState(), set[str]()
    for field in found:
        key, equals, value = field.text.partition("=")
        if key in seen:
            raise NotationError(finding("field_twice", key=key), field.column)
        seen.add(key)
        if key in _FLAGS and not equals:
            state = _FLAGS[key](state)
        elif key in _READERS and equals:
            state = _READERS[key](state, Field(value, field.column + len(key) + 1))
        else:
            raise NotationError(
                finding("no_field", text=quoted(field.text)),
                field.column,
            )
    return state


def _read_dice(state: LineState, field: Field) -> LineState:
    try:
        return replace(state, dice=Dice.parse(field.text))
    except ValueError as error:
        raise NotationError(
            finding("dice", text=quoted(field.text)), field.column
        ) from error


def _read_cube(state: LineState, field: Field) -> LineState:
    found = _CUBE.fullmatch(field.text)
    if found is None:
        raise NotationError(
            finding("cube_written", text=quoted(field.text)),
            field.column,
        )
    value = int(found[1])
    if value < 1 or value & (value - 1):
        raise NotationError(finding("cube_power", cube=value), field.column)
    owner = None if found[2] == "-" else Player(found[2])
    if owner and value == 1:
        raise NotationError(finding("cube_nobody"), field.column)
    return replace(state, cube=CubeState(value, owner))


def _read_score(state: LineState, field: Field) -> LineState:
    found = _SCORE.fullmatch(field.text)
    if found is None:
        raise NotationError(
            finding("score_written", text=quoted(field.text)),
            field.column,
        )
    return replace(state, score=ScoreState(*map(int, found.groups())))


def _read_turn(state: LineState, field: Field) -> LineState:
    if not _COUNT.fullmatch(field.text):
        raise NotationError(
            finding("turn_written", text=quoted(field.text)), field.column
        )
    return replace(state, turn=int(field.text))


_FLAGS: Final = MappingProxyType[str, Callable[[LineState], LineState]](
    {
        "crawford": lambda state: replace(state, crawford=True),
        "jacoby": lambda state: replace(state, jacoby=True),
        "beavers": lambda state: replace(state, beavers=True),
    }
)
_READERS: Final = MappingProxyType[str, Callable[[LineState, Field], LineState]](
    {
        "dice": _read_dice,
        "cube": _read_cube,
        "score": _read_score,
        "turn": _read_turn,
    }
)
