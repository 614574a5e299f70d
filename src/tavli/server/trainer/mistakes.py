"""The mistakes that the analysis of a match found, plays and cube decisions alike."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import Struct

from tavli.formats.record import MatchRecord
from tavli.match import GameState, MatchState, told
from tavli.protocol.text import Colour
from tavli.server.trainer.cube_drill import Asks, CubeChoice, CubeDrill, CubeOption
from tavli.server.trainer.drill import (
    CountedReason,
    Drill,
    JudgedPlay,
    Judgement,
    Standing,
    Unit,
)

MOST_REASONS: Final = 8

_ASKED: Final = ("play", "double", "answer")
"""The decisions of an analysis that are practised; resignations are not."""


class Mistake(Struct, frozen=True, kw_only=True):
    """A mistake that an analysis found, at an *event* of the record."""

    asks: Asks
    position: str
    event: int
    depth: int
    cost: float
    drill: Drill | CubeDrill

    @property
    def question(self) -> tuple[str, str]:
        """What is asked, and where: a player meets each once."""
        return self.asks.value, self.position

    @property
    def content(self) -> str:
        """The drill as it is kept."""
        return msgspec.json.encode(self.drill).decode()


class _Entry(Struct, frozen=True):
    """What is read of an entry of an analysis."""

    kind: str
    event: int
    by: Colour
    plies: int
    value: float
    points: float
    mark: str = ""
    made: str = ""
    position: str = ""
    candidates: tuple[JudgedPlay, ...] = ()
    options: tuple["_Option", ...] = ()
    reasons: tuple[CountedReason, ...] = ()

    @property
    def scale(self) -> float:
        """What one point is in the unit of the game."""
        return self.value / self.points


class _Option(Struct, frozen=True):
    choice: str
    value: float


class _Game(Struct, frozen=True):
    unit: Unit
    entries: tuple[_Entry, ...]


class _Analysis(Struct, frozen=True):
    games: tuple[_Game, ...]


def mistakes_in(
    analysis: bytes, record: MatchRecord, sides: frozenset[Colour]
) -> tuple[Mistake, ...]:
    """Return what *sides* did that *analysis*, as fields, marks, the worst first.

    A file may write a play of a game whose match it gets wrong; there what the
    match stood like is not known, and nothing is taken from it.
    """
    games = msgspec.json.decode(analysis, type=_Analysis).games
    marked = [
        (game.unit, entry)
        for game in games
        for entry in game.entries
        if entry.kind in _ASKED and entry.mark and entry.by in sides and entry.points
    ]
    states = _states(record, {entry.event for _, entry in marked})
    found = [
        _mistake(unit, entry, *states[entry.event])
        for unit, entry in marked
        if entry.event in states
    ]
    return tuple(sorted(found, key=lambda mistake: mistake.cost))


def _mistake(unit: Unit, entry: _Entry, state: MatchState, game: GameState) -> Mistake:
    is_play = entry.kind == "play"
    return Mistake(
        asks=Asks.PLAY if is_play else _asked(game),
        position=entry.position,
        event=entry.event,
        depth=entry.plies,
        cost=entry.points,
        drill=_drill(unit, entry, Standing.of(state, game))
        if is_play
        else _cube_drill(unit, entry, game),
    )


def _drill(unit: Unit, entry: _Entry, standing: Standing) -> Drill:
    return Drill(
        standing=standing,
        made=entry.made,
        judgement=Judgement(unit=unit, scale=entry.scale, plays=entry.candidates),
        reasons=entry.reasons[:MOST_REASONS],
    )


def _cube_drill(unit: Unit, entry: _Entry, game: GameState) -> CubeDrill:
    options = msgspec.convert(
        entry.options, tuple[CubeOption, ...], from_attributes=True
    )
    return CubeDrill(
        offered=game.offer.value if game.offer else 2 * game.cube.value,
        made=msgspec.convert(entry.made, CubeChoice),
        unit=unit,
        scale=entry.scale,
        options=options,
    )


def _asked(game: GameState) -> Asks:
    return Asks.answer_to(game.offer.kind) if game.offer else Asks.DOUBLE


def _states(
    record: MatchRecord, wanted: Iterable[int]
) -> dict[int, tuple[MatchState, GameState]]:
    wanted = frozenset(wanted)
    return {
        number: (state, state.game)
        for number, state in _before(record)
        if number in wanted and state.game is not None
    }


def _before(record: MatchRecord) -> Iterator[tuple[int, MatchState]]:
    """Yield how the match stood before each event, whether or not that can be."""
    state = MatchState(rules=record.header.rules)
    for number, entry in enumerate(record.events):
        yield number, state
        state = told(state, entry.event)
