"""What holds in every match, whoever plays it and however wildly."""

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from match.driver import BLACK, WHITE
from match.test_ending import EVERYTHING
from tavli.match import (
    Abandon,
    Action,
    ActionRefusedError,
    Claim,
    Double,
    EndSession,
    Event,
    GameEnded,
    GameStarted,
    Length,
    MatchEnded,
    MatchRules,
    MatchState,
    NextGame,
    Phase,
    PlayMoves,
    Resign,
    ResignMatch,
    SeededDice,
    act,
    begin,
    choices_of,
    fold,
    largest_ending,
    legal_actions,
)
from tavli.match.cubeplay import double_denial, is_dead
from tavli.rules import CHECKERS, Dice, Player, Stake, legal_plays

GAMES = [
    ("tavli", "3"),
    ("portes", "game"),
    ("plakoto", "2"),
    ("fevga", "game"),
    ("backgammon", "3"),
    ("backgammon", "5"),
    ("backgammon", "game"),
    ("backgammon", "money"),
]
CANDIDATES: list[Action] = [
    *(action for action in EVERYTHING if not isinstance(action, (Claim, Abandon))),
    Resign(Stake.GAMMON),
    Resign(Stake.BACKGAMMON),
]


@dataclass
class CountingDice:
    """Seeded throws that remember what was asked for."""

    seed: str
    asked: list[tuple[int, int]] = field(default_factory=list)

    def roll(self, game: int, index: int) -> Dice:
        self.asked.append((game, index))
        return SeededDice(self.seed).roll(game, index)


@st.composite
def agreements(draw: st.DrawFn) -> MatchRules:
    """Any rules that a match can have."""
    game, length = draw(st.sampled_from(GAMES))
    choices = choices_of(game, Length.parse(length))
    chosen = {
        key: draw(st.sampled_from(values))
        for key, values in choices.items()
        if draw(st.booleans())
    }
    if chosen.get("bg.raccoon") == "on":
        chosen["bg.beaver"] = "on"
    if chosen.get("bg.crawford") == "off":
        chosen.pop("bg.holland", None)
    return MatchRules.parse(game, length, chosen)


def concrete(state: MatchState, action: Action, chance: random.Random) -> Action:
    """*action*, with a legal play where it stands for any."""
    if action != PlayMoves():
        return action
    game = state.game
    plays = legal_plays(game.ruleset, game.position, game.dice)
    return PlayMoves(chance.choice(list(plays.values())))


def may_be_done(state: MatchState, player: Player, action: Action) -> bool:
    """Whether *action* is listed, or isn't for want of a purpose: nobody forbids it.

    That is turning a dead cube, resigning more than ends the match, and giving up a
    session of money play between two games, which ends it as `EndSession` does.
    """
    if action in legal_actions(state, player):
        return True
    game = state.game
    if action == ResignMatch():
        return EndSession() in legal_actions(state, player)
    if isinstance(action, Resign):
        return is_more_than_needed(state, player, action.stake)
    if action != Double() or game is None or player is not game.turn:
        return False
    if state.phase is not Phase.TO_ROLL:
        return False
    allowed = double_denial(state, game, player) is None
    return allowed and is_dead(state, game, player)


def is_more_than_needed(state: MatchState, player: Player, stake: Stake) -> bool:
    """Whether *player* may resign at *stake*, though less would end the match."""
    listed = [
        action.stake.value
        for action in legal_actions(state, player)
        if isinstance(action, Resign)
    ]
    if not listed:
        return False
    most = largest_ending(state, state.game, player).value
    return max(listed) < stake.value <= most


