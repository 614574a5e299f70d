"""`tavli rollout`: exact where dice can be counted, honest where not."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import tavli.cli.rollout as rollout_command
from tavli.bots.arena import players
from tavli.bots.arena.players import PlayerError
from tavli.cli.main import tavli
from tavli.notation.errors import NotationError

START = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"
LAST = "portes 6:1 1:1 w"


def run(*arguments: str) -> str:
    wanted = ["rollout", *arguments, "--evaluator", "pips", "--no-tables"]
    result = CliRunner().invoke(tavli, wanted, catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def rows(*arguments: str) -> list:
    return json.loads(run(*arguments, "--json"))["rows"]


def test_a_position_before_the_roll():
    (row,) = rows(LAST, "--trials", "144")
    assert row["win"] == pytest.approx(27 / 36)
    assert row["points"] == pytest.approx(0.5)
    assert row["play"] == ""


def test_the_plays_of_a_roll_are_compared_from_the_side_that_plays():
    found = rows("portes 6:2,3:1 4:2 w dice=5-1", "--trials", "144")
    assert len(found) > 2
    assert found == sorted(found, key=lambda row: -row["points"])
    assert {"6/1 6/5", "6/off"} & {row["play"] for row in found}
    assert all(row["points"] < 0 for row in found)


def test_the_text_says_what_the_json_says():
    text = run(LAST, "--trials", "144")
    assert text.startswith("144 trials of pips, per cent:")
    assert "+0.5000" in text
    assert "75.00" in text


def test_the_progress_goes_as_far_as_is_played(monkeypatch):
    told = []
    monkeypatch.setattr("tavli.cli.rollout.tell", told.append)
    run(LAST, "--trials", "200")
    assert [text.partition(",")[0] for text in told] == ["144 of 288", "288 of 288"]


def test_a_chance_that_rounds_to_nothing_has_no_minus(monkeypatch):
    counted = rollout_command._rows
    monkeypatch.setattr(
        rollout_command,
        "_rows",
        lambda *given: [{**row, "draw": -1e-9} for row in counted(*given)],
    )
    shown = run(LAST, "--trials", "144")
    assert " 0.00" in shown
    assert "-0.00" not in shown


def test_what_was_kept_is_used_again(tmp_path):
    path = tmp_path / "kept"
    first = run(LAST, "--trials", "144", "--keep", str(path))
    assert run(LAST, "--trials", "144", "--keep", str(path)) == first
    more = run(LAST, "--trials", "288", "--keep", str(path))
    assert more.startswith("288 trials")


def test_the_result_is_the_same_on_a_cluster(near_machines, tmp_path):
    line = (LAST, "--trials", "288")
    there = run(*line)
    where = ("--cluster", "10.0.0.1:6379", "--keep", str(tmp_path / "kept"))
    assert run(*line, *where) == there
    assert near_machines == [("10.0.0.1:6379", 1)]
    assert run(*line, *where) == there


def test_the_trials_may_be_played_with_a_look_ahead():
    text = run("fevga 3:2,2:1 4:1,2:2 w", "--trials", "144", "--plies", "1")
    assert text.startswith("144 trials of pips 1-ply, luck by pips, per cent:")


def test_seeds_and_turns_make_a_difference_that_can_be_had_again():
    start = "fevga 24:15 24:15 w"
    once = rows(start, "--turns", "3", "--trials", "144", "--seed", "4")
    assert once == rows(start, "--turns", "3", "--trials", "144", "--seed", "4")
    assert once != rows(start, "--turns", "3", "--trials", "144", "--seed", "5")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("portes - 1:1 w", "the game is over"),
        ("portes 6:1 1:1 ?", "nobody is on roll"),
        ("chess", "a position line needs"),
        ("backgammon 6:1 1:1 w score=0-0/7 crawford", "one side needs one point"),
    ],
)
def test_what_cannot_be_rolled_out_is_refused(text, words):
    with pytest.raises(NotationError, match=words):
        run(text)


def test_an_evaluator_nobody_knows_is_refused():
    with pytest.raises(PlayerError, match="nonsense"):
        CliRunner().invoke(
            tavli,
            ["rollout", LAST, "--evaluator", "nonsense", "--no-tables"],
            catch_exceptions=False,
        )


def test_each_play_says_how_far_it_is_behind_the_best():
    best, *others = rows("portes 6:2,3:1 4:2 w dice=5-1", "--trials", "144")
    assert (best["behind"], best["joint_error"], best["jsd"]) == (0, 0, 0)
    for row in others:
        assert row["behind"] == pytest.approx(best["points"] - row["points"], abs=2e-6)
        joint = (best["points_error"] ** 2 + row["points_error"] ** 2) ** 0.5
        assert row["joint_error"] == pytest.approx(joint, abs=2e-6)


def test_with_the_cube_a_double_is_rolled_out_beside_none():
    line = ("backgammon 6:1 3:1 w cube=1@-", "--trials", "144", "--cube")
    found = rows(*line)
    assert {row["play"] for row in found} == {"no double", "double, take"}
    text = run(*line)
    assert "with the cube" in text
    assert "+1.0000  double, pass" in text


def test_at_a_score_plays_with_the_cube_are_worth_the_match():
    line = "backgammon 6:2 3:2 w dice=2-1 cube=1@- score=3-3/5"
    found = json.loads(run(line, "--trials", "144", "--cube", "--json"))
    assert (found["unit"], found["cube"]) == ("match", True)
    assert all(-1 <= row["points"] <= 1 for row in found["rows"])


class Torn:
    """Think that checkers on the 24 point cost games and win gammons."""

    name = "torn"

    def __init__(self, ruleset) -> None:
        self.ruleset = ruleset

    def chances(self, boards):
        mine, theirs = boards[:, 0, 24], boards[:, 1, 24]
        found = np.zeros((len(boards), 6), np.float32)
        found[:, 0] = 0.5 + 0.05 * (theirs - mine)
        found[:, 1] = 0.45 * mine * found[:, 0]
        found[:, 3] = 0.45 * theirs * (1 - found[:, 0])
        return found


@pytest.fixture
def torn(monkeypatch):
    """Let somebody judge to whom it matters whether gammons count."""
    monkeypatch.setattr(players, "make_evaluator", lambda _, ruleset: Torn(ruleset))


@pytest.mark.usefixtures("torn")
@pytest.mark.parametrize("roll", ["", "dice=6-4 "])
def test_without_the_cube_points_are_those_of_the_score_too(roll):
    def beyond_wins(fields):
        line = f"portes 24:2,13:5,8:3,6:5 13:8,8:3,6:4 w {roll}{fields}"
        found = rows(line, "--trials", "144", "--turns", "1")
        return max(abs(row["points"] - (2 * row["win"] - 1)) for row in found)

    assert beyond_wins("score=4-4/5") < 5e-6
    assert beyond_wins("score=0-0/5") > 1e-2
    assert beyond_wins("") > 1e-2


@pytest.mark.usefixtures("torn")
@pytest.mark.parametrize("choices", [(), ("--cube",), ("--cube", "--plies", "1")])
def test_the_candidates_are_those_of_the_score(choices):
    def best(fields):
        line = f"backgammon {START} dice=6-4 {fields}"
        few = ("--trials", "144", "--turns", "1", "--candidates", "1", *choices)
        (row,) = rows(line, *few)
        return row["play"]

    assert "24/" in best("score=4-4/5")
    assert "24/" not in best("score=0-0/25")
    assert "24/" in best("jacoby")
    assert "24/" not in best("")


def test_a_game_without_a_cube_has_none_to_roll_out():
    wanted = ["rollout", LAST, "--cube", "--evaluator", "pips", "--no-tables"]
    result = CliRunner().invoke(tavli, wanted)
    assert result.exit_code == 2
    assert "portes has no cube: leave --cube out" in result.output
