"""Pairs of GNU identifiers and position lines, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import reachable
from tavli.notation.errors import NotationError
from tavli.notation.gnu_line import find_gnu_line, match_id_of
from tavli.notation.match_id import MatchId, write_match_id
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.notation.position_id import write_position_id
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.rules import BACKGAMMON, Player

START = "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"

MOVED = "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:2,6:4,5:2"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "4HPwATDgc/ABMA:QYkqASAAIAAA",
            f"{START} b dice=5-2 cube=2@w score=2-4/9",
        ),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", f"{START} b cube=1@- score=0-0/0 jacoby"),
        ("4HPwATDgc/ABMA", f"{START} w"),
        (
            "Position ID: sGfwATDgc/ABMA\n   Match ID   : MAEgAgAAAAAA\n +13-14-15-16",
            f"{MOVED} w cube=1@- score=0-0/17",
        ),
        ("fourteenletter 4HPwATDgc/ABMA", f"{START} w"),
    ],
)
def test_identifiers_are_found_in_what_was_pasted(text, line):
    assert write_position(find_gnu_line(text)) == line


def test_a_match_id_far_behind_its_position_is_another_s():
    near, far = (f"4HPwATDgc/ABMA{' ' * gap}cAkAAAAAAAAA" for gap in (40, 41))
    assert find_gnu_line(near).turn is Player.BLACK
    assert write_position(find_gnu_line(far)) == f"{START} w"


def test_text_without_identifiers_is_left_to_others():
    assert find_gnu_line("portes 24:15 24:2 w") is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4HPwATDgc/ABMB", "last character is wrong"),
        ("4HPwATDgc/ABMA:YYkqASAAIAAA", "third player"),
        (f"4HPwATDgc/ABMA:{write_match_id(MatchId(doubled=True))}", "an offer waits"),
    ],
)
def test_wrong_identifiers_are_refused(text, words):
    with pytest.raises(NotationError, match=words):
        find_gnu_line(text)


scores = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
states = st.builds(
    LineState,
    cube=st.sampled_from([CubeState(1, None), CubeState(4, Player.BLACK)]),
    score=scores.map(lambda score: ScoreState(*score)),
    crawford=st.booleans(),
)


@given(reachable(st.just(BACKGAMMON)), st.sampled_from(Player), states)
def test_a_line_comes_back_from_its_identifiers(game, mover, state):
    line = PositionLine.of(BACKGAMMON, game[1], mover, state)
    pair = f"{write_position_id(line.position)}:{write_match_id(match_id_of(line))}"
    assert find_gnu_line(pair) == line


def test_a_cube_that_was_never_turned_is_nobody_s():
    match = write_match_id(MatchId(cube_value=1, cube_owner=Player.WHITE))
    line = find_gnu_line(f"4HPwATDgc/ABMA:{match}")
    assert line.state.cube == CubeState(1, None)
    assert read_position(write_position(line)) == line


def test_nobody_on_roll_has_no_match_id():
    with pytest.raises(NotationError, match="needs a player on roll"):
        match_id_of(read_position(f"{START} ?"))
