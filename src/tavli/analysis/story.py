"""The games of a record, moment by moment, with what is to be asked about each."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tavli.analysis.aim import Aim
from tavli.analysis.question import Final, Place, Question, Throw
from tavli.match import (
    Cube,
    Double,
    Event,
    GameEnded,
    GameStarted,
    GameState,
    MatchEnded,
    MatchRules,
    MatchState,
    OpeningThrown,
    Phase,
    Played,
    Rolled,
    after_told,
    legal_actions,
    past,
)
from tavli.rules import Dice, Player, Position, Ruleset
from tavli.search.at_table import is_at_stake, place_of, raises_in

Aims = dict[tuple[Player, Player | None, Cube], Aim]
"""What is played for in one game: by side, starter and cube."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An event with how the match stood before it and after it.

    *number* is its place in the record, from 0.
    """

    number: int
    event: Event
    before: MatchState
    after: MatchState

    @property
    def game(self) -> GameState:
        """The game after the event."""
        return _game_of(self.after)


@dataclass(frozen=True, slots=True)
class Turn:
    """A throw, and the play it was used for, if the record tells.

    *state* is how the match stood after the throw, *place* what the thrower plays
    for, before he plays.
    """

    player: Player
    state: MatchState
    place: Place
    dice: Dice
    played: Played | None = None

    @property
    def position(self) -> Position:
        """The board before the play, seen by the thrower."""
        return _game_of(self.state).seen_by(self.player)

    @property
    def final(self) -> Position | None:
        """The board after the play, seen by the thrower."""
        if self.played is None:
            return None
        return _game_of(self.state.after(self.played)).seen_by(self.player)

    @property
    def throw(self) -> Throw:
        """The question about its plays."""
        return Throw(self.place, self.position, self.dice)

    @property
    def left(self) -> Final | None:
        """The question about the play that was made."""
        final = self.final
        return None if final is None else Final(self.place, final)


@dataclass(frozen=True)
class Story:
    """One game of a record.

    *is_damaged* tells that the record is wrong somewhere in this game.
    """

    number: int
    ruleset: Ruleset
    moments: tuple[Moment, ...]
    is_damaged: bool = False
    _aims: Aims = field(default_factory=dict, repr=False, compare=False)

    @property
    def start(self) -> MatchState:
        """How the match stood when the game was set up."""
        return self.moments[0].after

    @property
    def end(self) -> GameEnded | None:
        """How the game ended, if the record tells."""
        events = (moment.event for moment in self.moments)
        return next((each for each in events if isinstance(each, GameEnded)), None)

    @cached_property
    def by_number(self) -> dict[int, Moment]:
        """The moments by their places in the record."""
        return {moment.number: moment for moment in self.moments}

    @cached_property
    def turns(self) -> dict[int, Turn]:
        """The throws by the number of their moment."""
        return dict(_turns(self.moments, self._aims))

    @cached_property
    def openings(self) -> tuple[tuple[Player, Final], ...]:
        """Who may start, and the question what that leaves the other side.

        Without a roll-off there is one opening: the starter's.
        """
        event = self.moments[0].event
        assert isinstance(event, GameStarted)
        starters = tuple(Player) if event.starter is None else (event.starter,)
        return tuple((starter, self._opening(event, starter)) for starter in starters)

    @property
    def questions(self) -> Iterator[Question]:
        """What is asked first; a play that is no candidate is asked about later."""
        for _, opening in self.openings:
            yield opening
        for turn in self.turns.values():
            yield turn.throw

    def _opening(self, event: GameStarted, starter: Player) -> Final:
        """Ask what the set-up leaves, as if the other side had just moved."""
        state = self.moments[0].before.after(replace(event, starter=starter))
        other = starter.opponent
        place = place_in(state, other, self._aims)
        return Final(replace(place, may_double=False), _game_of(state).seen_by(other))


def stories(
    rules: MatchRules, events: Iterable[Event], damaged: frozenset[int] = frozenset()
) -> tuple[Story, ...]:
    """Return the games of a match, from its events.

    Games of which nothing is told, as those before a file begins, are left out, and
    so are those at a score at which nobody plays on. *damaged* has the numbers of
    games that something is wrong with. A game whose events do not follow one another
    is told as far as they do, and with the plays whose throw is lost.
    """
    state = MatchState(rules=rules)
    games: list[list[Moment]] = []
    broken = set(damaged)
    for number, event in enumerate(events):
        after = after_told(state, event)
        is_amiss = after is None or _lacks_throw(state, event)
        if is_amiss and state.game and not isinstance(event, GameStarted):
            broken.add(state.game.number)
        if after is None:
            state = past(state, event)
            continue
        if isinstance(event, GameStarted):
            games.append([])
        if games and after.game:
            games[-1].append(Moment(number, event, state, after))
        state = after
    told = (each for each in games if _is_told(each) and is_at_stake(each[0].after))
    return tuple(_story(moments, broken) for moments in told)


def _lacks_throw(state: MatchState, event: Event) -> bool:
    """Whether *event* is a play for which its side has thrown nothing."""
    if not isinstance(event, Played):
        return False
    return state.phase is not Phase.TO_PLAY or _game_of(state).turn is not event.by


def place_in(state: MatchState, player: Player, aims: Aims) -> Place:
    """Return what *player*, who is about to play, plays for, and with which cube."""
    game = _game_of(state)
    key = (player, game.starter, game.cube)
    aim = aims[key] = aims.get(key) or Aim.of(state, player)
    if not state.rules.has_cube:
        return Place(ruleset=game.ruleset, aim=aim)
    return Place(
        ruleset=game.ruleset,
        aim=aim,
        cube=place_of(game, player),
        raises=raises_in(state),
    )


def may_double(state: MatchState, player: Player) -> bool:
    """Whether *player*, about to roll, may turn the cube and it could help him."""
    return player in state.awaited and Double() in legal_actions(state, player)


def _is_told(moments: Sequence[Moment]) -> bool:
    """Whether something happened in a game, or somebody won it."""
    return any(
        event.winner is not None
        if isinstance(event, GameEnded)
        else not isinstance(event, GameStarted | MatchEnded)
        for event in (moment.event for moment in moments)
    )


def _story(moments: Sequence[Moment], broken: Collection[int]) -> Story:
    game = moments[0].game
    return Story(game.number, game.ruleset, tuple(moments), game.number in broken)


def _turns(moments: Sequence[Moment], aims: Aims) -> Iterator[tuple[int, Turn]]:
    for at, moment in enumerate(moments):
        game = moment.game
        if isinstance(moment.event, Rolled | OpeningThrown) and game.dice is not None:
            assert game.turn is not None
            yield (
                moment.number,
                _turn(moment.after, _played(game.turn, moments[at + 1 :]), aims),
            )


def _turn(state: MatchState, played: Played | None, aims: Aims) -> Turn:
    """Return the throw that waits in *state* and was *played* so."""
    game = _game_of(state)
    player, dice = game.turn, game.dice
    assert player is not None
    assert dice is not None
    place = place_in(state, player, aims)
    # Whether the other side may double depends on the turn being over, not on how.
    then = state.after(played or Played(player, ()))
    place = replace(place, may_double=may_double(then, player.opponent))
    return Turn(player, state, place, dice, played)


def _played(player: Player, rest: Sequence[Moment]) -> Played | None:
    """Return what *player* did with his throw; None if the record lost it."""
    for moment in rest:
        if isinstance(moment.event, Played):
            return moment.event if moment.event.by is player else None
        if isinstance(moment.event, Rolled):
            return None
    return None


def _game_of(state: MatchState) -> GameState:
    game = state.game
    if game is None:
        raise ValueError("no game has begun")
    return game
