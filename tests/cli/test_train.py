"""`tavli train`: what it says when a run is stopped, and when it ends."""

import sys

import pytest
from click.testing import CliRunner

from tavli.cli import train as command
from tavli.cli.main import tavli
from tavli.cli.train import _plot


class Stopped:
    """A run that Ctrl-C stops at once; like a run it keeps a net, if anything."""

    games = 101


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        (True, "the same command goes on from the last checkpoint in {folder}"),
        (False, "nothing is kept before the first checkpoint: it begins anew"),
    ],
)
def test_a_stopped_run_says_what_is_left(tmp_path, monkeypatch, capsys, kept, said):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_run", lambda *_: Stopped)
    monkeypatch.setattr(command, "_follow", interrupted)
    if kept:
        (tmp_path / "net.safetensors").touch()
    line = ["fevga", "--folder", str(tmp_path), "--json"]
    assert command.train(line, standalone_mode=False) == 130
    told = f"Stopped after 101 games; {said.format(folder=tmp_path)}"
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "plan", ["/tmp", "../plans/fevga", "./fevga", "chess", "", ".", "fevga/"]
)
def test_a_plan_from_elsewhere_is_not_taken_for_a_shipped_one(plan, monkeypatch):
    monkeypatch.setattr(command, "_run", lambda *_: Stopped)
    answer = CliRunner().invoke(tavli, ["train", plan])
    assert answer.exit_code == 2
    said = " ".join(answer.stderr.split())
    assert "a .toml file or one of backgammon, backgammon-pruning, fevga," in said


def test_a_run_without_matplotlib_ends_with_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "tavli.training.plots", raising=False)
    _plot(tmp_path, "fevga")
    assert "A plot of the run needs matplotlib" in capsys.readouterr().err


def test_a_run_whose_log_is_gone_ends_with_a_sentence(tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="plots need the extra train")
    _plot(tmp_path, "fevga")
    assert "There is no plot of the run: can't read the log" in capsys.readouterr().err
