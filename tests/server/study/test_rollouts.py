"""Rollouts: with the cube, remembered with their settings, and in the record."""

import io
import time
from importlib import import_module
from types import SimpleNamespace

import msgspec
import pytest
from django.db import OperationalError

from server.study.test_matches import MATCH_TEXT, bring
from server.study.test_questions import ENDING, answered
from tavli.formats.record import read
from tavli.formats.record_rollout import rollouts_of
from tavli.server.study import pace
from tavli.server.study.wire import RolledOut

WITHOUT = ENDING.replace("dice=2-1 ", "")
PLAYS = ["2/off 1/off", "2/off 2/1"]
_PATIENCE = 60


def rolled(visitor, **choices):
    question = {"position": ENDING, "plays": PLAYS, "trials": 144} | choices
    return answered(visitor, ask="rollout", **question)


def kept(visitor, position=ENDING):
    found = visitor.get("/api/study/rollouts", params={"position": position})
    assert found.status_code == 200, found.text
    return found.json()["rollouts"]


@pytest.fixture
def reader(visitor):
    """A visitor whose token is known."""
    visitor.post("/api/study/read", {"text": ""})
    return visitor


def test_plays_are_rolled_out_with_the_cube(visitor):
    plain, cubed = rolled(visitor), rolled(visitor, cube=True)
    assert (plain.get("cube", False), cubed["cube"]) == (False, True)
    assert cubed["plays"][0]["play"] == "2/off 1/off"
    second = cubed["plays"][1]
    assert second["joint"] >= second["equity_error"]


def test_before_the_roll_a_double_stands_beside_none(visitor):
    found = rolled(visitor, position=WITHOUT, plays=[], cube=True)
    assert {row["choice"] for row in found["plays"]} == {"no_double", "double_take"}
    assert found["price"] == 1
    assert found["plays"][0]["error"] == 0


def test_at_a_score_it_is_told_in_chances_of_the_match(visitor):
    line = f"{WITHOUT} score=3-4/7"
    found = rolled(visitor, position=line, plays=[], cube=True)
    assert found["unit"] == "match"
    assert all(-1 <= row["equity"] <= 1 for row in found["plays"])


def test_trials_are_whole_blocks_and_told_so(visitor):
    found = [rolled(visitor, trials=trials) for trials in (36, 144)]
    assert [(one["trials"], one["wanted"]) for one in found] == [(144, 144)] * 2
    assert kept(visitor) == found[:1]
    assert rolled(visitor, trials=145)["wanted"] == 288


def test_a_rollout_is_never_further_than_it_goes(reader):
    question = {"ask": "rollout", "position": ENDING, "plays": PLAYS, "trials": 36}
    asked = {"question": question}
    answered(reader, **question)
    task = reader.post("/api/study/tasks", asked).json()
    assert (task["done"], task["total"]) == (144, 144)


def test_the_blocks_are_those_of_the_rollouts():
    from tavli.search.trial_dice import BLOCK
    from tavli.server.study.wire import TRIALS_AT_ONCE

    assert TRIALS_AT_ONCE == BLOCK


def test_where_there_is_no_cube_none_is_played_with(visitor):
    line = "portes 2:2,1:1 3:2,1:1 w dice=2-1"
    assert not rolled(visitor, position=line, cube=True).get("cube", False)


def test_a_finished_rollout_is_remembered_with_its_settings(visit):
    anna, babis = visit(), visit(language="el")
    assert kept(anna) == []
    found = rolled(anna, seed=5, turns=7, error=0.5)
    (again,) = kept(babis)
    assert again == found
    assert (again["seed"], again["turns"], again["aim"]) == (5, 7, 0.5)
    assert again["by"]
    assert kept(babis, WITHOUT) == []


def test_the_same_rollout_is_remembered_once(visitor):
    for _ in range(2):
        rolled(visitor)
    rolled(visitor, seed=1)
    assert sorted(one["seed"] for one in kept(visitor)) == [0, 1]


def test_of_equal_rollouts_of_a_position_the_oldest_are_forgotten(visitor, monkeypatch):
    monkeypatch.setattr("tavli.server.rollouts.MOST_OF_ONE", 2)
    for seed in range(3):
        visitor.house.clock.pass_ms(1000)
        rolled(visitor, seed=seed)
    assert [one["seed"] for one in kept(visitor)] == [2, 1]


