"""Rollouts as the page has them, and as notes of a record."""

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from tavli.formats.record import MatchRecord
from tavli.formats.record_rollout import (
    RecordedRollout,
    RolledChances,
    RolledRow,
    Stop,
    Unit,
    rollouts_of,
)
from tavli.notation.errors import NotationError
from tavli.notation.position import PositionLine, read_position
from tavli.notation.resolve import resolve_play
from tavli.protocol.hint import Chances
from tavli.rules.refusal import IllegalMoveError
from tavli.server.study.wire import RolledOut, RolledPlay

MOST_TOLD: Final = 200
"""Rollouts of one match that are told together."""

PlacedRollout = tuple[int, RolledOut]
"""A rollout, behind the number of the event that it follows."""

_Choice = Literal["no_double", "double_take"]
_CHOICES: Final[Mapping[str, _Choice]] = MappingProxyType(
    {"no_double": "no_double", "double_take": "double_take"}
)


def told_in(record: MatchRecord) -> tuple[PlacedRollout, ...]:
    """Return the rollouts that stand in *record*, as far as they make sense.

    Only the first are looked at: each asks the rules for the plays of its roll, and
    whoever wrote the record may have written thousands.
    """
    return tuple(
        (event, rolled)
        for event, rollout in rollouts_of(record)[:MOST_TOLD]
        if (rolled := told(rollout)) is not None
    )


def recorded(rolled: RolledOut) -> RecordedRollout:
    """Return *rolled*, which is finished, as a record keeps it."""
    return RecordedRollout(
        position=rolled.position,
        by=rolled.by,
        trials=rolled.trials,
        wanted=rolled.wanted,
        turns=rolled.turns,
        cube=rolled.cube,
        seed=rolled.seed,
        aim=rolled.aim,
        stopped=Stop(rolled.stopped),
        unit=Unit(rolled.unit),
        price=rolled.price,
        rows=tuple(_recorded_row(play) for play in rolled.plays),
    )


def told(found: RecordedRollout) -> RolledOut | None:
    """Return *found* as the page shows it; None if it is about no such position.

    Whoever wrote the record may have written anything, also one play twice.
    """
    if len({row.play for row in found.rows}) < len(found.rows):
        return None
    try:
        line = read_position(found.position)
        plays = tuple(_told_row(row, line) for row in found.rows)
    except (NotationError, IllegalMoveError):
        return None
    return RolledOut(
        position=found.position,
        by=found.by,
        trials=found.trials,
        wanted=found.wanted,
        turns=found.turns,
        cube=found.cube,
        seed=found.seed,
        aim=found.aim,
        stopped=found.stopped.value,
        unit=found.unit.value,
        price=found.price,
        plays=plays,
    )


def _recorded_row(play: RolledPlay) -> RolledRow:
    return RolledRow(
        play=play.choice or play.play,
        value=play.equity,
        error=play.equity_error,
        behind=play.error,
        joint=play.joint,
        chances=RolledChances(**msgspec.structs.asdict(play.chances)),
    )


def _told_row(row: RolledRow, line: PositionLine) -> RolledPlay:
    choice = _CHOICES.get(row.play)
    text, dice = "" if choice else row.play, line.state.dice
    moves: tuple[str, ...] = ()
    if text:
        if dice is None:
            raise NotationError("this position has no roll")
        play = resolve_play(line.ruleset, line.position, dice, text)
        moves = tuple(str(move) for move in play)
    return RolledPlay(
        play=text,
        moves=moves,
        equity=row.value,
        equity_error=row.error,
        error=row.behind,
        joint=row.joint,
        jsd=round(row.jsd, 2),
        chances=Chances(**asdict(row.chances)),
        choice=choice,
    )
