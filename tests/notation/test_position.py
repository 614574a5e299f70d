"""The position line: one position, one text; and what is wrong, in words."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import reachable
from tavli.notation.errors import NotationError
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.rules import PLAKOTO, Dice, Player, Position

CASES = Path(__file__).resolve().parents[1] / "data" / "cases"


@pytest.mark.parametrize(
    "text",
    [
        "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 ?",
        "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 ?",
        "plakoto 24:15 24:15 ?",
        "fevga 24:15 24:15 ?",
        "portes bar:1,24:2,13:5,6:4 24:2,13:5,8:3,6:5 b",
        "plakoto 24:13,23:1,17:1 24:14,8x b",
        "plakoto:mother_points=1 24:15 24:15 w",
        "fevga:mobility=classic 24:15 24:15 w",
        "fevga:runner=reach_12,front_set=12..7 24:15 24:15 w",
        "portes - 6:5 b",
    ],
)
def test_the_canonical_text_reads_and_writes_the_same(text: str):
    assert write_position(read_position(text)) == text


def test_every_position_of_the_cases_is_canonical():
    for file in CASES.glob("*.jsonl"):
        for row in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(row)
            lines = [case["position"], *(end["position"] for end in case["finals"])]
            assert [write_position(read_position(line)) for line in lines] == lines


@pytest.mark.parametrize(
    ("lenient", "canonical"),
    [
        (
            "PORTES 6:5,8:3,13:5,24:2 24:2, 13:5,  8:3, 6:5 W",
            "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w",
        ),
        ("plakoto 17:1,24:13,23:1 8X,24:14 B", "plakoto 24:13,23:1,17:1 24:14,8x b"),
        ("portes 6:4,BAR:1 24:2 w", "portes bar:1,6:4 24:2 w"),
        ("  fevga\t24:15  24:15   w\r\n", "fevga 24:15 24:15 w"),
        ("fevga:mobility=seed 24:15 24:15 w", "fevga 24:15 24:15 w"),
        (
            "plakoto:mother_rule=off, mother_points=1 24:15 24:15 w",
            "plakoto:mother_points=1,mother_rule=off 24:15 24:15 w",
        ),
        (
            "backgammon 24:2 24:2 w turn=3 crawford DICE=6-1 cube=2@B score=3-2/7",
            "backgammon 24:2 24:2 w dice=6-1 cube=2@b score=3-2/7 crawford turn=3",
        ),
    ],
)
def test_the_reader_is_lenient_about_order_blanks_and_case(lenient, canonical):
    assert write_position(read_position(lenient)) == canonical


def test_the_match_state_says_what_the_norm_s_example_says():
    line = read_position(
        "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w "
        "dice=6-1 cube=2@b score=3-2/7 crawford"
    )
    assert line.state == LineState(
        dice=Dice(6, 1),
        cube=CubeState(2, Player.BLACK),
        score=ScoreState(3, 2, 7),
        crawford=True,
    )


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "needs a game"),
        ("portes 24:2 24:2", 17, "3 of these 4 fields"),
        ("chess 24:2 24:2 w", 1, "the games are portes"),
        ("portes:jokers=2 24:2 24:2 w", 1, "portes has no option 'jokers'"),
        ("portes:jokers 24:2 24:2 w", 1, "written once, like a=b, not 'jokers'"),
        (
            "plakoto:mother_points=7 24:2 24:2 w",
            1,
            "mother_points is one of 2, 1, 3, not '7'",
        ),
        ("portes 24:16 24:2 w", 8, "at most 15 checkers, this one has 16"),
        ("portes 24:2 13:8,8:8 w", 13, "at most 15 checkers, this one has 16"),
        ("plakoto 24:15,8x 17:1 w", 9, "at most 15 checkers, this one has 16"),
        ("portes 25:1 24:2 w", 8, "no point 25"),
        ("portes 6:2,0:3 24:2 w", 12, "no point 0"),
        ("portes 6:2,6:3 24:2 w", 12, "6 is written twice"),
        ("plakoto 8x,8x 17:1 w", 12, "8x is written twice"),
        ("portes 6:0 24:2 w", 8, "without checkers is not written"),
        ("portes 6-2 24:2 w", 8, "'6-2' is not a point"),
        ("portes 6:2, 24:2 w", 19, "3 of these 4 fields"),
        ("portes 6:2,, 24:2 - w", 12, "'' is not a point"),
        ("portes 6:2 19:1 w", 8, "can't hold both colours"),
        ("fevga 6:1 18:1 w", 7, "can't hold both colours"),
        ("plakoto 6:2 19:1 w", 9, "neither checker there is written as pinned"),
        ("plakoto 6x 24:2 w", 9, "no opposing checker on top"),
        ("plakoto 6x 19x w", 9, "no opposing checker on top"),
        ("plakoto 6x,6:1 19:1 w", 9, "not alone on its point"),
        ("portes 6x 19:1 w", 8, "in portes nothing is pinned"),
        ("fevga bar:1 24:15 w", 7, "in fevga nothing is hit"),
        ("plakoto 24:15 bar:1 w", 15, "in plakoto nothing is hit"),
        ("portes - - w", 8, "both sides have borne off"),
        ("portes 6:2 24:2 x", 17, "the turn is w, b or ?"),
        ("portes 6:2 24:2 w dice=7-1", 24, "dice are written like 6-1"),
        ("portes 6:2 24:2 w dice=61", 24, "dice are written like 6-1"),
        ("portes 6:2 24:2 w cube=3@w", 24, "a power of two, not 3"),
        ("portes 6:2 24:2 w cube=1@w", 24, "belongs to nobody"),
        ("portes 6:2 24:2 w cube=2", 24, "a cube is written like"),
        ("portes 6:2 24:2 w score=3:2", 25, "a score is written like"),
        ("portes 6:2 24:2 w turn=0", 24, "turn= takes a number"),
        ("portes 6:2 24:2 w crawford=1", 19, "not a field of a position line"),
        ("portes 6:2 24:2 w moon", 19, "not a field of a position line"),
        ("portes 6:2 24:2 w crawford crawford", 28, "crawford is written twice"),
        ("πόρτες 6:2 24:2 w", 1, "not a character of this notation"),
        ("portes 6:2 24:2 w " + "x" * 1000, None, "at most 1,000 characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_column(text, column, words):
    with pytest.raises(NotationError) as refused:
        read_position(text)
    assert words in refused.value.reason
    assert refused.value.column == column


@given(reachable(), st.sampled_from(Player))
def test_every_reachable_position_is_read_as_it_was_written(game, mover):
    ruleset, position = game
    line = PositionLine.of(ruleset, position, mover)
    assert read_position(write_position(line)) == line
    assert line.position == position


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text):
    try:
        found = read_position(text)
    except NotationError:
        return
    assert read_position(write_position(found)) == found


@given(
    st.sampled_from(
        [
            "plakoto 24:13,23:1,17:1 24:14,8x b",
            "backgammon bar:1,24:2 24:2,6:5 w dice=6-1 cube=2@b score=3-2/7",
        ]
    ),
    st.data(),
)
def test_a_line_with_a_slip_is_read_canonically_or_refused(line, data):
    at = data.draw(st.integers(0, len(line) - 1))
    slip = data.draw(st.text("0123456789:,x@=-/wb? ", max_size=3))
    try:
        found = read_position(line[:at] + slip + line[at + 1 :])
    except NotationError:
        return
    assert read_position(write_position(found)) == found


def test_before_the_opening_roll_the_position_is_white_s():
    line = read_position("plakoto 24:14,20:1 24:15 ?")
    assert line.turn is None
    assert line.position.mover == line.white
    assert Position.start(PLAKOTO).mover == line.black
