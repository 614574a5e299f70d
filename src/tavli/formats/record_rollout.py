"""Rollouts in our own record: notes of ours, with the settings that make them again."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Final

from tavli import __version__
from tavli.formats.errors import FieldError
from tavli.formats.json_fields import Fields, Json
from tavli.formats.record import Annotation, MatchRecord
from tavli.notation.fields import LONGEST_LINE

SOURCE: Final = "tavli"
"""How the name begins of whoever wrote such a note."""

MOST_ROWS: Final = 64
_LONGEST_PLAY: Final = 200
_LONGEST_NAME: Final = 400
_MOST: Final = 10**9
_LARGEST: Final = 1e9
_MOST_JSD: Final = 99.0


class Unit(Enum):
    """What a rollout counts: points, or the match from -1, lost, to 1, won."""

    POINTS = "points"
    MATCH = "match"


class Stop(Enum):
    """Why a rollout ended: all trials, a small enough error, or no more time."""

    TRIALS = "trials"
    ERROR = "error"
    TIME = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledChances:
    """Chances of the side that was asked about; a double win is a win, too."""

    win: float
    double: float
    triple: float
    lost_double: float
    lost_triple: float
    draw: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledRow:
    """What came of one play, or of one thing to do with the cube.

    *play* is a play as text, `no_double`, `double_take`, or empty for the position
    itself. It is worth *behind* less than the best; *joint* is the joint standard
    deviation of the two.
    """

    play: str
    value: float
    error: float
    behind: float
    joint: float
    chances: RolledChances

    @property
    def jsd(self) -> float:
        """By how many joint standard deviations it is behind the best."""
        return joint_deviations(self.behind, self.joint)


def joint_deviations(behind: float, joint: float) -> float:
    """Return how many joint standard deviations *behind* is; 99 stands for more."""
    if not joint:  # both are known exactly
        return _MOST_JSD if behind else 0.0
    return min(behind / joint, _MOST_JSD)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRollout:
    """A finished rollout of *position*, a line, best first, with all its settings.

    It was to end after *wanted* trials, or at the standard error *aim*; *turns* is
    the length of a trial, None to the end. *by* names who played and judged. *price*
    is what a double costs that is passed.
    """

    position: str
    by: str
    trials: int
    wanted: int
    turns: int | None
    cube: bool
    seed: int
    aim: float
    stopped: Stop
    unit: Unit
    price: float | None
    rows: tuple[RolledRow, ...]


def rollout_note(event: int, found: RecordedRollout) -> Annotation:
    """Return the note that keeps *found* behind the event number *event*."""
    fields = asdict(found)
    fields |= {"stopped": found.stopped.value, "unit": found.unit.value}
    fields["rows"] = [asdict(row) for row in found.rows]
    missing = [key for key, value in fields.items() if value is None]
    for key in missing:
        del fields[key]
    return Annotation(event, f"{SOURCE} {__version__}", {"rollout": fields})


def is_rollout(note: Annotation) -> bool:
    """Return whether *note* says that it is a rollout of ours."""
    return note.source.split(" ")[0] == SOURCE and "rollout" in note.fields


def rollouts_of(record: MatchRecord) -> tuple[tuple[int, RecordedRollout], ...]:
    """Return the rollouts in *record*, each with the number of its event.

    A note that is none of them, or not whole, is left where it is: it is still a
    note, of which somebody else may make sense.
    """
    found: list[tuple[int, RecordedRollout]] = []
    for note in record.annotations:
        fields = note.fields.get("rollout")
        if not is_rollout(note) or not isinstance(fields, dict):
            continue
        try:
            found.append((note.event, read_rollout(fields)))
        except FieldError:
            continue
    return tuple(found)


def read_rollout(values: Mapping[str, object]) -> RecordedRollout:
    """Return the rollout that *values* are, each field checked.

    Raises:
        FieldError: one is missing, unknown, or out of its range.
    """
    fields = Fields(values)
    found = RecordedRollout(
        position=fields.text("position", LONGEST_LINE),
        by=fields.text("by", _LONGEST_NAME),
        trials=fields.integer("trials", 1, _MOST),
        wanted=fields.integer("wanted", 1, _MOST),
        turns=fields.integer("turns", 1, _MOST) if "turns" in fields else None,
        cube=fields.flag("cube"),
        seed=fields.integer("seed", 0, 2**63 - 1),
        aim=fields.number("aim", 0, _LARGEST),
        stopped=fields.choice("stopped", Stop),
        unit=fields.choice("unit", Unit),
        price=(
            fields.number("price", -_LARGEST, _LARGEST) if "price" in fields else None
        ),
        rows=tuple(_row(values) for values in fields.objects("rows", MOST_ROWS)),
    )
    fields.close()
    return found


def _row(values: Json) -> RolledRow:
    fields = Fields(values)
    found = RolledRow(
        play=fields.text("play", _LONGEST_PLAY, empty=True),
        value=fields.number("value", -_LARGEST, _LARGEST),
        error=fields.number("error", 0, _LARGEST),
        behind=fields.number("behind", 0, _LARGEST),
        joint=fields.number("joint", 0, _LARGEST),
        chances=_chances(fields.values("chances")),
    )
    fields.close()
    return found


def _chances(values: Json) -> RolledChances:
    fields = Fields(values)
    names = ("win", "double", "triple", "lost_double", "lost_triple", "draw")
    # Luck is subtracted from chances, which may leave one a little out of its range.
    found = RolledChances(**{name: fields.number(name, -1, 2) for name in names})
    fields.close()
    return found
