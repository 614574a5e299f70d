"""How a match stands: the fold of its events."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Self

from tavli.match.cube import Cube
from tavli.match.events import (
    Beavered,
    CubeAutoDoubled,
    Doubled,
    Dropped,
    Event,
    GameEnded,
    GameStarted,
    MatchEnded,
    OpeningThrown,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Score,
    Taken,
)
from tavli.match.rules import MatchRules, Opening, Span
from tavli.rules import Dice, Player, Position, Ruleset, Side, Stake, after_moves


class Phase(Enum):
    """What the match waits for."""

    OPENING = "opening"
    TO_ROLL = "to_roll"
    TO_PLAY = "to_play"
    TO_ANSWER_DOUBLE = "to_answer_double"
    TO_ANSWER_BEAVER = "to_answer_beaver"
    TO_ANSWER_RESIGNATION = "to_answer_resignation"
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"


class OfferKind(Enum):
    """Which turn of the cube waits for an answer."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class CubeOffer:
    """An offer at *value*; refusing it costs *stake*, the value before it.

    *owner* is who gets the cube when the offer is accepted.
    """

    kind: OfferKind
    by: Player
    value: int
    owner: Player

    @property
    def stake(self) -> int:
        """What the game is worth if the offer is refused."""
        return self.value // 2


