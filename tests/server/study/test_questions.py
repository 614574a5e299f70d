"""Questions about positions: asked, answered by depth, refused, forgotten."""

import time

import pytest

THROWN = "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w dice=3-1"
BEFORE = "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w cube=1@-"
ENDING = "backgammon 2:2,1:1 3:2,1:1 w dice=2-1 cube=1@-"
_PATIENCE = 120


def ask(visitor, **question):
    return visitor.post("/api/study/tasks", {"question": question})


def answered(visitor, **question):
    """Ask, and look again until there is an answer."""
    asked = ask(visitor, **question)
    assert asked.status_code == 200, asked.text
    task = asked.json()
    end = time.monotonic() + _PATIENCE
    while task["state"] in ("waiting", "working"):
        assert time.monotonic() < end
        time.sleep(0.02)
        task = visitor.get(f"/api/study/tasks/{task['task']}").json()
    assert task["state"] == "done", task
    return task["answer"]


def test_plays_are_ranked_within_their_depth_only(visitor):
    plays = answered(visitor, ask="plays", position=THROWN, depth=1)["plays"]
    assert len(plays) == 16
    assert plays[0]["play"] == "8/5 6/5"
    depths = [play["depth"] for play in plays]
    assert depths == sorted(depths, reverse=True)
    assert set(depths) == {0, 1}
    for depth in set(depths):
        same = [play for play in plays if play["depth"] == depth]
        best = max(play["equity"] for play in same)
        for play in same:
            assert play["error"] == pytest.approx(best - play["equity"], abs=2e-5)
        assert [play["equity"] for play in same] == sorted(
            (play["equity"] for play in same), reverse=True
        )


def test_before_the_roll_there_are_chances_and_a_cube(visitor):
    found = answered(visitor, ask="cube", position=BEFORE, depth=0)
    assert found["verdict"] == "no_double"
    assert found["double_drop"] == 1
    assert 0.4 < found["chances"]["win"] < 0.6
    assert found["depth"] == 0


def test_where_there_is_no_cube_none_is_told_of(visitor):
    found = answered(visitor, ask="cube", position=THROWN, depth=0)
    assert "verdict" not in found
    assert found["equity"] > 0


def test_in_a_match_to_one_point_there_is_no_cube_to_tell_of(visitor):
    line = f"{BEFORE} score=0-0/1"
    found = answered(visitor, ask="cube", position=line, depth=0)
    assert "verdict" not in found
    assert 0.5 < found["chances"]["win"] < 0.6


def test_a_rollout_tells_its_settings_and_its_errors(visitor):
    found = answered(
        visitor,
        ask="rollout",
        position=ENDING,
        plays=["2/off 1/off", "2/off 2/1"],
        trials=144,
        seed=7,
    )
    assert (found["trials"], found["seed"], found["stopped"]) == (144, 7, "trials")
    best, other = found["plays"]
    assert best["play"] == "2/off 1/off"
    assert (best["error"], best["jsd"]) == (0, 0)
    assert other["error"] == pytest.approx(best["equity"] - other["equity"], abs=2e-5)


def test_a_play_is_rolled_out_once_however_it_is_written(visitor):
    plays = ["1/off 2/off", "2/off 1/off", "2/off  1/off"]
    found = answered(visitor, ask="rollout", position=ENDING, plays=plays, trials=36)
    assert [row["play"] for row in found["plays"]] == ["2/off 1/off"]


def test_what_is_rolled_out_before_the_roll_is_not_told_as_of_a_roll(visitor):
    found = answered(visitor, ask="rollout", position=ENDING, trials=36)
    assert "dice=" in ENDING
    assert "dice=" not in found["position"]


def test_a_position_is_rolled_out_before_the_roll(visitor):
    line = ENDING.replace("dice=2-1 ", "")
    found = answered(visitor, ask="rollout", position=line, trials=36)
    (row,) = found["plays"]
    assert row["play"] == ""
    assert row["chances"]["win"] > 0.5


def test_equal_questions_share_an_answer(visit):
    anna, babis = visit(), visit()
    question = {"ask": "plays", "position": THROWN, "depth": 0}
    answered(anna, **question)
    shared = ask(babis, **question).json()
    assert shared["state"] == "done"
    assert shared["task"] == ask(anna, **question).json()["task"]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ({"ask": "plays", "position": BEFORE, "depth": 0}, "no_roll"),
        ({"ask": "plays", "position": "portes - - w", "depth": 0}, "all_off"),
        ({"ask": "plays", "position": "portes", "depth": 0}, "bad_position"),
        ({"ask": "plays", "position": THROWN, "depth": 3}, "bad_request"),
        ({"ask": "plays", "position": THROWN, "depth": -1}, "bad_request"),
        ({"ask": "plays", "position": "x" * 1001, "depth": 0}, "bad_request"),
        ({"ask": "plays", "position": THROWN}, "bad_request"),
        ({"ask": "wishes", "position": THROWN, "depth": 0}, "bad_request"),
        ({"ask": "cube", "position": "portes - 24:15 w", "depth": 0}, "game_is_over"),
        (
            {"ask": "rollout", "position": THROWN, "plays": ["24/18 8/5"]},
            "no_such_die",
        ),
        (
            {"ask": "rollout", "position": THROWN, "plays": ["8/5 6/5"] * 11},
            "bad_request",
        ),
        (
            {"ask": "rollout", "position": THROWN, "trials": 10**9},
            "bad_request",
        ),
        ({"ask": "rollout", "position": THROWN, "seed": -1}, "bad_request"),
        ({"ask": "match", "depth": 0}, "bad_request"),
        ({"ask": "match", "match": "zzzzzzzzzzzz", "depth": 0}, "unknown_match"),
        ({"ask": "match", "file": "zzzzzzzzzzzz", "depth": 0}, "unknown_match"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_in_words(visitor, question, code):
    refused = ask(visitor, **question)
    assert refused.json()["error"] == code
    assert refused.json()["text"].endswith((".", "`"))
    assert refused.status_code in (400, 404)


def test_a_task_that_nobody_knows(visitor):
    refused = visitor.get("/api/study/tasks/zzzzzzzzzzzzzzzz")
    assert (refused.status_code, refused.json()["error"]) == (404, "unknown_study")


def test_a_task_tells_how_far_it_is_also_where_that_is_nothing(visitor):
    question = {"ask": "plays", "position": THROWN, "depth": 0}
    task = ask(visitor, **question).json()
    assert task.keys() >= {"task", "state", "done", "total", "ahead"}
    answered(visitor, **question)
    assert ask(visitor, **question).json().keys() >= {"done", "total", "ahead"}


def test_a_task_is_cancelled_by_whoever_asked(visit):
    # Of short trials: whoever answers here hears of it between the blocks alone.
    long = {"ask": "rollout", "position": THROWN, "trials": 10_368, "turns": 2}
    anna, stranger = visit(), visit()
    task = ask(anna, **long).json()["task"]
    path = f"/api/study/tasks/{task}/cancel"
    assert stranger.post(path).json()["state"] != "cancelled"
    assert anna.post(path).json()["state"] == "cancelled"


def test_the_depth_of_the_page_is_that_of_the_analyst():
    from tavli.engine.analyst import DEEPEST
    from tavli.server.study.wire import MOST_DEPTH

    assert MOST_DEPTH == DEEPEST
