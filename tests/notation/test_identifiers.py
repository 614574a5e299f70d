"""Identifiers of other programs: found, decoded, encoded, refused."""

import os
import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from gvformat import ogid

from match_states import reached
from tavli.notation.errors import NotationError
from tavli.notation.fibs_board import find_fibs_board, write_fibs_board
from tavli.notation.gnu_line import find_gnu_line, match_id_of
from tavli.notation.identifiers import (
    find_identifier,
    identifiers_of,
    read_any_position,
)
from tavli.notation.match_id import write_match_id
from tavli.notation.ogid import find_ogid, write_ogid
from tavli.notation.position import read_position, write_position
from tavli.notation.position_id import write_position_id
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.notation.xgid import read_xgid, write_xgid
from tavli.rules import (
    Player,
)

START = "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
FIBS = (
    "board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:"
    "2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)


def test_xgid_of_every_reached_state_is_read_back():
    for line in reached(2000, 1):
        assert read_xgid(write_xgid(line)) == line


def test_xgid_keeps_the_rules_of_money_play():
    money = LineState(cube=CubeState(1, None), score=ScoreState(0, 0, 0))
    for jacoby in (False, True):
        for beavers in (False, True):
            state = replace(money, jacoby=jacoby, beavers=beavers)
            line = replace(read_position(f"{START} b"), state=state)
            assert read_xgid(write_xgid(line)) == line


def test_ogid_of_every_reached_state_is_read_back():
    for line in reached(2000, 2):
        assert find_ogid(write_ogid(line)) == line


def test_fibs_board_of_every_reached_state_is_read_back():
    for line in reached(500, 3):
        found = find_fibs_board(write_fibs_board(line))
        if line.state.cube.value > 1 and line.state.cube.owner is None:
            assert found.state.cube == line.state.cube
        assert found == line


def test_gnu_identifiers_of_every_reached_state_are_read_back():
    for line in reached(2000, 4):
        match = write_match_id(match_id_of(line))
        found = find_gnu_line(f"{write_position_id(line.position)}:{match}")
        assert found == replace(line, state=found.state)
        assert found.state == replace(line.state, dice=found.state.dice)
        assert (found.state.dice is None) == (line.state.dice is None)
        if line.state.dice:
            assert found.state.dice.numbers == line.state.dice.numbers


def test_identifiers_are_those_of_gnu_backgammon():
    program = shutil.which("gnubg", path=f"{os.environ['PATH']}:/usr/games")
    if program is None:
        pytest.skip("needs GNU Backgammon, the program gnubg")
    lines = reached(150, 6)
    asked = "".join(f"set xgid {write_xgid(line)}\nshow board\n" for line in lines)
    answer = subprocess.run(
        [program, "-t", "-q", "-r"],
        input=f"set automatic game off\n{asked}",
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    shown = re.findall(r"Position ID: (\S+)\s+Match ID   : (\S+)", answer)
    given = {
        (write_position_id(line.position), write_match_id(match_id_of(line)))
        for line in lines
    }
    assert given <= set(shown)


def test_ogids_are_those_of_an_independent_library():
    for line in reached(1000, 5):
        mover, waiter = line.position.mover, line.position.waiter
        board = [
            mover.checkers[point] - (waiter.checkers[25 - point] if point else 0)
            for point in range(26)
        ]
        board[0], board[25] = waiter.checkers[25], mover.checkers[25]
        state, white = line.state, line.turn is Player.WHITE
        dice = state.dice
        expected = ogid.board_to_ogid(
            board,
            mover_is_white=white,
            cube_value=state.cube.value,
            cube_owner=state.cube.owner.value.upper() if state.cube.owner else "N",
            dice=(dice.first, dice.second) if dice else None,
            game_state="R" if dice else "C",
            score_white=state.score.white,
            score_black=state.score.black,
            match_length=state.score.target,
            crawford=state.crawford,
        )
        assert write_ogid(line) == expected


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8",
            "backgammon 24:1,23:1,13:4,11:1,8:3,6:5 24:2,13:4,8:2,7:2,6:5 b dice=1-6 "
            "cube=1@- score=0-0/0 jacoby beavers",
        ),
        (
            "White to play\nXGID=-b----E-C---eE---c-e----B-:1:-1:-1:62:3:2:0:7:10\n +",
            f"{START} w dice=6-2 cube=2@w score=2-3/7",
        ),
        (
            "see -b----E-C---eE---c-e----B-:0:0:1:00:6:2:1:7:10, please",
            f"{START} b cube=1@- score=2-6/7 crawford",
        ),
        (FIBS, f"{START} w dice=6-2 cube=1@- score=0-0/3"),
        (f"12 {FIBS}\r\n", f"{START} w dice=6-2 cube=1@- score=0-0/3"),
        (
            "11jjjjjhhhccccc:ooddddd88866666:N0N:65:W:IW:6:5:7C:42",
            f"{START} b dice=5-6 cube=1@- score=6-5/7 crawford",
        ),
        (
            "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:1:0",
            f"{START} ? cube=1@- score=0-0/1",
        ),
        ("Position ID: 4HPwATDgc/ABMA", f"{START} w"),
    ],
)
def test_an_identifier_is_found_in_any_text(text, line):
    found = find_identifier(text)
    assert write_position(found) == line
    assert read_any_position(text) == found


