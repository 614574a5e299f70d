"""Judge an action: what happens, or why it can't. Pure: dice are asked for."""

from collections.abc import Iterator
from typing import Protocol, assert_never

from tavli.match.actions import (
    Abandon,
    AcceptResignation,
    Action,
    Beaver,
    Claim,
    DeclineResignation,
    Double,
    Drop,
    EndSession,
    NextGame,
    PlayMoves,
    Raccoon,
    Resign,
    ResignMatch,
    Roll,
    Take,
)
from tavli.match.cube import Cube
from tavli.match.cubeplay import (
    double_denial,
    largest_ending,
    largest_loss,
    offered,
    raise_denial,
    raised,
    stake_points,
)
from tavli.match.events import (
    CubeAutoDoubled,
    Dropped,
    Event,
    GameEnded,
    GameEnding,
    MatchEnded,
    MatchEnding,
    OpeningThrown,
    Played,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Taken,
)
from tavli.match.legal import PLAYING, was_refused
from tavli.match.refused import ActionRefusedError, Denial
from tavli.match.rules import CubeOption, Span
from tavli.match.state import GameState, MatchState, OfferKind, Phase
from tavli.match.succession import leader, next_game
from tavli.rules import (
    Dice,
    IllegalMoveError,
    Player,
    Result,
    Role,
    Stake,
    check_play,
    move_graph,
    result_of,
)


class DiceSource(Protocol):
    """Where throws come from; the same index must always give the same throw."""

    def roll(self, game: int, index: int) -> Dice:
        """Return throw *index* (from 0) of game *game* (from 1).

        In a roll-off `Dice.first` is White's die and `Dice.second` Black's.
        """
        ...


def begin(state: MatchState) -> tuple[Event, ...]:
    """Return the events that set up the first game."""
    return (next_game(state),)


def act(
    state: MatchState, player: Player, action: Action, dice: DiceSource
) -> tuple[Event, ...]:
    """Return what happens when *player* does *action*.

    Raises:
        ActionRefusedError: the action isn't possible now; nothing has happened.
    """
    if state.ended:
        raise ActionRefusedError.of(Denial.MATCH_OVER)
    return tuple(_settled(state, _Referee(state, player, dice).judge(action)))


