"""What can't be written is said before the work, not after it."""

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from matches import kept_matches
from tavli.cli.main import tavli
from tavli.cli.outputs import OutputFile, OutputFolder, keep_apart

MATCH = str(kept_matches()[0])
FILES = [
    ("analyse", MATCH, "--html"),
    ("analyse", MATCH, "--csv"),
    ("met", "measure", "portes", "--player", "pips", "--into"),
]
FOLDERS = [
    ("met", "table", "tavli", "--out"),
    ("openings", "portes", "--out"),
    ("tables", "build", "--folder"),
]
OTHERS = [
    ("openings", "portes", "--keep"),
    ("tables", "check", "--folder"),
    ("tables", "list", "--folder"),
    ("train", "fevga", "--folder"),
]


PLAIN = [
    ("analyse", MATCH, "--keep"),
    ("arena", "pips", "pips", "--keep"),
    ("dice", "verify"),
    ("met", "table", "tavli", "--rates"),
    ("play", "portes", "--record"),
    ("play", "--resume"),
    ("replay",),
    ("rollout", "portes 6:2 6:2 w", "--keep"),
]


@pytest.fixture(autouse=True)
def no_work(monkeypatch):
    """Let no command begin: what it does is a fault of the test."""

    def begin(*_: object, **__: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("tavli.cli.analyse._Work.run", begin)
    monkeypatch.setattr("tavli.search.measuring.measured", begin)
    monkeypatch.setattr("tavli.cli.met._rates", begin)
    monkeypatch.setattr("tavli.cli.openings._plan", begin)
    monkeypatch.setattr("tavli.cli.tables._build", begin)


def refusal(*arguments: str | Path) -> str:
    answer = CliRunner().invoke(tavli, [str(one) for one in arguments])
    assert answer.exit_code == 2, answer.exception
    return " ".join(answer.stderr.split())


@pytest.mark.parametrize("command", FILES)
def test_a_file_in_a_folder_that_is_not_there_is_refused_before_the_work(
    command, tmp_path
):
    folder = tmp_path / "nodir"
    assert f"there is no folder {folder}" in refusal(*command, folder / "out")


@pytest.mark.parametrize("command", FILES)
def test_a_device_is_not_written_over(command):
    assert f"{os.devnull} is no plain file" in refusal(*command, os.devnull)


@pytest.mark.parametrize("command", FOLDERS)
def test_a_folder_in_what_is_none_is_refused_before_the_work(command, tmp_path):
    (tmp_path / "file").touch()
    said = refusal(*command, tmp_path / "file" / "inside")
    assert f"{tmp_path / 'file'} is no folder" in said


@pytest.mark.parametrize("command", FILES + PLAIN)
def test_an_empty_text_is_no_file(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "name a file; an empty text is none." in refusal(*command, "")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("command", FOLDERS + OTHERS)
def test_an_empty_text_is_no_folder(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "name a folder; an empty text is none." in refusal(*command, "")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("command", FILES + FOLDERS)
def test_a_folder_that_is_closed_is_refused_before_the_work(
    command, tmp_path, monkeypatch
):
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    said = refusal(*command, tmp_path / "out")
    assert f"nothing can be written in {tmp_path}" in said


def test_what_can_be_written_is_let_through(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old").touch()
    for name in ("old", "new", str(tmp_path / "new")):
        assert OutputFile()(name) == Path(name)
    for name in (".", "new/deeper", str(tmp_path / "new/deeper")):
        assert OutputFolder()(name) == Path(name)


@pytest.mark.parametrize(
    ("first", "second"),
    [("--html", "--csv"), ("--html", "--keep"), ("--csv", "--keep")],
)
def test_two_outputs_of_one_name_are_refused(first, second, tmp_path):
    out = tmp_path / "out"
    same = tmp_path / "deeper" / ".." / "out"
    (tmp_path / "deeper").mkdir()
    said = refusal("analyse", MATCH, first, out, second, same)
    assert "are one file" in said
    assert not out.exists()


def test_a_report_does_not_replace_the_usual_answers(tmp_path, monkeypatch):
    answers = tmp_path / "answers.sqlite3"
    monkeypatch.setenv("TAVLI_ANSWERS", str(answers))
    asked = ("analyse", MATCH, "--csv", answers)
    assert "--csv and the answers are one file" in refusal(*asked)
    with pytest.raises(AssertionError, match="the work has begun"):
        CliRunner().invoke(tavli, [*map(str, asked), "--no-keep"], catch_exceptions=0)


def test_a_table_does_not_replace_the_rates_it_is_made_of(tmp_path):
    rates = tmp_path / "tavli.json"
    rates.write_text("{}", encoding="utf-8")
    asked = ("met", "table", "tavli", "--rates", rates, "--out", tmp_path)
    assert "is read, and is not written over" in refusal(*asked)


def test_outputs_of_two_names_are_let_through(tmp_path):
    keep_apart({"--html": tmp_path / "a", "--csv": tmp_path / "b", "--x": None}, [])
    with pytest.raises(click.UsageError, match="--html and --csv are one file"):
        keep_apart({"--html": tmp_path / "a", "--csv": tmp_path / "a"}, [])
