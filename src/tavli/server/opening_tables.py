"""The first rolls that were measured: the tables that the package brings."""

from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal

import msgspec
from msgspec import Struct

from tavli.notation.position import PositionLine, write_position
from tavli.notation.state import LineState
from tavli.protocol.text import GameName
from tavli.rules import ROLLS, Dice, Player, Position, Ruleset
from tavli.server.play.view import packed_board

_FOLDER: Final = "search/first_rolls"


class _Value(Struct, frozen=True, kw_only=True):
    pass


class OpeningPlay(_Value, frozen=True):
    """A play of a first roll, and what rollouts say of it; *error* is ± of *points*."""

    play: str
    points: float
    error: float
    win: float
    double: float
    triple: float
    lost_double: float
    lost_triple: float
    draw: float


class OpeningRoll(_Value, frozen=True):
    """A first roll with its likeliest plays, the best first.

    *lead* tells by how much the best one beats the next, None where there is but one.
    """

    roll: str
    trials: int
    lead: float | None
    lead_error: float | None
    plays: tuple[OpeningPlay, ...]


class OpeningTable(_Value, frozen=True, tag_field="tavli_openings", tag=1):
    """A file that `tavli openings GAME --out FOLDER` wrote."""

    game: str
    player: str
    turns: int | None
    seed: int
    rolls: tuple[OpeningRoll, ...]


class FirstRoll(_Value, frozen=True, omit_defaults=True):
    """A first roll as the page shows it, with the position that it is played in.

    *forced* is its only play, if it has but one.
    """

    roll: str
    position: str
    found: OpeningRoll | None = None


class FirstRolls(_Value, frozen=True):
    """The 21 first rolls of a game; *by* says how they were measured, if they were."""

    game: GameName
    course: Literal["contrary", "parallel"]
    has_mother: bool
    board: str
    by: "MeasuredBy | None"
    rolls: tuple[FirstRoll, ...]


class MeasuredBy(_Value, frozen=True):
    """Who played the rollouts, and for how many turns; None is to the end."""

    player: str
    turns: int | None


def first_rolls(ruleset: Ruleset) -> FirstRolls:
    """Return what is known of the first rolls of *ruleset*."""
    table = _table(ruleset.name)
    found = {roll.roll: roll for roll in table.rolls} if table else {}
    start = Position.start(ruleset)
    return FirstRolls(
        game=ruleset.name,
        course=ruleset.course.value,
        has_mother=ruleset.mother is not None,
        board=packed_board(start.mover, start.waiter),
        by=MeasuredBy(player=table.player, turns=table.turns) if table else None,
        rolls=tuple(
            FirstRoll(
                roll=str(dice),
                position=_line(ruleset, start, dice),
                found=found.get(str(dice)),
            )
            for dice in ROLLS
        ),
    )


@lru_cache
def _table(game: str) -> OpeningTable | None:
    """Return the table that is shipped, None if nobody has measured it yet."""
    file = files("tavli") / _FOLDER / f"{game}.json"
    if not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=OpeningTable)


def _line(ruleset: Ruleset, start: Position, dice: Dice) -> str:
    state = LineState(dice=dice)
    return write_position(PositionLine.of(ruleset, start, Player.WHITE, state))