class _Referee:
    """One action, judged against one state of the match."""

    def __init__(self, state: MatchState, player: Player, dice: DiceSource) -> None:
        self._state, self._player, self._dice = state, player, dice

    def judge(self, action: Action) -> Iterator[Event]:
        match action:
            case Claim():
                return self._ends(MatchEnding.CLAIMED, self._player)
            case Abandon():
                return self._ends(MatchEnding.ABANDONED, None)
            case ResignMatch():
                return self._resign_match()
            case NextGame() | EndSession():
                return self._between_games(action)
            case _:
                return self._in_game(action)

    def _in_game(self, action: Action) -> Iterator[Event]:
        game = self._state.game
        if game is None or game.ended:
            raise ActionRefusedError.of(Denial.GAME_OVER)
        match action:
            case Roll():
                return self._roll(game)
            case PlayMoves():
                return self._play(game, action)
            case Resign(stake):
                return self._resign(game, stake)
            case AcceptResignation() | DeclineResignation():
                return self._answer_resignation(game, action)
            case Double() | Take() | Drop() | Beaver() | Raccoon():
                return self._cube(game, action)
            case Claim() | Abandon() | ResignMatch() | NextGame() | EndSession():
                raise AssertionError("judged before a game is asked for")
            case _:
                assert_never(action)

    # --- dice and plays

    def _roll(self, game: GameState) -> Iterator[Event]:
        if game.phase is Phase.OPENING:
            return self._roll_off(game)
        self._expect(game, Phase.TO_ROLL, Denial.ALREADY_ROLLED)
        return self._throw(game)

    def _throw(self, game: GameState) -> Iterator[Event]:
        dice = self._dice.roll(game.number, game.rolls)
        yield Rolled(self._player, dice)
        if move_graph(game.ruleset, game.position, dice).is_lost_turn:
            yield Played(self._player, ())

    def _roll_off(self, game: GameState) -> Iterator[Event]:
        """Throw for the start until the dice differ (M3, P7)."""
        auto = CubeOption.AUTO_DOUBLES in self._state.rules.cube_options
        index = game.rolls
        while True:
            dice = self._dice.roll(game.number, index)
            yield OpeningThrown(dice.first, dice.second)
            if not dice.is_double:
                return
            if auto and index == 0 and game.cube == Cube():  # at most one a game
                yield CubeAutoDoubled(2)
            index += 1

    def _play(self, game: GameState, action: PlayMoves) -> Iterator[Event]:
        self._expect(game, Phase.TO_PLAY, Denial.ROLL_FIRST)
        if game.dice is None:
            raise ActionRefusedError.of(Denial.ROLL_FIRST)
        graph = move_graph(game.ruleset, game.position, game.dice)
        try:
            check_play(game.ruleset, game.position, game.dice, action.moves, graph)
        except IllegalMoveError as error:
            raise ActionRefusedError.of_play(error) from error
        return self._played(game, action, graph.marks(action.moves))

    def _played(
        self, game: GameState, action: PlayMoves, marks: tuple[str, ...]
    ) -> Iterator[Event]:
        played = Played(self._player, action.moves, marks)
        yield played
        after = self._state.after(played).game
        if after is None:
            raise AssertionError("a play does not remove the game")
        result = result_of(game.ruleset, after.seen_by(self._player))
        if result is not None:
            yield self._board_end(game, result)

    def _board_end(self, game: GameState, result: Result) -> GameEnded:
        winner = {
            Role.MOVER: self._player,
            Role.WAITER: self._player.opponent,
            None: None,
        }[result.winner]
        points = stake_points(self._state, game, result.points)
        return self._end_of_game(winner, points, GameEnding(result.ending.value))

    # --- the cube

    def _cube(self, game: GameState, action: Action) -> Iterator[Event]:
        match action:
            case Double():
                return self._double(game)
            case Beaver():
                return self._raise(game, OfferKind.BEAVER)
            case Raccoon():
                return self._raise(game, OfferKind.RACCOON)
            case _:
                return self._answer_cube(game, action)

    def _double(self, game: GameState) -> Iterator[Event]:
        self._refuse_if_pending(game)
        if self._player is not game.turn:
            raise ActionRefusedError.of(Denial.NOT_YOUR_TURN)
        denial = double_denial(self._state, game, self._player)
        if denial:
            raise ActionRefusedError.of(denial)
        return iter((offered(game, self._player),))

    def _raise(self, game: GameState, kind: OfferKind) -> Iterator[Event]:
        self._expect_answer(game)
        denial = raise_denial(self._state, game, kind)
        if denial:
            raise ActionRefusedError.of(denial)
        return iter((raised(game, self._player, kind),))

    def _answer_cube(self, game: GameState, action: Action) -> Iterator[Event]:
        self._expect_answer(game)
        if isinstance(action, Take):
            return iter((Taken(self._player),))
        stake = game.offer.stake if game.offer else game.cube.value
        end = self._end_of_game(self._player.opponent, stake, GameEnding.DROPPED)
        return iter((Dropped(self._player), end))

    def _expect_answer(self, game: GameState) -> None:
        if game.offer is None:
            raise ActionRefusedError.of(Denial.NOTHING_OFFERED)
        if game.offer.by is self._player:
            raise ActionRefusedError.of(Denial.NOT_YOUR_TURN)

    # --- resignations

    def _resign(self, game: GameState, stake: Stake) -> Iterator[Event]:
        if game.phase not in PLAYING:
            raise ActionRefusedError.of(Denial.ANSWER_FIRST)
        if stake.value > largest_ending(self._state, game, self._player).value:
            raise ActionRefusedError.of(Denial.RESIGNATION_TOO_LARGE)
        is_all = stake.value >= largest_loss(self._state, game, self._player).value
        if not is_all and was_refused(game, self._player, stake):
            raise ActionRefusedError.of(Denial.RESIGNATION_REFUSED)
        return self._resigned(game, stake, ends_at_once=is_all)

    def _resigned(
        self, game: GameState, stake: Stake, *, ends_at_once: bool
    ) -> Iterator[Event]:
        yield ResignationOffered(self._player, stake)
        if ends_at_once:
            yield self._end_by_resignation(game, self._player, stake)

    def _answer_resignation(self, game: GameState, action: Action) -> Iterator[Event]:
        resignation = game.resignation
        if resignation is None:
            raise ActionRefusedError.of(Denial.NOTHING_OFFERED)
        if resignation.by is self._player:
            raise ActionRefusedError.of(Denial.NOT_YOUR_TURN)
        if isinstance(action, DeclineResignation):
            return iter((ResignationDeclined(self._player),))
        end = self._end_by_resignation(game, resignation.by, resignation.stake)
        return iter((ResignationAccepted(self._player), end))

    def _end_by_resignation(
        self, game: GameState, loser: Player, stake: Stake
    ) -> GameEnded:
        points = stake_points(self._state, game, stake.value)
        return self._end_of_game(loser.opponent, points, GameEnding.RESIGNED)

    def _resign_match(self) -> Iterator[Event]:
        """Give up: a match is lost; a session of money play is settled first."""
        game = self._state.game
        if self._state.rules.length.span is not Span.MONEY:
            return self._ends(MatchEnding.RESIGNED, self._player.opponent)
        if game is None or game.ended:
            return self._ends(MatchEnding.SESSION, leader(self._state.score))
        stake = largest_loss(self._state, game, self._player)
        end = self._end_by_resignation(game, self._player, stake)
        over = MatchEnded(leader(end.score), MatchEnding.SESSION, end.score)
        return iter((end, over))

    # --- between games

    def _between_games(self, action: Action) -> Iterator[Event]:
        state = self._state
        if state.game is not None and not state.game.ended:
            raise ActionRefusedError.of(Denial.GAME_GOES_ON)
        if isinstance(action, NextGame):
            return iter((next_game(state),))
        if state.rules.length.span is not Span.MONEY:
            raise ActionRefusedError.of(Denial.NOT_MONEY)
        return self._ends(MatchEnding.SESSION, leader(state.score))

    def _ends(self, ending: MatchEnding, winner: Player | None) -> Iterator[Event]:
        return iter((MatchEnded(winner, ending, self._state.score),))

    def _end_of_game(
        self, winner: Player | None, points: int, ending: GameEnding
    ) -> GameEnded:
        white, black = self._state.score
        if winner is Player.WHITE:
            white += points
        elif winner is Player.BLACK:
            black += points
        return GameEnded(winner, points, ending, (white, black))

    # --- whose turn

    def _expect(self, game: GameState, phase: Phase, otherwise: Denial) -> None:
        self._refuse_if_pending(game)
        if self._player is not game.turn:
            raise ActionRefusedError.of(Denial.NOT_YOUR_TURN)
        if game.phase is not phase:
            raise ActionRefusedError.of(otherwise)

    def _refuse_if_pending(self, game: GameState) -> None:
        if game.offer or game.resignation:
            raise ActionRefusedError.of(Denial.ANSWER_FIRST)


def _settled(state: MatchState, events: Iterator[Event]) -> Iterator[Event]:
    """Pass *events* on and add the end of the match where they bring it about (M7)."""
    for event in events:
        yield event
        state = state.after(event)
    if not state.ended and isinstance(event, GameEnded) and state.is_decided:
        one_game = state.rules.length.span is Span.GAME
        ending = MatchEnding.GAME if one_game else MatchEnding.POINTS
        yield MatchEnded(event.winner, ending, state.score)
