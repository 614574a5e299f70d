"""Mistakes are taken from matches, met again, graded, and come back when due."""

import time

import pytest

from tavli.server.study import pace

_PATIENCE = 240

MATCH_TEXT = """ 1 point match

 Game 1
 Anna : 0                            Babis : 0
  1) 31: 6/3 6/5                      66: 24/18(2) 13/7(2)
"""
DAY = 24 * 60 * 60 * 1000


def bring(visitor, text=MATCH_TEXT):
    visitor.post("/api/study/read", {"text": ""})
    headers = {
        "X-CSRFToken": visitor.http.cookies["csrftoken"],
        "Content-Type": "application/octet-stream",
    }
    made = visitor.http.post(
        "/api/study/files",
        content=text.encode(),
        params={"name": "evening.mat"},
        headers=headers,
    )
    return made.json()["file"]


def collect(visitor, **asked):
    """Wait for the analysis and return what was taken of it."""
    end = time.monotonic() + _PATIENCE
    while True:
        answer = visitor.post("/api/trainer/collect", asked)
        assert answer.status_code == 200, answer.text
        task = answer.json()["task"]
        if task is None:
            return answer.json()
        while is_under_way(visitor, task):
            assert time.monotonic() < end
            time.sleep(0.1)


def is_under_way(visitor, task):
    state = visitor.get(f"/api/study/tasks/{task}").json()["state"]
    assert state in ("waiting", "working", "done")
    return state != "done"


@pytest.fixture
def learner(visitor):
    """A visitor who made one mistake, and has it to practise."""
    file = bring(visitor)
    taken = collect(visitor, file=file, side="w")
    assert (taken["added"], taken["known"], taken["left_out"]) == (1, 0, 0)
    return visitor


def next_of(visitor, path="/api/trainer"):
    return visitor.get(path).json()


def play(visitor, *moves, **more):
    exercise = next_of(visitor, "/api/trainer?ahead=1")["exercise"]
    return visitor.post(f"/api/trainer/{exercise['id']}", {"moves": moves, **more})


def test_without_mistakes_there_is_nothing_to_practise(visitor):
    assert next_of(visitor) == {"total": 0, "due": 0, "next": None, "exercise": None}


def test_a_mistake_is_asked_without_its_answer(learner):
    state = next_of(learner)
    exercise = state["exercise"]
    assert (state["total"], state["due"]) == (1, 1)
    assert exercise["position"]["dice"] == [3, 1]
    assert exercise["position"]["graph"]["nodes"]
    assert exercise["origin"]["source"] == "file"
    assert (exercise["asks"], exercise["cube"]) == ("play", None)
    assert exercise["on_board"] == exercise["position"]["position"]
    shown = {"id", "asks", "position", "cube", "on_board", "origin"}
    assert set(exercise) == {*shown, "answered", "solved"}


def test_the_best_play_comes_back_in_days(learner):
    clock = learner.house.clock
    told = play(learner, "8/5", "6/5").json()
    assert (told["verdict"], told["played"], told["error"]) == ("best", "8/5 6/5", 0)
    assert told["best"] == "8/5 6/5"
    assert told["made"] == "6/3 6/5"
    assert told["made_error"] > 0.04
    assert told["counted"]
    wait = told["due"] - clock.now
    assert wait >= DAY
    state = next_of(learner)
    assert (state["due"], state["next"], state["exercise"]) == (0, told["due"], None)
    clock.pass_ms(wait)
    again = next_of(learner)["exercise"]
    assert (again["answered"], again["solved"]) == (1, 1)
    later = play(learner, "6/5", "8/5").json()
    assert later["due"] - clock.now > wait


def test_the_same_mistake_comes_back_in_minutes(learner):
    told = play(learner, "6/3", "6/5").json()
    assert told["verdict"] == "error"
    assert told["error"] == told["made_error"] > 0.04
    assert told["reasons"]
    assert 0 < told["due"] - learner.house.clock.now <= 10 * 60 * 1000


def test_a_play_that_no_analysis_kept_is_judged_beside_the_best(learner):
    shown = play(learner, give_up=True).json()["plays"][0]
    told = play(learner, "24/21", "24/23").json()
    assert told["verdict"] == "error"
    plays = {one["play"]: one for one in told["plays"]}
    assert told["played"] in plays
    assert told["error"] == plays[told["played"]]["error"]
    best = plays[told["best"]]
    assert best["play"] == shown["play"]
    assert best["value"] == pytest.approx(shown["value"], abs=1e-5)
    lost = best["value"] - plays[told["played"]]["value"]
    # One game to one point: what is lost is told in points, twice the chance.
    assert told["unit"] == "match"
    assert told["error"] == pytest.approx(lost, abs=0.02)


def test_what_was_sent_twice_counts_once(learner):
    first, second = (play(learner, "8/5", "6/5").json() for _ in range(2))
    assert first["counted"]
    assert not second["counted"]
    assert second["due"] == first["due"]


def test_who_gives_up_is_shown_the_best(learner):
    told = play(learner, give_up=True).json()
    assert told["verdict"] == "shown"
    assert (told["played"], told["error"]) == (None, None)
    assert told["plays"][0]["play"] == told["best"] == "8/5 6/5"


def test_taken_again_it_keeps_its_date_and_dropped_it_stays_away(learner):
    due = play(learner, "8/5", "6/5").json()["due"]
    file = next_of(learner, "/api/trainer?ahead=1")["exercise"]["origin"]["study"]
    again = collect(learner, file=file, side="w")
    assert (again["added"], again["known"]) == (0, 1)
    assert next_of(learner)["next"] == due
    exercise = next_of(learner, "/api/trainer?ahead=1")["exercise"]["id"]
    assert learner.post(f"/api/trainer/{exercise}/forget").json()["total"] == 0
    collect(learner, file=file, side="w")
    assert next_of(learner)["total"] == 0


