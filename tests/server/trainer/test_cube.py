"""Decisions about the cube are practised as plays are."""

import pytest

from server.trainer.test_trainer import DAY, bring, collect, next_of

MATCH_TEXT = """ 5 point match

 Game 1
 Anna : 0                            Babis : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2)  Doubles => 2                     Drops
      Wins 1 point
"""


def cube_exercise(visitor, *, side, text=MATCH_TEXT):
    """Take the one mistake of *side*, and return it as it is asked."""
    taken = collect(visitor, file=bring(visitor, text), side=side)
    assert taken["added"] == 1
    return next_of(visitor)["exercise"]


def answer(visitor, exercise, **body):
    return visitor.post(f"/api/trainer/{exercise['id']}", body)


def test_who_doubled_too_soon_is_asked_before_the_roll(visitor):
    exercise = cube_exercise(visitor, side="w")
    assert exercise["asks"] == "double"
    assert exercise["cube"] == {"offered": 2, "choices": ["roll", "double"]}
    position = exercise["position"]
    assert (position["turn"], position["dice"], position["graph"]) == ("w", None, None)
    assert exercise["on_board"] == position["position"]
    told = answer(visitor, exercise, choice="roll").json()
    assert (told["verdict"], told["played"], told["error"]) == ("best", "roll", 0)
    assert (told["best"], told["made"]) == ("roll", "double")
    assert (told["plays"], told["reasons"]) == ([], [])
    assert told["made_error"] > 0.04
    assert told["due"] - visitor.house.clock.now >= DAY


def test_who_passed_too_soon_is_asked_to_answer(visitor):
    exercise = cube_exercise(visitor, side="b")
    assert exercise["asks"] == "answer_double"
    assert exercise["cube"] == {"offered": 2, "choices": ["take", "drop"]}
    # He is shown his own side; it is the other one that rolls next.
    assert exercise["position"]["turn"] == "b"
    position = exercise["position"]["position"]
    assert exercise["on_board"] == position.replace(" b cube=", " w cube=")
    told = answer(visitor, exercise, choice="drop").json()
    assert told["verdict"] == "error"
    assert told["error"] == told["made_error"] > 0.04
    by_choice = {one["choice"]: one for one in told["options"]}
    assert set(by_choice) == {"take", "drop"}
    assert by_choice["take"]["error"] == 0
    assert by_choice["take"]["value"] > by_choice["drop"]["value"]
    assert (told["depth"], told["unit"]) == (0, "match")
    assert 0 < told["due"] - visitor.house.clock.now <= 10 * 60 * 1000


def test_a_beaver_is_a_choice_where_the_match_allows_it(visitor):
    record = "\n".join(
        (
            '{"tavli_record":1,"match":"abcd","game":"backgammon","length":"money",'
            '"options":{"bg.beaver":"on","bg.raccoon":"on"},'
            '"players":{"w":"Anna","b":"Babis"}}',
            '{"event":"game","number":1,"game":"backgammon","starter":null}',
            '{"event":"opening","white":3,"black":1}',
            '{"event":"play","by":"w","play":"6/3 6/5"}',
            '{"event":"roll","by":"b","dice":"3-1"}',
            '{"event":"play","by":"b","play":"24/20*"}',
            '{"event":"double","by":"w","cube":2}',
            '{"event":"drop","by":"b"}',
            '{"event":"game_end","winner":"w","points":1,"how":"drop","score":[1,0]}',
            "",
        )
    )
    exercise = cube_exercise(visitor, side="b", text=record)
    assert exercise["cube"]["choices"] == ["take", "drop", "beaver"]
    told = answer(visitor, exercise, choice="beaver").json()
    assert told["best"] == "beaver"
    assert told["unit"] == "points"


def test_both_sides_of_a_double_are_two_questions(visitor):
    file = bring(visitor, MATCH_TEXT)
    assert collect(visitor, file=file, side="w")["added"] == 1
    assert collect(visitor, file=file, side="b")["added"] == 1
    assert collect(visitor, file=file, side="b")["known"] == 1
    assert next_of(visitor)["total"] == 2


def test_who_gives_up_about_the_cube_is_shown_the_best(visitor):
    exercise = cube_exercise(visitor, side="b")
    told = answer(visitor, exercise, give_up=True).json()
    assert told["verdict"] == "shown"
    assert (told["played"], told["error"], told["best"]) == (None, None, "take")
    assert len(told["options"]) == 2


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"choice": "double"}, "no_such_choice"),
        ({"choice": "raccoon"}, "no_such_choice"),
        ({"choice": "accept"}, "bad_request"),
        ({"moves": ["8/5", "6/5"]}, "bad_request"),
        ({}, "bad_request"),
    ],
)
def test_what_cannot_be_done_about_the_cube_is_refused(visitor, body, error):
    exercise = cube_exercise(visitor, side="b")
    refused = answer(visitor, exercise, **body)
    assert (refused.status_code, refused.json()["error"]) == (400, error)
    assert next_of(visitor)["due"] == 1


def test_a_deeper_look_replaces_the_figures_of_the_cube(visitor):
    exercise = cube_exercise(visitor, side="b")
    file = exercise["origin"]["study"]
    assert collect(visitor, file=file, side="b", depth=1)["known"] == 1
    assert answer(visitor, exercise, choice="take").json()["depth"] == 1
