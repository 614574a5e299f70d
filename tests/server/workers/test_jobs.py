"""Jobs are pure: they travel, and whoever answers them answers the same."""

import pickle

import pytest

from tavli.engine.standing import state_of
from tavli.match import Claim, PlayMoves, Roll
from tavli.notation.position import read_position
from tavli.rules import Player, legal_plays
from tavli.server.workers.jobs import Choice, Hint, NoActionError, checked

LINES = {
    "portes": "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 b dice=4-1",
    "plakoto": "plakoto 24:14,20:1 24:14,8:1 b dice=3-1",
    "fevga": "fevga 24:14,11:1 24:14,9:1 b dice=5-2",
    "backgammon": "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 b dice=4-1",
}


@pytest.mark.parametrize("game", LINES)
@pytest.mark.parametrize("level", ["level-1", "level-8", "random"])
def test_a_choice_follows_from_the_question_alone(game, level):
    state = state_of(read_position(LINES[game]))
    job = Choice(level, state, Player.BLACK, seed=17)
    answer = job.answer()
    assert isinstance(answer, PlayMoves)
    plays = legal_plays(state.game.ruleset, state.game.position, state.game.dice)
    assert sorted(answer.moves) in [sorted(play) for play in plays.values()]
    assert pickle.loads(pickle.dumps(job)).answer() == answer


@pytest.mark.parametrize("game", LINES)
def test_a_hint_travels_both_ways(game):
    job = Hint(state_of(read_position(LINES[game])), Player.BLACK)
    advice = pickle.loads(pickle.dumps(job)).answer()
    assert advice.plays
    assert pickle.loads(pickle.dumps(advice)) == advice


@pytest.mark.parametrize("answer", [None, "roll", Claim()])
def test_what_a_bot_may_not_say_is_no_answer(answer):
    with pytest.raises(NoActionError):
        checked(answer)
    assert checked(Roll()) == Roll()