@pytest.fixture
def remember(visitor, monkeypatch):
    """Return what remembers a rollout that was played with other settings."""
    from tavli.server.models import KeptRollout
    from tavli.server.rollouts import keep_rollout

    monkeypatch.setattr("tavli.server.rollouts.MOST_OF_ONE", 2)
    found = msgspec.convert(rolled(visitor), RolledOut)
    KeptRollout.objects.all().delete()

    def remember(rows=2, **settings):
        visitor.house.clock.pass_ms(1000)
        plays = found.plays[:rows]
        other = msgspec.structs.replace(found, plays=plays, **settings)
        keep_rollout(msgspec.json.encode(other), visitor.house.clock())

    return remember


@pytest.mark.parametrize("less", [{"trials": 36}, {"turns": 50}, {"rows": 1}])
def test_short_rollouts_do_not_drive_a_long_one_out(visitor, remember, less):
    remember(seed=7)
    for seed in range(3):
        remember(seed=seed, **less)
        # What was just played stands there after a reload, until the next comes.
        assert [one["seed"] for one in kept(visitor)] == [seed, 7]


def test_a_longer_rollout_takes_the_place_of_a_shorter_one(visitor, remember):
    for seed, trials in enumerate((36, 144, 1296)):
        remember(seed=seed, trials=trials)
    assert [one["seed"] for one in kept(visitor)] == [2, 1]


def test_what_is_not_finished_is_not_remembered(visitor):
    question = {"ask": "rollout", "position": ENDING, "plays": PLAYS, "trials": 10_368}
    task = visitor.post("/api/study/tasks", {"question": question}).json()["task"]
    visitor.post(f"/api/study/tasks/{task}/cancel")
    assert kept(visitor) == []


def test_a_rollout_that_can_not_be_remembered_is_answered(visitor, monkeypatch):
    def refuse(*_):
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("tavli.server.api.study.keep_rollout", refuse)
        found = rolled(visitor)
    assert found["plays"][0]["play"] == "2/off 1/off"
    assert kept(visitor) == []
    assert rolled(visitor) == found  # which the desk still knows
    assert kept(visitor) == [found]


def test_no_position_has_no_rollouts(visitor):
    refused = visitor.get("/api/study/rollouts", params={"position": "portes"})
    assert (refused.status_code, refused.json()["error"]) == (400, "bad_position")


def test_rollouts_are_looked_up_at_a_pace(reader):
    for _ in range(pace.READ_BURST):
        assert kept(reader) == []
    refused = reader.get("/api/study/rollouts", params={"position": ENDING})
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many_positions")
    reader.house.clock.pass_ms(1000)
    assert kept(reader) == []


def test_a_rollout_of_a_match_stands_in_its_record(reader):
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    walk = reader.get(f"/api/study/file/{file}").json()
    assert "rollouts" not in walk
    position = walk["steps"][1]["position"]
    found = rolled(reader, position=position, plays=["8/5 6/5", "24/20"], turns=1)
    walk = reader.get(f"/api/study/file/{file}").json()
    assert walk["rollouts"] == [found]

    written = reader.get(f"/api/study/file/{file}/export").content
    ((event, rollout),) = rollouts_of(read(io.BytesIO(written)))
    assert event == 1
    assert (rollout.position, rollout.trials, rollout.turns) == (position, 144, 1)
    assert [row.play for row in rollout.rows] == [one["play"] for one in found["plays"]]
    comment = reader.get(f"/api/study/file/{file}/export", params={"as": "sgf"}).text
    assert "C[Rollout by" in comment


def test_rollouts_that_counted_gammons_against_jacobys_rule_are_forgotten(remember):
    from django.apps import apps
    from django.db import connection

    from tavli.server.models import KeptRollout

    turned = ENDING.replace("1@-", "2@w")
    still_right = [ENDING, f"{turned} jacoby"]
    for line in (*still_right, f"{ENDING} jacoby"):
        remember(position=line)
    step = import_module("tavli.server.migrations.0006_jacoby_rollouts")
    step.forget(apps, SimpleNamespace(connection=connection))
    rows = KeptRollout.objects.values_list("position", flat=True)
    assert sorted(rows) == sorted(still_right)