@dataclass(frozen=True, slots=True)
class Resignation:
    """A pending offer to lose the game at *stake*."""

    by: Player
    stake: Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """One game: the board by colours, whose turn, and what is pending.

    *rolls* counts the throws of this game, roll-offs included: it is the index of
    the next one. *turns* counts finished turns. *refused* holds the offers to resign
    that were refused in this turn, so that the same isn't asked again.
    """

    number: int
    ruleset: Ruleset
    white: Side
    black: Side
    crawford: bool = False
    starter: Player | None = None
    turn: Player | None = None
    dice: Dice | None = None
    cube: Cube = field(default_factory=Cube)
    offer: CubeOffer | None = None
    resignation: Resignation | None = None
    refused: tuple[Resignation, ...] = ()
    rolls: int = 0
    turns: int = 0
    ended: GameEnded | None = None

    @property
    def phase(self) -> Phase:
        """What this game waits for."""
        if self.ended:
            return Phase.GAME_OVER
        if self.resignation:
            return Phase.TO_ANSWER_RESIGNATION
        if self.offer:
            beaver = self.offer.kind is OfferKind.BEAVER
            return Phase.TO_ANSWER_BEAVER if beaver else Phase.TO_ANSWER_DOUBLE
        if self.turn is None:
            return Phase.OPENING
        return Phase.TO_PLAY if self.dice else Phase.TO_ROLL

    @property
    def position(self) -> Position:
        """The board, seen by the side on roll (by White before the opening)."""
        return self.seen_by(self.turn or Player.WHITE)

    def seen_by(self, player: Player) -> Position:
        """The board with *player* as the mover."""
        if player is Player.WHITE:
            return Position(self.white, self.black)
        return Position(self.black, self.white)

    def side(self, player: Player) -> Side:
        """The checkers of *player*."""
        return self.white if player is Player.WHITE else self.black

    def with_position(self, mover: Player, position: Position) -> Self:
        """Return the game with the board of *position*, whose mover is *mover*."""
        if mover is Player.WHITE:
            return replace(self, white=position.mover, black=position.waiter)
        return replace(self, white=position.waiter, black=position.mover)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match: its rules, the score, and the game being played or just played.

    *last_winner* won the last game that had a winner; *last_starter* started the
    last game. *crawford_played* tells whether the Crawford game has been reached.
    """

    rules: MatchRules
    score: Score = (0, 0)
    game: GameState | None = None
    last_winner: Player | None = None
    last_starter: Player | None = None
    crawford_played: bool = False
    ended: MatchEnded | None = None

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        if self.ended:
            return Phase.MATCH_OVER
        return self.game.phase if self.game else Phase.GAME_OVER

    @property
    def awaited(self) -> frozenset[Player]:
        """The players who may carry the match on just now."""
        match self.phase:
            case Phase.MATCH_OVER:
                return frozenset()
            case Phase.OPENING | Phase.GAME_OVER:
                return frozenset(Player)
            case _:
                return frozenset({_to_act(self.game)} if self.game else ())

    def points(self, player: Player) -> int:
        """The points of *player*."""
        return self.score[0 if player is Player.WHITE else 1]

    @property
    def is_decided(self) -> bool:
        """Whether the score, or the one game agreed on, ends the match (M7)."""
        length = self.rules.length
        if length.span is Span.GAME:
            return self.game is not None and self.game.ended is not None
        return length.span is Span.POINTS and max(self.score) >= length.target

    def after(self, event: Event) -> "MatchState":
        """Return the match after *event*, which is taken as true."""
        match event:
            case GameStarted():
                return _game_started(self, event)
            case GameEnded():
                return _game_ended(self, event)
            case MatchEnded():
                return replace(self, ended=event, score=event.score)
            case _:
                if self.game is None:
                    raise ValueError(f"{type(event).__name__} before any game")
                game = _game_after(self.rules, self.game, event)
                starter = game.starter or self.last_starter
                return replace(self, game=game, last_starter=starter)


def fold(rules: MatchRules, events: Iterable[Event]) -> MatchState:
    """Return how the match stands after *events*, from its beginning."""
    state = MatchState(rules=rules)
    for event in events:
        state = state.after(event)
    return state


def _to_act(game: GameState) -> Player:
    """Who must act in a game whose start is decided."""
    if game.resignation:
        return game.resignation.by.opponent
    if game.offer:
        return game.offer.by.opponent
    if game.turn is None:
        raise ValueError("nobody is on roll before the opening")
    return game.turn


def _game_started(state: MatchState, event: GameStarted) -> MatchState:
    ruleset = state.rules.ruleset(event.number)
    if ruleset.name != event.game:
        raise ValueError(f"game {event.number} is {ruleset.name}, not {event.game}")
    start = Position.start(ruleset)
    game = GameState(
        number=event.number,
        ruleset=ruleset,
        white=start.mover,
        black=start.waiter,
        crawford=event.crawford,
        starter=event.starter,
        turn=event.starter,
    )
    return replace(
        state,
        game=game,
        last_starter=event.starter or state.last_starter,
        crawford_played=state.crawford_played or event.crawford,
    )


def _game_ended(state: MatchState, event: GameEnded) -> MatchState:
    if state.game is None:
        raise ValueError("a game ended that had not begun")
    game = replace(state.game, ended=event, offer=None, resignation=None, dice=None)
    winner = event.winner or state.last_winner
    return replace(state, game=game, score=event.score, last_winner=winner)


def _game_after(rules: MatchRules, game: GameState, event: Event) -> GameState:
    match event:
        case OpeningThrown(white, black):
            return _opening_thrown(rules, game, white, black)
        case Rolled(by, dice):
            return replace(game, turn=by, dice=dice, rolls=game.rolls + 1)
        case Played(by, play, _):
            after = after_moves(game.ruleset, game.seen_by(by), play)
            return replace(
                game.with_position(by, after),
                turn=by.opponent,
                dice=None,
                turns=game.turns + 1,
                refused=(),
            )
        case ResignationOffered(by, stake):
            return replace(game, resignation=Resignation(by, stake))
        case ResignationDeclined():
            offered = (game.resignation,) if game.resignation else ()
            return replace(game, resignation=None, refused=(*game.refused, *offered))
        case ResignationAccepted() | Dropped():
            return game  # GameEnded, which follows, says what it led to.
        case _:
            return _cube_after(game, event)


def _cube_after(game: GameState, event: Event) -> GameState:
    match event:
        case CubeAutoDoubled():
            return replace(game, cube=game.cube.turned())
        case Doubled(by, value):
            return _offered(game, CubeOffer(OfferKind.DOUBLE, by, value, by.opponent))
        case Beavered(by, value):
            return _offered(game, CubeOffer(OfferKind.BEAVER, by, value, by))
        case Raccooned(by, value):
            return _offered(game, CubeOffer(OfferKind.RACCOON, by, value, by.opponent))
        case Taken():
            if game.offer is None:
                raise ValueError("a cube was taken that nobody had offered")
            cube = game.cube.taken_by(game.offer.owner, game.offer.value)
            return replace(game, cube=cube, offer=None)
        case _:
            raise ValueError(f"{type(event).__name__} does not belong in a game")


def _offered(game: GameState, offer: CubeOffer) -> GameState:
    return replace(game, offer=offer)


def _opening_thrown(
    rules: MatchRules, game: GameState, white: int, black: int
) -> GameState:
    game = replace(game, rolls=game.rolls + 1)
    if white == black:
        return game
    starter = Player.WHITE if white > black else Player.BLACK
    kept = rules.opening is Opening.USE_ROLLED
    dice = Dice(white, black) if kept else None
    return replace(game, starter=starter, turn=starter, dice=dice)
