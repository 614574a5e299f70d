"""`tavli met`: tables from rates, and rates from games."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tavli.cli.main import tavli
from tavli.search import measuring
from tavli.search.rates import Rates, read_rates, write_rates

MADE_UP = {
    "portes": Rates(win=0.6, double=0.2, lost_double=0.1),
    "plakoto": Rates(win=0.5, double=0.3, lost_double=0.28, draw=0.02),
    "fevga": Rates(win=0.55, double=0.1, lost_double=0.07),
    "backgammon": Rates(win=0.5, double=0.13, lost_double=0.13),
}


@pytest.fixture
def rates(tmp_path):
    path = tmp_path / "rates.json"
    write_rates(path, MADE_UP)
    return str(path)


def run(*arguments: str):
    return CliRunner().invoke(tavli, ["met", *arguments], catch_exceptions=False)


def test_a_table_on_the_screen(rates):
    shown = run("table", "portes", "--to", "2", "--rates", rates).output
    assert "portes, starter: me, last winner: me" in shown
    assert "  1  60.00  72.00" in shown


def test_files_hold_the_same_rows(rates, tmp_path):
    out = tmp_path / "out"
    assert run("table", "tavli", "--rates", rates, "--out", str(out)).exit_code == 0
    fields = json.loads((out / "tavli.json").read_text())
    with (out / "tavli.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == len(fields["rows"]) == 4 * 7 * 7
    for line, row in zip(lines, fields["rows"], strict=True):
        assert line == {key: str(value) for key, value in row.items()}
    assert fields["rates"]["portes"]["win"] == 0.6
    level = [
        row["chance"]
        for row in fields["rows"]
        if row["starter"] == "nobody" and row["mine"] == row["theirs"]
    ]
    assert level == pytest.approx([0.5] * 7)


def test_backgammon_has_a_table_with_the_cube(rates):
    shown = run("table", "backgammon", "--to", "3", "--rates", rates).output
    assert "backgammon, crawford: to come" in shown
    assert "backgammon, crawford: over" in shown
    assert "  1  50.00  68.50  75" in shown


def test_without_the_crawford_game_the_table_is_another(rates, tmp_path):
    out = ("--to", "3", "--rates", rates, "--out", str(tmp_path))
    run("table", "backgammon", *out)
    usual = json.loads((tmp_path / "backgammon.json").read_text())["rows"]
    run("table", "backgammon", *out, "--option", "bg.crawford=off")
    found = json.loads((tmp_path / "backgammon.json").read_text())["rows"]
    assert [row["crawford"] for row in found] == ["left out"] * 9
    over = {
        (row["mine"], row["theirs"]): row["chance"]
        for row in usual
        if row["crawford"] == "over"
    }
    near = [row for row in found if 1 in (row["mine"], row["theirs"])]
    assert {(row["mine"], row["theirs"]): row["chance"] for row in near} == over
    shown = run("table", "backgammon", *out[:4], "--option", "bg.crawford=off").output
    assert "backgammon, crawford: left out" in shown


def test_house_rules_change_the_table(rates):
    usual = run("table", "portes", "--to", "2", "--rates", rates)
    other = run(
        *("table", "portes", "--to", "2", "--rates", rates),
        *("--option", "starter_next=loser"),
    )
    assert usual.output != other.output
    wrong = run("table", "portes", "--rates", rates, "--option", "nonsense=1")
    assert wrong.exit_code == 1
    assert "no option 'nonsense'" in wrong.output


def test_rates_that_are_missing_are_named(tmp_path):
    path = tmp_path / "few.json"
    write_rates(path, {"portes": MADE_UP["portes"]})
    for game in ("tavli", "backgammon"):
        refused = run("table", game, "--rates", str(path))
        assert refused.exit_code == 1
        assert "no rates for" in refused.output


def test_games_are_counted_into_a_file_of_rates(monkeypatch, rates):
    monkeypatch.setattr(measuring, "BLOCK", 40)
    answer = run(
        *("measure", "fevga", "--games", "50", "--player", "pips", "--into", rates)
    )
    fields = json.loads(answer.output)
    assert fields["games"] == 80
    known = read_rates(Path(rates))
    assert known["portes"] == MADE_UP["portes"]
    assert known["fevga"].win == fields["win"]
    assert known["fevga"].source == "pips 0-ply, 80 games, seed 1"


def test_what_another_count_wrote_meanwhile_is_kept(monkeypatch, rates):
    count = measuring.measured

    def slow(*arguments: object) -> Rates:
        write_rates(Path(rates), {**MADE_UP, "plakoto": MADE_UP["portes"]})
        return count(*arguments)

    monkeypatch.setattr(measuring, "BLOCK", 40)
    monkeypatch.setattr(measuring, "measured", slow)
    run(*("measure", "fevga", "--games", "40", "--player", "pips", "--into", rates))
    assert read_rates(Path(rates))["plakoto"] == MADE_UP["portes"]
    assert read_rates(Path(rates))["fevga"] != MADE_UP.get("fevga")


def test_a_count_that_is_broken_off_says_so_and_changes_nothing(monkeypatch, rates):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(measuring, "measured", interrupted)
    before = Path(rates).read_bytes()
    result = CliRunner().invoke(
        tavli,
        ["met", "measure", "fevga", "--player", "pips", "--into", rates],
        standalone_mode=False,
    )
    assert result.return_value == 130
    assert "broken off; what was counted is lost" in result.stderr
    assert Path(rates).read_bytes() == before


@pytest.mark.parametrize("option", ["mother_points", "a=1", "starter_next=loser"])
def test_a_house_rule_is_one_key_and_one_value(rates, option):
    twice = ["--option", option] * (1 + (option == "starter_next=loser"))
    result = run("table", "plakoto", "--rates", rates, *twice)
    assert result.exit_code != 0
    assert "option" in result.output
    assert "Traceback" not in result.output
