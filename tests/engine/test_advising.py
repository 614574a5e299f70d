"""`advise`: the best of what a player may do, seen with his eyes."""

import pytest

from tavli.engine.advice import can_be_advised
from tavli.engine.advising import MOST_PLAYS, advise
from tavli.engine.analyst import Analyst
from tavli.engine.standing import state_of
from tavli.evaluation.pips import PipEvaluator
from tavli.match import (
    Double,
    Drop,
    MatchState,
    Roll,
    Take,
    act,
    legal_actions,
)
from tavli.notation.position import read_position
from tavli.rules import Player, after_moves, legal_plays

ANALYST = Analyst(PipEvaluator)
AHEAD = "backgammon 6:3,5:2,4:2 24:2,13:5,8:3,6:5 w"
EVEN = "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"


def _state(line: str) -> MatchState:
    return state_of(read_position(line))


@pytest.mark.parametrize("mover", Player)
def test_plays_are_legal_and_told_to_whoever_plays_them(mover):
    line = f"portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 {mover.value} dice=4-2"
    state = _state(line)
    advice = advise(ANALYST, state, mover)
    assert len(advice.plays) == MOST_PLAYS
    game = state.game
    legal = legal_plays(game.ruleset, game.position, game.dice)
    for ranked in advice.plays:
        after = after_moves(game.ruleset, game.position, ranked.play)
        assert after in legal
        assert 0 <= ranked.outlook.win <= 1


def test_a_double_is_weighed_against_a_throw():
    best, other = advise(ANALYST, _state(AHEAD), Player.WHITE).cube
    assert best.action == Double()
    assert best.equity >= other.equity
    assert other.action == Roll()


def test_the_answer_to_a_double_is_seen_by_who_answers():
    state = _state(AHEAD)
    for event in act(state, Player.WHITE, Double(), dice=None):
        state = state.after(event)
    advice = advise(ANALYST, state, Player.BLACK)
    assert {choice.action for choice in advice.cube} == {Take(), Drop()}
    assert advice.cube[0].action == Drop()
    assert advice.cube[0].equity == -1


def test_in_a_match_the_cube_is_worth_a_share_of_it():
    state = _state(f"{EVEN} score=1-1/5")
    advice = advise(ANALYST, state, Player.WHITE)
    assert advice.is_of_match
    assert all(-1 <= choice.equity <= 1 for choice in advice.cube)


@pytest.mark.parametrize(
    ("line", "player"),
    [
        ("portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w", Player.WHITE),
        ("portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w dice=2-1", Player.BLACK),
        (EVEN, Player.BLACK),
        (f"{AHEAD} cube=2@b", Player.WHITE),
    ],
)
def test_where_nothing_is_to_be_decided_there_is_no_advice(line, player):
    state = _state(line)
    assert not can_be_advised(state, player)
    with pytest.raises(ValueError, match="nothing to decide"):
        advise(ANALYST, state, player)


def test_a_line_s_cube_may_be_turned():
    state = _state(EVEN)
    assert Double() in legal_actions(state, Player.WHITE)
    crawford = _state(f"{EVEN} score=4-1/5 crawford")
    assert Double() not in legal_actions(crawford, Player.WHITE)
    after = _state(f"{EVEN} score=1-4/5")
    assert after.crawford_played
    assert after.points(Player.BLACK) == 4