def walk(rules: MatchRules, seed: int, steps: int, *, wild: bool):
    """Yield (state, player, action, events, dice) of a match played at random."""
    chance = random.Random(seed)
    dice = CountingDice(str(seed))
    state = fold(rules, begin(MatchState(rules=rules)))
    for _ in range(steps):
        if state.ended:
            return
        player = chance.choice([WHITE, BLACK])
        listed = list(legal_actions(state, player))
        calm = [
            a for a in listed if not isinstance(a, (Resign, ResignMatch, EndSession))
        ]
        options = listed if wild and chance.random() < 0.1 else calm
        if not options:
            continue
        action = concrete(state, chance.choice(options), chance)
        events = act(state, player, action, dice)
        yield state, player, action, events, dice
        for event in events:
            state = state.after(event)


@given(agreements(), st.integers(0, 10**9))
def test_every_listed_action_succeeds_and_the_log_folds_to_the_state(rules, seed):
    log: list[Event] = list(begin(MatchState(rules=rules)))
    for state, _, _, events, _ in walk(rules, seed, 150, wild=True):
        assert fold(rules, log) == state
        assert events
        log += events
    assert fold(rules, log).rules == rules


@example(MatchRules.parse("backgammon", "money"), 1725, 16)
@given(agreements(), st.integers(0, 10**9), st.integers(0, 60))
def test_what_is_not_listed_is_refused_and_asks_for_no_throw(rules, seed, steps):
    state = fold(rules, begin(MatchState(rules=rules)))
    for before, _, _, events, _ in walk(rules, seed, steps, wild=True):
        state = before
        for event in events:
            state = state.after(event)
    for player in Player:
        for action in CANDIDATES:
            if isinstance(action, PlayMoves):
                continue
            dice = CountingDice("unused")
            if may_be_done(state, player, action):
                assert act(state, player, action, dice)
                continue
            with pytest.raises(ActionRefusedError) as refusal:
                act(state, player, action, dice)
            assert refusal.value.code
            assert str(refusal.value).endswith(".")
            assert not dice.asked


@given(agreements(), st.integers(0, 10**9))
def test_the_score_is_the_sum_of_the_points_of_the_games(rules, seed):
    score = [0, 0]
    for state, _, _, events, _ in walk(rules, seed, 200, wild=True):
        for event in events:
            if isinstance(event, GameEnded):
                if event.winner is not None:
                    score[0 if event.winner is WHITE else 1] += event.points
                assert event.score == tuple(score)
            if isinstance(event, MatchEnded):
                assert event.score == tuple(score)
        assert state.score[0] <= score[0]
        assert state.score[1] <= score[1]


@given(agreements(), st.integers(0, 10**9))
def test_throws_are_asked_for_in_their_order_and_none_twice(rules, seed):
    game, index = 0, 0
    *_, (_, _, _, _, dice) = walk(rules, seed, 200, wild=True)
    for asked in dice.asked:
        game, index = (game, index + 1) if asked[0] == game else (asked[0], 0)
        assert asked == (game, index)
    assert len(set(dice.asked)) == len(dice.asked)


@given(agreements(), st.integers(0, 10**9))
def test_each_side_keeps_its_fifteen_checkers(rules, seed):
    for state, _, _, _, _ in walk(rules, seed, 60, wild=False):
        for player in Player:
            assert state.game.side(player).total == CHECKERS


@given(agreements(), st.integers(0, 10**9))
def test_games_are_numbered_one_after_the_other(rules, seed):
    number = 1
    for _, _, action, events, _ in walk(rules, seed, 300, wild=True):
        for event in events:
            if isinstance(event, GameStarted):
                assert isinstance(action, NextGame)
                number += 1
                assert event.number == number
                assert event.game == rules.ruleset(number).name


@pytest.mark.slow
@pytest.mark.parametrize(("game", "length"), [g for g in GAMES if g[1] != "money"])
def test_a_match_played_at_random_comes_to_its_end(game, length):
    last = None
    rules = MatchRules.parse(game, length)
    for _, _, _, events, _ in walk(rules, 7, 100_000, wild=False):
        last = events[-1]
    assert isinstance(last, MatchEnded)
    if length not in ("game", "money"):
        assert max(last.score) >= int(length)
