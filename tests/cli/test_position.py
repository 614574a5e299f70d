"""`tavli position`: a position in all its texts."""

import json

import pytest
from click.testing import CliRunner

from tavli.cli.main import tavli
from tavli.notation.errors import NotationError


def run(*arguments: str) -> str:
    result = CliRunner().invoke(tavli, ["position", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_the_board_is_drawn_and_the_line_is_canonical():
    lines = run("PLAKOTO", "20:1,24:14", "24:14,8:1", "w").splitlines()
    assert lines[0].split()[0] == "13"
    assert lines[-1] == "position: plakoto 24:14,20:1 24:14,8:1 w"


def test_backgammon_has_identifiers():
    start = "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"
    assert run(start).splitlines()[-5:-1] == [
        "GNU position ID: 4HPwATDgc/ABMA",
        "GNU match ID: MAEAAAAAAAAE",
        "XGID: XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10",
        "OGID: 11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:0:0",
    ]


def test_identifiers_are_read_too():
    found = json.loads(run("--json", "4HPwATDgc/ABMA:QYkqASAAIAAA"))
    assert found["GNU match ID"] == "QYkqASAAIAAE"  # no Jacoby in a match
    assert found["position"].endswith("b dice=5-2 cube=2@w score=2-4/9")


def test_an_xgid_is_found_in_what_was_pasted():
    pasted = "X to play\nXGID=-b----E-C---eE---c-e----B-:1:-1:-1:62:3:2:0:7:10\n"
    assert json.loads(run("--json", pasted))["position"].endswith(
        " w dice=6-2 cube=2@w score=2-3/7"
    )


def test_an_identifier_without_room_for_the_cube_is_left_out():
    line = "backgammon 24:15 24:15 w cube=131072@b"
    assert json.loads(run("--json", line)) == {
        "position": line,
        "GNU position ID": "AACA/z8AAID/Pw",
    }


def test_either_side_may_look():
    start = "plakoto 24:14,20:1 24:15 w"
    assert run(start).splitlines()[-2].startswith("O White")
    assert run(start, "--view", "b").splitlines()[-2].startswith("X Black")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("portes 24:16 24:2 w", "at most 15 checkers"),
        ("4HPwATDgc/ABMB", "last character is wrong"),
        ("what is this", "3 of these 4 fields"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(text, words):
    with pytest.raises(NotationError, match=words):
        run(text)