def test_a_position_line_is_no_identifier():
    line = f"{START} w dice=6-2"
    assert read_any_position(line) == read_position(line)
    assert find_identifier("nothing of the kind, 12:30:45") is None


def test_an_identifier_is_found_behind_the_name_of_its_game():
    xgid = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:62:3:2:0:7:10"
    text = f"Backgammon position: {xgid}"
    assert read_any_position(text) == find_identifier(xgid)


@pytest.mark.parametrize("tail", ["dice=7-1", "fourteenletter", "XGID=-b----E-C"])
def test_a_position_line_with_a_slip_is_refused_for_that(tail):
    line = f"{START} w {tail}"
    with pytest.raises(NotationError) as refused:
        read_any_position(line)
    with pytest.raises(NotationError) as expected:
        read_position(line)
    assert str(refused.value) == str(expected.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XGID=-b----E-C", "has 10 parts"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:62:0:0:0:7:10", "26 characters"),
        ("XGID=-b----E-C---eE---c-e----Z-:0:0:1:62:0:0:0:7:10", "'Z' can't be on"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:62:0:0:0:7:10", "turn of an XGID"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10", "an offer waits"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:7:10", "dice of an XGID"),
        ("XGID=-b----E-C---eE---c-e----B-:99:0:1:61:0:0:0:7:10", "never turned 99"),
        ("XGID=-b----O-C---eE---c-e----B-:0:0:1:61:0:0:0:7:10", "at most 15"),
        ("XGID=-b----E-C---eE---c-e----B-:0:5:1:61:0:0:0:7:10", "owner is 1"),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:x:0:0:7:10",
            "a number where 'x' stands",
        ),
        ("XGID=--------------------------:0:0:1:61:0:0:0:7:10", "borne off all"),
        ("XGID=A-------------------------:0:0:1:61:0:0:0:7:10", "'A' can't be on"),
        ("OGID=hello", "an OGID is written like"),
        ("0ccccc:66666888dddddo0:N0N:63:W:R:0:0:7", "other side's bar"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0O::B:D:0:0:7:0", "an offer waits"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N:77:B:R:0:0:7:0", "dice of an OGID"),
        ("11ccccchhhjjjjj:66666888dddddoo:N0N:61:B:R:0:0:7:0:3", "15 checkers"),
        ("board:You:him:3:0:0:0:-2:0", "50 numbers"),
        (FIBS.replace(":1:6:2:", ":1:9:2:"), "each from 1 to 6"),
        (FIBS.replace(":1:6:2:", ":0:6:2:"), "nobody is on roll"),
        (FIBS.replace("0:0:1:1:1:0:1:-1", "0:0:3:1:1:0:1:-1"), "power of two"),
        (FIBS.replace("0:0:1:1:1:0:1:-1", "0:0:2:1:1:1:1:-1"), "an offer waits"),
        (FIBS.replace("0:0:1:1:1:0:1:-1", "0:0:1:1:1:0:7:-1"), "colour"),
        (FIBS.replace(":5:0:3:", ":9:0:9:"), "at most 15"),
    ],
)
def test_a_wrong_identifier_is_refused_in_a_sentence(text, words):
    with pytest.raises(NotationError, match=words):
        find_identifier(text)


def test_what_an_identifier_cannot_say_is_left_out():
    jacoby = read_position(f"{START} w cube=1@- score=0-0/0 jacoby")
    assert "XGID" in identifiers_of(jacoby)
    assert "OGID" not in identifiers_of(jacoby)
    assert identifiers_of(read_position("plakoto 24:15 24:15 w")) == {}
    assert set(
        identifiers_of(read_position(START.replace("backgammon", "portes") + " w"))
    ) == {"GNU position ID"}
    huge = read_position(f"{START} w cube=4096@w")
    assert set(identifiers_of(huge)) == {
        "GNU position ID",
        "GNU match ID",
        "FIBS board",
    }


def test_all_four_lines_of_a_fibs_board_are_one_position():
    expected = find_fibs_board(FIBS)
    head, points = FIBS.split(":")[:6], FIBS.split(":")[6:32]
    tail = FIBS.split(":")[32:]
    turned = [str(int(number)) for number in reversed(points)]
    swapped = [str(-int(number)) for number in points]
    both = [str(-int(number)) for number in reversed(points)]
    for board, colour, direction in (
        (turned, 1, 1),
        (swapped, -1, -1),
        (both, -1, 1),
    ):
        rest = [str(colour), *tail[1:9], str(colour), str(direction), *tail[11:]]
        assert find_fibs_board(":".join((*head, *board, *rest))) == expected
