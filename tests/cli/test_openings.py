"""`tavli openings`: plays of first rolls, on the screen and in files."""

import csv
import json

import pytest
from click.testing import CliRunner

from tavli.cli.main import tavli

SHORT = ("--roll", "3-1", "--roll", "6-6", "--trials", "144", "--turns", "2")


def run(*arguments: str):
    return CliRunner().invoke(tavli, ["openings", *arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    place = tmp_path_factory.mktemp("openings")
    keep, out = str(place / "keep"), str(place / "out")
    shown = run("portes", *SHORT, "--keep", keep, "--out", out)
    assert shown.exit_code == 0
    return place, shown.output


def test_the_best_known_opening_is_found(folders):
    place, shown = folders
    assert any(
        line.startswith("3-1") and line.endswith("8/5 6/5")
        for line in shown.splitlines()
    )
    rolls = json.loads((place / "out" / "portes.json").read_text())["rolls"]
    assert [row["roll"] for row in rolls] == ["3-1", "6-6"]
    best, second = rolls[0]["plays"][:2]
    assert rolls[0]["lead"] == pytest.approx(
        best["points"] - second["points"], abs=2e-5
    )
    assert rolls[0]["lead_error"] > 0
    assert best["points"] == pytest.approx(
        2 * best["win"] - 1 + best["double"] - best["lost_double"], abs=1e-4
    )


def test_both_files_hold_the_same_plays(folders):
    place, _ = folders
    fields = json.loads((place / "out" / "portes.json").read_text())
    with (place / "out" / "portes.csv").open() as file:
        lines = list(csv.DictReader(file))
    plays = [(row["roll"], play) for row in fields["rolls"] for play in row["plays"]]
    assert len(lines) == len(plays)
    for line, (roll, play) in zip(lines, plays, strict=True):
        assert line["roll"] == roll
        assert line["play"] == play["play"]
        assert float(line["points"]) == play["points"]


def test_what_is_kept_is_not_played_again(folders, monkeypatch):
    place, shown = folders
    monkeypatch.setattr("tavli.search.rollout.play_block", None)
    again = run("portes", *SHORT, "--keep", str(place / "keep"))
    assert shown.endswith(again.stdout)


def test_any_number_of_processes_gives_the_same(folders):
    _, shown = folders
    assert shown.endswith(run("portes", *SHORT, "--processes", "2").stdout)


def test_a_cluster_gives_the_same(folders, near_machines):
    _, shown = folders
    assert shown.endswith(run("portes", *SHORT, "--cluster", "local").stdout)
    assert near_machines == [("local", 1)]


def test_a_folder_of_another_study_is_refused(folders, capsys):
    place, _ = folders
    from tavli.cli.main import main

    wanted = ["openings", "portes", *SHORT, "--seed", "2", "--keep"]
    with pytest.raises(SystemExit, match="1"):
        main([*wanted, str(place / "keep")])
    assert "of this very rollout" in capsys.readouterr().err


def test_dice_are_checked():
    answer = run("portes", "--roll", "7-1")
    assert answer.exit_code == 2
    assert "dice are written like 6-1" in answer.output


def test_a_forced_roll_has_no_runner_up():
    """Fevga's 6-6 can only be played with the first checker, up to the runner."""
    answer = run("fevga", "--roll", "6-6", "--trials", "1", "--turns", "1", "--json")
    row = json.loads(answer.output)["rolls"][0]
    assert len(row["plays"]) == 1
    assert row["lead"] is None
