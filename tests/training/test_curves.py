"""Logs become curves, whatever stops a run has seen."""

import json

import numpy as np
import pytest

from tavli.training.curves import NAMES, Curves, LogError
from tavli.training.report import COUNTS, Outcomes, Report


def line(stage: str, games: int, loss: float = 0.5) -> str:
    figures = dict.fromkeys(NAMES, 0.25) | {"loss": loss}
    return json.dumps({"stage": stage, "games": games, **figures}) + "\n"


def test_rounds_are_averaged_and_stages_found(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(
        line("wins", 100, 1.0) + line("wins", 200, 0.5) + line("points", 300, 0.25)
    )
    curves = Curves.read(log, most=3)
    assert curves.games.tolist() == [100, 200, 300]
    assert curves.means["loss"].tolist() == [1.0, 0.5, 0.25]
    assert curves.stages == (("wins", 0), ("points", 200))
    assert Curves.read(log, most=1).means["loss"].tolist() == [
        pytest.approx((1.0 + 0.5 + 0.25) / 3)
    ]


def test_a_run_that_went_on_follows_the_one_before(tmp_path):
    for name, text in (("a", line("wins", 100, 1.0)), ("b", line("long", 50, 0.5))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "log.jsonl").write_text(text)
    score = {"games": 40, "opponent": "pips", "points": 1.0, "low": 0.9, "high": 1.1}
    (tmp_path / "b" / "scores.jsonl").write_text(json.dumps(score) + "\n")
    before, later = (Curves.read(tmp_path / name / "log.jsonl") for name in "ab")
    both = Curves.from_fields(before.followed_by(later).fields)
    assert both.games.tolist() == [100, 150]
    assert both.means["loss"].tolist() == [1.0, 0.5]
    assert both.stages == (("wins", 0), ("long", 100))
    assert both.scores["pips"].tolist() == [[140, 1.0, 0.9, 1.1]]


def test_what_was_played_anew_after_a_stop_counts_once(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(
        line("s", 100) + line("s", 200) + line("s", 150, 0.1) + '{"stage": "s", "ga'
    )
    curves = Curves.read(log)
    assert curves.games.tolist() == [100, 150]
    assert curves.means["loss"].tolist() == [0.5, 0.1]


def test_a_line_that_a_killed_run_left_is_no_round(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(line("s", 100) + line("s", 200)[:30])
    outcomes = Outcomes.of(np.zeros(COUNTS))
    report = Report("s", 300, 10, 0.5, 1e-3, 1.0, 1.0, 100.0, outcomes)
    report.log(log)
    report.log(log)
    assert log.read_text().count("\n") == 4
    assert Curves.read(log).games.tolist() == [100, 300]


def test_scores_against_fixed_opponents_stand_beside_the_log(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text(line("s", 100))
    score = {"games": 100, "opponent": "pips", "points": 0.5, "low": 0.4, "high": 0.6}
    (tmp_path / "scores.jsonl").write_text(json.dumps(score) + "\n")
    curves = Curves.read(log)
    assert {name: rows.tolist() for name, rows in curves.scores.items()} == {
        "pips": [[100, 0.5, 0.4, 0.6]]
    }
    assert Curves.from_fields(curves.fields).fields == curves.fields
    (tmp_path / "scores.jsonl").write_text("{}\n")
    with pytest.raises(LogError, match="line 1 is no score"):
        Curves.read(log)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "holds no round"),
        ("{}\n{}\n", "line 1 is no round"),
        (line("s", 1).replace("0.25", "NaN", 1) * 2, "line 1 is no round"),
    ],
)
def test_what_is_no_log_is_named(tmp_path, text, complaint):
    log = tmp_path / "log.jsonl"
    log.write_text(text)
    with pytest.raises(LogError, match=complaint):
        Curves.read(log)


def test_a_log_that_is_missing_is_named(tmp_path):
    with pytest.raises(LogError, match=r"can't read the log .*log\.jsonl"):
        Curves.read(tmp_path / "log.jsonl")


def test_a_picture_of_the_same_log_is_the_same(tmp_path):
    pytest.importorskip("matplotlib", reason="plots need the extra train")
    from tavli.training.plots import plot_run

    (tmp_path / "log.jsonl").write_text(line("wins", 100) + line("points", 200))
    score = {"games": 100, "opponent": "pips", "points": 0.5, "low": 0.4, "high": 0.6}
    (tmp_path / "scores.jsonl").write_text(json.dumps(score) + "\n")
    first = plot_run(tmp_path, "fevga").read_bytes()
    assert b"fevga: training" in first
    assert plot_run(tmp_path, "fevga").read_bytes() == first
