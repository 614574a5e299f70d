"""A mistake to be met again: the position, how the match stood, and the best plays."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec
from msgspec import Struct

from tavli.formats.record import MatchRecord
from tavli.match import Cube, GameState, MatchRules, MatchState
from tavli.notation.position import PositionLine
from tavli.protocol.hint import Chances
from tavli.protocol.text import Colour
from tavli.rules import Player
from tavli.server.play.wire import colour_of

MOST_REASONS: Final = 8

Unit = Literal["points", "match"]


class _Value(Struct, frozen=True, kw_only=True):
    pass


class Standing(_Value, frozen=True):
    """How the match stood, as far as a position line does not tell."""

    game: str
    length: str
    options: dict[str, str]
    number: int
    starter: Colour | None
    turns: int
    crawford_played: bool

    @classmethod
    def of(cls, state: MatchState, game: GameState) -> "Standing":
        """Return how *state* stands in *game*."""
        return cls(
            game=state.rules.game,
            length=str(state.rules.length),
            options=dict(state.rules.options),
            number=game.number,
            starter=colour_of(game.starter) if game.starter else None,
            turns=game.turns,
            crawford_played=state.crawford_played,
        )

    def at(self, line: PositionLine) -> MatchState:
        """Return the match that stands so, with the game at *line*."""
        state = line.state
        game = GameState(
            number=self.number,
            ruleset=line.ruleset,
            white=line.white,
            black=line.black,
            crawford=state.crawford,
            starter=Player(self.starter) if self.starter else None,
            turn=line.turn,
            dice=state.dice,
            cube=Cube(*state.cube) if state.cube else Cube(),
            turns=self.turns,
        )
        return MatchState(
            rules=MatchRules.parse(self.game, self.length, self.options),
            score=(state.score.white, state.score.black) if state.score else (0, 0),
            game=game,
            crawford_played=self.crawford_played,
        )


class JudgedPlay(_Value, frozen=True):
    """A play, what it is worth to who makes it in *unit*, and how deep that was seen.

    Of plays that stand together all are judged by the same judge.
    """

    play: str
    steps: tuple[str, ...]
    value: float
    plies: int
    chances: Chances


class Judgement(_Value, frozen=True):
    """The best plays of a roll, best first; a *scale* of *unit* is one point."""

    unit: Unit
    scale: float
    plays: tuple[JudgedPlay, ...]

    def find(self, play: str) -> JudgedPlay | None:
        """Return what is known of *play*, a canonical text."""
        return next((one for one in self.plays if one.play == play), None)

    def lost(self, play: JudgedPlay) -> float:
        """Return by how many points *play* is worse than the best."""
        return max(0.0, (self.plays[0].value - play.value) / self.scale)


class CountedReason(_Value, frozen=True):
    """A fact that speaks for the best play, counted for it and for the one *made*."""

    fact: str
    best: float
    made: float


class Drill(_Value, frozen=True):
    """All that is kept of a mistake besides its position."""

    standing: Standing
    made: str
    judgement: Judgement
    reasons: tuple[CountedReason, ...]


class Mistake(_Value, frozen=True):
    """A mistake that an analysis found, at an *event* of the record."""

    position: str
    event: int
    depth: int
    cost: float
    drill: Drill


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
    reasons: tuple[CountedReason, ...] = ()


class _Game(Struct, frozen=True):
    unit: Unit
    entries: tuple[_Entry, ...]


class _Analysis(Struct, frozen=True):
    games: tuple[_Game, ...]


def mistakes_in(
    analysis: bytes, record: MatchRecord, sides: frozenset[Colour]
) -> tuple[Mistake, ...]:
    """Return the plays of *sides* that *analysis*, as fields, marks, the worst first.

    A file may write a play of a game whose match it gets wrong; there what the
    match stood like is not known, and nothing is taken from it.
    """
    games = msgspec.json.decode(analysis, type=_Analysis).games
    marked = [
        (game.unit, entry)
        for game in games
        for entry in game.entries
        if entry.kind == "play" and entry.mark and entry.by in sides and entry.points
    ]
    standings = _standings(record, {entry.event for _, entry in marked})
    found = [
        _mistake(unit, entry, standings[entry.event])
        for unit, entry in marked
        if entry.event in standings
    ]
    return tuple(sorted(found, key=lambda mistake: mistake.cost))


def _mistake(unit: Unit, entry: _Entry, standing: Standing) -> Mistake:
    judgement = Judgement(
        unit=unit,
        scale=entry.value / entry.points,
        plays=entry.candidates,
    )
    return Mistake(
        position=entry.position,
        event=entry.event,
        depth=entry.plies,
        cost=entry.points,
        drill=Drill(
            standing=standing,
            made=entry.made,
            judgement=judgement,
            reasons=entry.reasons[:MOST_REASONS],
        ),
    )


def _standings(record: MatchRecord, wanted: Iterable[int]) -> dict[int, Standing]:
    wanted = frozenset(wanted)
    return {
        number: Standing.of(state, state.game)
        for number, state in _before(record)
        if number in wanted and state.game is not None
    }


def _before(record: MatchRecord) -> Iterator[tuple[int, MatchState]]:
    """Yield how the match stood before each event; those that can't be are skipped."""
    state = MatchState(rules=record.header.rules)
    for number, entry in enumerate(record.events):
        yield number, state
        try:
            state = state.after(entry.event)
        except ValueError:
            continue