def test_a_deeper_look_replaces_the_figures_alone(learner):
    file = next_of(learner)["exercise"]["origin"]["study"]
    assert collect(learner, file=file, side="w", depth=1)["known"] == 1
    assert play(learner, "8/5", "6/5").json()["depth"] == 1


def test_nobody_sees_the_mistakes_of_another(learner, visit):
    exercise = next_of(learner)["exercise"]["id"]
    other = visit()
    other.post("/api/study/read", {"text": ""})
    assert next_of(other)["total"] == 0
    for path in (f"/api/trainer/{exercise}", f"/api/trainer/{exercise}/forget"):
        assert other.post(path, {}).status_code == 404


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"moves": []}, "dice_left"),
        ({"moves": ["6/4", "6/5"]}, None),
        ({"moves": ["8/5"]}, None),
        ({"moves": ["8/5"] * 5}, "bad_request"),
        ({"moves": ["x"]}, "bad_request"),
        ({"moves": "8/5"}, "bad_request"),
        ({"choice": "take"}, "no_such_choice"),
        ({"moves": ["8/5", "6/5"], "choice": "roll"}, "no_such_choice"),
        ({"due": 0}, "bad_request"),
    ],
)
def test_what_is_no_play_is_refused_in_words(learner, body, error):
    exercise = next_of(learner)["exercise"]["id"]
    refused = learner.post(f"/api/trainer/{exercise}", body)
    assert refused.status_code == 400
    assert refused.json()["text"]
    if error is not None:
        assert refused.json()["error"] == error
    assert next_of(learner)["due"] == 1


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400),
        ({"file": "zzzzzzzzzzzz", "side": "w"}, 404),
        ({"match": "zzzzzzzzzzzz", "side": "w"}, 404),
        ({"file": "../etc", "side": "w"}, 400),
        ({"match": "zzzzzzzzzzzz", "depth": 9}, 400),
        ({"match": "zzzzzzzzzzzz", "side": "both"}, 400),
    ],
)
def test_a_match_that_is_not_there_gives_nothing(visitor, asked, status):
    refused = visitor.post("/api/trainer/collect", asked)
    assert refused.status_code == status
    assert refused.json()["text"]


def test_of_a_file_it_must_be_said_whose_mistakes(visitor):
    file = bring(visitor)
    refused = visitor.post("/api/trainer/collect", {"file": file})
    assert (refused.status_code, refused.json()["error"]) == (400, "whose_mistakes")


def test_of_a_match_of_the_house_they_are_ones_own(pair):
    pair.white_line.act("resign_match")
    taken = collect(pair.white, match=pair.match)
    assert taken["task"] is None
    stranger_side = pair.white.post("/api/trainer/collect", {"match": "zzzzzzzzzzzz"})
    assert stranger_side.status_code == 404


def test_exercises_are_taken_and_answered_at_a_pace(learner):
    exercise = next_of(learner)["exercise"]["id"]
    learner.house.clock.pass_ms(60_000)
    collecting = ("/api/trainer/collect", {"file": "zzzzzzzzzzzz", "side": "w"})
    for _ in range(pace.READ_BURST):
        assert learner.post(*collecting).status_code == 404
    for path, body in (collecting, (f"/api/trainer/{exercise}", {"give_up": True})):
        refused = learner.post(path, body)
        assert refused.status_code == 429
        assert refused.json()["error"] == "too_many_positions"
    learner.house.clock.pass_ms(1000)
    assert learner.post(*collecting).status_code == 404
    assert play(learner, give_up=True).json()["counted"]


def test_exercises_are_looked_at_at_a_pace(learner):
    exercise = next_of(learner)["exercise"]["id"]
    learner.house.clock.pass_ms(60_000)
    for _ in range(pace.READ_BURST):
        assert learner.get("/api/trainer").status_code == 200
    for refused in (
        learner.get("/api/trainer"),
        learner.post(f"/api/trainer/{exercise}/forget"),
    ):
        assert refused.status_code == 429
        assert refused.json()["error"] == "too_many_positions"
    learner.house.clock.pass_ms(1000)
    assert next_of(learner)["total"] == 1


def test_there_is_room_for_so_many(visitor, monkeypatch):
    monkeypatch.setattr("tavli.server.trainer.exercises.MOST", 0)
    taken = collect(visitor, file=bring(visitor), side="w")
    assert (taken["added"], taken["left_out"], taken["full"]) == (0, 1, True)


def test_a_match_is_taken_bit_by_bit(visitor, monkeypatch):
    monkeypatch.setattr("tavli.server.trainer.exercises.MOST_OF_MATCH", 1)
    text = MATCH_TEXT + "  2) 52: 13/8 13/11\n"
    file = bring(visitor, text)
    first, second, third = (collect(visitor, file=file, side="w") for _ in range(3))
    assert (first["added"], first["known"], first["left_out"]) == (1, 0, 1)
    assert (second["added"], second["known"], second["left_out"]) == (1, 1, 0)
    assert (third["added"], third["known"], third["left_out"]) == (0, 2, 0)
    # The worst was taken first, and is asked first.
    assert next_of(visitor)["exercise"]["position"]["dice"] == [3, 1]


def test_a_guest_who_practises_is_not_forgotten(learner, clock):
    from django.db import connection

    from tavli.server.housekeeping import tidy

    clock.pass_ms(400 * DAY)
    tidy(clock.now)
    tidy(clock.now)
    connection.close()
    assert next_of(learner)["total"] == 1
    # Its file is gone; the exercise needs it no more.
    assert play(learner, "24/21", "24/23").json()["verdict"] == "error"
