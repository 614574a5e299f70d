"""A match step by step, as the page walks through it."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct

from tavli.formats.event_fields import event_to_fields
from tavli.formats.record import MatchRecord
from tavli.match import Event, MatchState, told
from tavli.notation.position import write_position
from tavli.protocol import Cube
from tavli.protocol.text import Colour, GameName
from tavli.server.play.view import cube_of, line_of, packed_board
from tavli.server.play.wire import colour_of
from tavli.server.study.file_job import Fault
from tavli.server.study.wire import RolledOut


class _Value(Struct, frozen=True, kw_only=True, omit_defaults=True):
    pass


class Step(_Value, frozen=True):
    """An event, with everything as it stands after it; no board between games."""

    event: dict[str, Any]
    score: tuple[int, int]
    game: GameName | None = None
    course: Literal["contrary", "parallel"] | None = None
    position: str | None = None
    board: str | None = None
    turn: Colour | None = None
    dice: tuple[int, int] | None = None
    cube: Cube | None = None
    crawford: bool = False


class MatchInFile(_Value, frozen=True):
    """A line of the list of matches in a file."""

    number: int
    players: dict[Colour, str]
    game: str
    length: str


class StudiedMatch(_Value, frozen=True):
    """A match to study: who played what, every step, and what was wrong in its file.

    *computers* are the levels of the seats that the computer had, in a match of this
    house; *others* lists the matches of the file, if it has several; *rollouts* are
    those of its positions that are known.
    """

    source: Literal["match", "file"]
    id: str
    number: int
    name: str
    players: dict[Colour, str]
    game: str
    length: str
    options: dict[str, str]
    steps: tuple[Step, ...]
    computers: dict[Colour, str] = {}
    faults: tuple[Fault, ...] = ()
    more_faults: int = 0
    others: tuple[MatchInFile, ...] = ()
    rollouts: tuple[RolledOut, ...] = ()


def steps_of(record: MatchRecord) -> tuple[Step, ...]:
    """Return the steps of *record*; what can't have happened changes nothing there."""
    return tuple(_steps(record, (entry.event for entry in record.events)))


def _steps(record: MatchRecord, events: Iterable[Event]) -> Iterator[Step]:
    state = MatchState(rules=record.header.rules)
    for event in events:
        state = told(state, event)
        yield _step(state, event)


def _step(state: MatchState, event: Event) -> Step:
    fields, game = event_to_fields(event), state.game
    if game is None:
        return Step(event=fields, score=(*state.score,))
    return Step(
        event=fields,
        score=(*state.score,),
        game=game.ruleset.name,
        course=game.ruleset.course.value,
        position=write_position(line_of(state, game)),
        board=packed_board(game.white, game.black),
        turn=colour_of(game.turn) if game.turn else None,
        dice=(game.dice.first, game.dice.second) if game.dice else None,
        cube=cube_of(state, game),
        crawford=game.crawford,
    )
