"""A play to be met again: how the match stood, and the best plays."""

from typing import Literal

from msgspec import Struct

from tavli.match import Cube, GameState, MatchRules, MatchState
from tavli.notation.position import PositionLine
from tavli.protocol.hint import Chances
from tavli.protocol.text import Colour
from tavli.rules import Player
from tavli.server.play.wire import colour_of

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
    """All that is kept of a wrong play besides its position."""

    standing: Standing
    made: str
    judgement: Judgement
    reasons: tuple[CountedReason, ...]
