"""Positions rolled out for good: their files grow, and nets are compared with them."""

import json
import sys
from pathlib import Path

import pytest

from tavli.cli.alone import alone
from tavli.evaluation.chances import equity
from tavli.evaluation.house import raw_evaluator
from tavli.rules import find_ruleset

BENCHMARKS = str(Path(__file__).resolve().parent.parent / "benchmarks")
LINES = (
    "plakoto 24:15 24:15 w",
    "plakoto 24:8,19:4,18:1,15:2 24:5,21:2,20:3,19:2,15:3 w",
)


@pytest.fixture(autouse=True)
def _found():
    sys.path.insert(0, BENCHMARKS)
    yield
    sys.path.remove(BENCHMARKS)


@pytest.fixture
def run(monkeypatch):
    def start(program, *arguments: object) -> int:
        monkeypatch.setattr(sys, "argv", ["program", *map(str, arguments)])
        return program.main()

    return start


@pytest.fixture
def rolled(monkeypatch):
    """Let rollouts take no time; return the numbers of the positions rolled out."""
    import rolled_out

    numbers = []

    def roll_out(*facts: object):
        number = facts[-1]
        numbers.append(number)
        return rolled_out.RolledOut(LINES[0], number / 10, 0.01, 144, "out", "a net")

    monkeypatch.setattr(rolled_out, "roll_out", roll_out)
    return numbers


def test_a_file_goes_on_behind_its_last_line(run, rolled, tmp_path):
    import rolled_out

    words = ("--game", "plakoto", "--folder", tmp_path, "--positions")
    assert run(rolled_out, *words, 1) == 0
    before = (tmp_path / "plakoto.csv").read_text()
    assert run(rolled_out, *words, 3) == 0
    assert rolled == [0, 1, 2]
    assert (tmp_path / "plakoto.csv").read_text().startswith(before)
    rows = rolled_out.rolled_out(tmp_path / "plakoto.csv")
    assert [row.equity for row in rows] == [0, 0.1, 0.2]


@pytest.mark.usefixtures("rolled")
def test_two_do_not_write_to_one_file(run, tmp_path):
    import rolled_out

    with (
        alone(tmp_path / "plakoto.csv"),
        pytest.raises(SystemExit, match="another tavli works on"),
    ):
        run(rolled_out, "--game", "plakoto", "--folder", tmp_path)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text[:-2], "cut short: remove that line"),
        (lambda text: text + "plakoto 24:15,1.5\n", "can't be read"),
        (lambda text: text.replace("equity", "worth"), "can't be read"),
    ],
)
@pytest.mark.usefixtures("rolled")
def test_a_line_that_is_not_whole_is_named(run, tmp_path, spoil, said):
    import rolled_out

    path = tmp_path / "plakoto.csv"
    words = ("--game", "plakoto", "--folder", tmp_path, "--positions")
    run(rolled_out, *words, 1)
    path.write_text(spoil(path.read_text()))
    before = path.read_bytes()
    with pytest.raises(SystemExit, match=said):
        run(rolled_out, *words, 3)
    assert path.read_bytes() == before


def test_a_net_is_as_far_from_rollouts_as_they_say(run, tmp_path):
    import rolled_out
    import rollout_error

    rows = [
        rolled_out.RolledOut(line, 0.0, 0.003, 144, "in", "a net") for line in LINES
    ]
    net = raw_evaluator(find_ruleset("plakoto"))
    judged = equity(net.chances(rolled_out.boards_of(rows)))
    with (tmp_path / "plakoto.csv").open("w") as file:
        file.write(",".join(rolled_out.RolledOut._fields) + "\n")
        for line, worth, shift in zip(LINES, judged, (0.3, -0.4), strict=True):
            file.write(f'"{line}",{worth + shift:.6f},0.003,144,in,a net\n')
    told = tmp_path / "told.json"
    run(rollout_error, "--game", "plakoto", "--folder", tmp_path, "--json", told)
    figures = json.loads(told.read_text())
    assert figures["positions"] == 2
    assert figures["root_mean_square"]["mean"] == pytest.approx(0.125**0.5, abs=1e-4)
    assert figures["mean"] == pytest.approx(0.05, abs=1e-4)
    assert figures["largest"] == pytest.approx(0.4, abs=1e-4)
    assert figures["luck"] == {"in": 2}


def test_rollouts_that_nobody_made_are_asked_for(run, tmp_path):
    import rollout_error

    with pytest.raises(SystemExit, match=r"benchmarks/rolled_out\.py makes it"):
        run(rollout_error, "--game", "plakoto", "--folder", tmp_path)


def test_a_file_that_was_broken_off_before_its_first_line_is_no_damage(run, tmp_path):
    import rollout_error

    (tmp_path / "plakoto.csv").touch()
    with pytest.raises(SystemExit, match="nothing of plakoto is rolled out yet"):
        run(rollout_error, "--game", "plakoto", "--folder", tmp_path)