def test_a_record_brings_its_rollouts_along(reader):
    from tavli.server.models import KeptRollout

    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    position = reader.get(f"/api/study/file/{file}").json()["steps"][1]["position"]
    found = rolled(reader, position=position, plays=["8/5 6/5", "24/20"], turns=1)
    written = reader.get(f"/api/study/file/{file}/export").content
    KeptRollout.objects.all().delete()

    again = bring(reader, written, name="again.tavli").json()["file"]
    walk = reader.get(f"/api/study/file/{again}").json()
    (brought,) = walk["rollouts"]
    assert msgspec.convert(brought, RolledOut) == msgspec.convert(found, RolledOut)
    # What a file says of a position is not believed of the position elsewhere.
    assert kept(reader, position) == []
    # It is written once more, and once.
    once_more = reader.get(f"/api/study/file/{again}/export").content
    assert len(rollouts_of(read(io.BytesIO(once_more)))) == 1


def test_rollouts_of_plays_that_nobody_can_make_are_not_shown(reader):
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    position = reader.get(f"/api/study/file/{file}").json()["steps"][1]["position"]
    rolled(reader, position=position, plays=["8/5 6/5"], turns=1)
    written = reader.get(f"/api/study/file/{file}/export").content
    spoiled = written.replace(b'"play":"8/5 6/5","value"', b'"play":"8/2","value"')
    assert spoiled != written
    again = bring(reader, spoiled, name="again.tavli").json()["file"]
    walk = reader.get(f"/api/study/file/{again}").json()
    seen = [row["play"] for one in walk["rollouts"] for row in one["plays"]]
    assert seen == ["8/5 6/5"]  # ours, which the house remembers


def test_a_rollout_that_tells_of_one_play_twice_is_not_shown(reader):
    # The page keeps its rows apart by their plays.
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    position = reader.get(f"/api/study/file/{file}").json()["steps"][1]["position"]
    rolled(reader, position=position, plays=["8/5 6/5", "24/20"], turns=1)
    written = reader.get(f"/api/study/file/{file}/export").content
    twice = written.replace(b'"play":"24/20","value"', b'"play":"8/5 6/5","value"')
    assert twice != written
    again = bring(reader, twice, name="again.tavli").json()["file"]
    (shown,) = reader.get(f"/api/study/file/{again}").json()["rollouts"]
    assert {row["play"] for row in shown["plays"]} == {"8/5 6/5", "24/20"}


def test_rollouts_of_a_file_ask_nothing_of_the_rules_once_it_is_read(
    reader, monkeypatch
):
    # Thousands of them fit into a file, and a page that shows it holds a thread of
    # the server for as long as their plays are looked for.
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    position = reader.get(f"/api/study/file/{file}").json()["steps"][1]["position"]
    rolled(reader, position=position, plays=["8/5 6/5"], turns=1)
    lines = reader.get(f"/api/study/file/{file}/export").content.splitlines()
    (note,) = (line for line in lines if b'"rollout"' in line)
    seeds = (note.replace(b'"seed":0', b'"seed":%d' % k) for k in range(1, 4))
    many = b"\n".join((*lines[:3], *seeds, *lines[3:]))
    monkeypatch.setattr("tavli.server.study.rolled_notes.MOST_TOLD", 2)
    again = bring(reader, many, name="again.tavli").json()["file"]

    monkeypatch.delattr("tavli.server.study.rolled_notes.resolve_play")
    walk = reader.get(f"/api/study/file/{again}")
    assert walk.status_code == 200
    assert sorted(one["seed"] for one in walk.json()["rollouts"]) == [0, 1, 2]


def test_an_analysis_of_a_match_with_rollouts_is_what_it_was(reader):
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    position = reader.get(f"/api/study/file/{file}").json()["steps"][1]["position"]
    rolled(reader, position=position, plays=["8/5 6/5"], turns=1)
    written = reader.get(f"/api/study/file/{file}/export").content
    again = bring(reader, written, name="again.tavli").json()["file"]
    question = {"ask": "match", "file": again, "depth": 0}
    task = reader.post("/api/study/tasks", {"question": question}).json()
    end = time.monotonic() + _PATIENCE
    while task["state"] in ("waiting", "working"):
        assert time.monotonic() < end
        time.sleep(0.05)
        task = reader.get(f"/api/study/tasks/{task['task']}").json()
    assert task["state"] == "done"
    assert len(task["answer"]["games"]) == 1
