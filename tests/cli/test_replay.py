"""`tavli replay`: files by name and line, an exit status, and never a traceback."""

import json
import random
import sys

import pytest
from click.testing import CliRunner

from matches import kept_matches
from records import tavli_record, text_of
from spoiling import damage
from tavli.cli.main import tavli
from tavli.cli.replay import _progress

GOOD = next(path for path in kept_matches() if path.stem == "galaxy-18")
WRONG = """ 3 point match

 Game 1
 Anna : 0                      Basil : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
  2) 61: 13/7 8/6
      Wins 1 point
"""


def run(*arguments: object) -> tuple[int, str]:
    # As the command's own main runs it: the status is the return value.
    result = CliRunner().invoke(
        tavli, ["replay", *map(str, arguments)], standalone_mode=False
    )
    assert result.exception is None
    return result.return_value, result.output


def test_a_right_file_has_a_summary_and_status_zero():
    status, output = run(GOOD)
    assert status == 0
    assert output == f"{GOOD}: backgammon to 3, 4 games, 2-3, finished: no complaint\n"


def test_a_wrong_file_names_line_and_game_and_has_status_one(tmp_path):
    path = tmp_path / "wrong.mat"
    path.write_text(WRONG, encoding="utf-8")
    status, output = run(path, GOOD)
    assert status == 1
    lines = output.splitlines()
    assert lines[0].startswith(f"{path}:6: game 1: '61: 13/7 8/6': 8/6 is not legal")
    assert lines[1].endswith("1 complaint")
    assert lines[-1] == "2 files, 1 with complaints"


def test_our_own_record_is_replayed_too(tmp_path):
    path = tmp_path / "match.tavli"
    path.write_text(text_of(tavli_record()), encoding="utf-8")
    status, output = run(path)
    assert status == 0
    assert "tavli to 3" in output


def test_json_has_one_object_a_file(tmp_path):
    path = tmp_path / "wrong.mat"
    path.write_text(WRONG, encoding="utf-8")
    status, output = run("--json", GOOD, path)
    assert status == 1
    good, wrong = map(json.loads, output.splitlines())
    assert (good["score"], good["finished"], good["complaints"]) == ([2, 3], True, [])
    (complaint,) = wrong["complaints"]
    assert (complaint["game"], complaint["line"]) == (1, 6)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "this file is empty"),
        (b"\x7fELF\0\0", "no text file"),
        (b'{"tavli_record":9}', "column 2: this record is of version 9"),
        (b"{", "column 2: this is not JSON"),
    ],
)
def test_a_file_that_is_no_match_is_a_complaint_in_one_sentence(
    tmp_path, content, words
):
    path = tmp_path / "odd"
    path.write_bytes(content)
    status, output = run(path)
    assert status == 1
    assert words in output
    assert len(output.splitlines()) == 1


def test_a_missing_file_does_not_keep_the_others_from_being_replayed(tmp_path):
    status, output = run(tmp_path / "none.mat", tmp_path, GOOD)
    assert status == 1
    assert "No such file" in output
    assert "a folder, not a file" in output
    assert "no complaint" in output


@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_record_never_crashes_the_command(tmp_path, seed):
    path = tmp_path / "damaged.tavli"
    text = text_of(tavli_record()).encode()
    path.write_bytes(damage(text, random.Random(seed)))
    status, output = run(path)
    assert status in (0, 1)
    assert output


def test_a_terminal_sees_how_many_of_many_files_are_done(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for done, total in ((3, 50), (None, 50), (1, 2)):
        _progress(done, total)
    shown = capsys.readouterr().err
    assert [text.strip() for text in shown.split("\r")] == [
        "",
        "3 of 50 files",
        "",
        "",
        "",
    ]
