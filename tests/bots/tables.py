"""Matches between bots, played by the real state machine with seeded dice."""

from collections.abc import Iterator, Mapping

from boards import side
from tavli.bots import Bot
from tavli.match import (
    Action,
    Cube,
    CubeOffer,
    GameState,
    MatchRules,
    MatchState,
    Phase,
    Resignation,
    SeededDice,
    act,
    begin,
    fold,
)
from tavli.rules import Dice, Player


def new_match(game: str, length: str, **options: str) -> MatchState:
    """The match just begun: its first roll-off is to come."""
    rules = MatchRules.parse(
        game, length, {key.replace("__", "."): value for key, value in options.items()}
    )
    return fold(rules, begin(MatchState(rules=rules)))


def played(
    state: MatchState, bots: Mapping[Player, Bot], seed: str
) -> Iterator[tuple[MatchState, Player, Action]]:
    """Yield each choice with the state in which it was made, to the match's end."""
    dice = SeededDice(seed)
    while not state.ended:
        player = next(one for one in Player if one in state.awaited)
        action = bots[player].choose(state, player)
        yield state, player, action
        for event in act(state, player, action, dice):
            state = state.after(event)


def winner_of(game: str, bots: Mapping[Player, Bot], seed: str) -> Player | None:
    """The winner of one game."""
    dice = SeededDice(seed)
    state = new_match(game, "game")
    for before, player, action in played(state, bots, seed):
        state = before
        for event in act(before, player, action, dice):
            state = state.after(event)
    assert state.phase is Phase.MATCH_OVER
    return state.ended.winner if state.ended else None


def at(
    state: MatchState,
    white: str,
    black: str,
    *,
    turn: Player = Player.WHITE,
    dice: str | None = None,
    cube: Cube | None = None,
    offer: CubeOffer | None = None,
    resignation: Resignation | None = None,
    score: tuple[int, int] = (0, 0),
) -> MatchState:
    """*state* with another board: its game in full swing, a turn each behind it."""
    assert state.game is not None
    game = GameState(
        number=state.game.number,
        ruleset=state.game.ruleset,
        white=side(white),
        black=side(black),
        starter=Player.WHITE,
        turn=turn,
        dice=Dice.parse(dice) if dice else None,
        cube=cube or Cube(),
        offer=offer,
        resignation=resignation,
        rolls=3,
        turns=2,
    )
    return MatchState(rules=state.rules, score=score, game=game)
