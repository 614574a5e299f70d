"""The plot at the end of `tavli train`: drawn, or a sentence says why it is not."""

import sys

import pytest

from tavli.cli.train import _plot


def test_a_run_without_matplotlib_ends_with_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "tavli.training.plots", raising=False)
    _plot(tmp_path, "fevga")
    assert "A plot of the run needs matplotlib" in capsys.readouterr().err


def test_a_run_whose_log_is_gone_ends_with_a_sentence(tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="plots need the extra train")
    _plot(tmp_path, "fevga")
    assert "There is no plot of the run: can't read the log" in capsys.readouterr().err
