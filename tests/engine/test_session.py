"""`Session`: an answer for every line, whatever it is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.skewed import SkewedEvaluator
from tavli.engine.analyst import Analyst
from tavli.engine.session import LONGEST_QUESTION, Session
from tavli.evaluation.pips import PipEvaluator

SESSION = Session(Analyst(PipEvaluator))
SKEWED = Session(Analyst(SkewedEvaluator))
"""It sees gammons too."""

START = {
    "portes": "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w",
    "plakoto": "plakoto 24:15 24:15 w",
    "fevga": "fevga 24:15 24:15 w",
    "backgammon": "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w",
}


def ask(session: Session = SESSION, /, **fields: object) -> dict:
    line = json.dumps(fields).encode()
    (answer,) = session.answers([line])
    return json.loads(answer)


@pytest.mark.parametrize("game", START)
def test_the_best_plays_are_ranked_among_the_legal_ones(game):
    legal = ask(ask="legal", position=START[game], dice="5-2")
    best = ask(ask="best", position=START[game], dice="5-2", depth=1, most=1000)
    assert {one["play"] for one in best["plays"]} == {
        one["play"] for one in legal["plays"]
    }
    assert best["play"] == best["plays"][0]["play"]
    deepest = [one["equity"] for one in best["plays"] if one["depth"] == 1]
    assert deepest == sorted(deepest, reverse=True)
    assert deepest


def test_only_so_many_plays_are_listed_as_are_wanted():
    best = ask(ask="best", position=START["portes"], dice="3-1", depth=0, most=3)
    assert [one["depth"] for one in best["plays"]] == [0, 0, 0]


def test_a_level_answers_with_its_play_alone(monkeypatch):
    from tavli.bots import registry

    known = {**registry.BOTS, "level-3": registry.BOTS["baseline"]}
    monkeypatch.setattr(registry, "BOTS", known)
    answer = ask(ask="best", position=START["portes"], dice="3-1", level=3)
    assert answer == {"answer": "best", "play": "8/5 6/5"}


def test_a_lost_turn_is_played_as_nothing():
    stuck = "portes bar:1,6:14 6:3,5:3,4:3,3:2,2:2,1:2 w dice=6-5"
    assert ask(ask="best", position=stuck, depth=0)["play"] == "-"


def test_a_position_is_judged_before_its_roll():
    judged = ask(ask="evaluate", position=START["plakoto"], depth=0, id="q1")
    assert judged["id"] == "q1"
    assert judged["chances"]["win"] == 0.5
    assert judged["equity"] == 0


def beyond_wins(fields: str, **asked: object) -> float:
    """Return what an equity counts besides won and lost games."""
    position = START["backgammon"] + fields
    found = ask(SKEWED, **asked, position=position, depth=1)
    told = found["plays"][0] if "plays" in found else found
    return abs(told["equity"] - (2 * told["chances"]["win"] - 1))


WHOLE = pytest.mark.parametrize(
    "asked", [{"ask": "evaluate"}, {"ask": "best", "dice": "3-1"}]
)
"""Questions that are answered with an equity."""


@WHOLE
def test_an_equity_is_that_of_the_match_at_its_score(asked):
    # One point each from the end it is all the same how a game is won.
    assert beyond_wins(" score=4-4/5", **asked) < 3e-5
    assert beyond_wins(" score=3-3/5", **asked) > 1e-2
    assert beyond_wins("", **asked) > 1e-2


@WHOLE
def test_under_jacobys_rule_gammons_count_once_the_cube_was_turned(asked):
    assert beyond_wins(" jacoby", **asked) < 3e-5
    assert beyond_wins(" cube=2@- jacoby", **asked) < 3e-5
    assert beyond_wins(" cube=2@w jacoby", **asked) > 1e-2


def test_a_cube_that_helps_is_turned():
    ahead = "backgammon 6:2 24:2,13:5,8:3,6:5 w"
    answer = ask(ask="cube", position=ahead, depth=0)
    assert answer["double"] is True
    assert answer["take"] is False
    assert answer["unit"] == "points"
    assert answer["double_drop"] == 1


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"ask": "best", "position": START["portes"]}, "the roll is missing"),
        ({"ask": "best", "position": START["portes"], "dice": "7-1"}, "7-1"),
        (
            {"ask": "legal", "position": START["portes"] + " dice=2-1", "dice": "3-1"},
            "the position says dice=2-1, the question 3-1",
        ),
        ({"ask": "evaluate", "position": START["fevga"] + " dice=2-1"}, "before the"),
        ({"ask": "cube", "position": START["fevga"]}, "there is no cube"),
        (
            {"ask": "best", "position": START["portes"], "level": 9},
            "levels are 1, the weakest, to 8",
        ),
        (
            {"ask": "best", "position": START["portes"], "depth": 3},
            "a depth is 0 to 2 plies",
        ),
        (
            {
                "ask": "best",
                "position": START["portes"],
                "dice": "2-1",
                "depth": 0,
                "level": 1,
            },
            "not for both",
        ),
        ({"ask": "legal", "position": "portes 24:16 24:15 w dice=2-1"}, "15"),
        ({"ask": "legal", "position": "chess 24:15 24:15 w dice=2-1"}, "chess"),
        ({"ask": "evaluate", "position": "portes 24:15 24:15 ?"}, "nobody is on roll"),
        ({"ask": "evaluate", "position": "portes - 24:15 w"}, "the game is over"),
        ({"ask": "evaluate", "position": START["backgammon"] + " score=5-0/5"}, "over"),
        (
            {"ask": "cube", "position": START["backgammon"] + " score=0-0/7 crawford"},
            "in the Crawford game one side needs one point",
        ),
        ({"ask": "cube", "position": START["backgammon"] + " crawford"}, "leave crawf"),
        (
            {"ask": "cube", "position": START["backgammon"] + " score=4-4/5 crawford"},
            "leave crawf",
        ),
        (
            {"ask": "evaluate", "position": START["portes"] + " score=0-0/99"},
            "matches go to 25 points at most",
        ),
        (
            {"ask": "rollout", "position": START["portes"]},
            "ask is one of legal, best, evaluate, cube",
        ),
        ({"ask": "legal", "position": START["portes"], "dice": "31"}, "like 6-1"),
        ({"ask": "legal", "position": START["portes"], "dices": "2-1"}, "dices"),
        ({"position": START["portes"]}, "ask is one of"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(asked, why):
    answer = ask(**asked, id="seven")
    assert answer["answer"] == "error"
    assert answer["id"] == "seven"
    assert why in answer["error"]
    assert "\n" not in answer["error"]


def test_a_line_that_is_nested_too_deep_is_told_so():
    (answer,) = SESSION.answers([b'{"a":' + b"[" * 1500 + b"]" * 1500 + b"}"])
    assert json.loads(answer)["error"].startswith("this line is nested too deep")


@pytest.mark.parametrize("line", [b"{", b"[]", b"null", b"\xff\xfe", b"[" * 4000])
def test_nonsense_is_answered_and_the_next_question_too(line):
    first, second = SESSION.answers([line, b"", b'{"ask": "legal"}'])
    assert json.loads(first)["answer"] == json.loads(second)["answer"] == "error"


def test_what_is_no_json_is_said_to_be_none():
    assert SESSION.answer(b"legal, please").error.startswith("this line is no JSON")


def test_a_line_that_is_too_long_is_not_read():
    answer = SESSION.answer(b" " * LONGEST_QUESTION + b"{}")
    assert answer.error == f"a line has at most {LONGEST_QUESTION} bytes"


@given(st.binary(max_size=200))
def test_no_bytes_end_a_session(line):
    for answer in SESSION.answers([line]):
        assert json.loads(answer)["answer"] == "error"
