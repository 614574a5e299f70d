"""GNU Backgammon's identifiers, against ones that the program itself printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boards import reachable
from tavli.notation.errors import NotationError
from tavli.notation.match_id import (
    GameState,
    MatchId,
    OfferedStake,
    read_match_id,
    write_match_id,
)
from tavli.notation.position import PositionLine, read_position, write_position
from tavli.notation.position_id import read_position_id, write_position_id
from tavli.rules import BACKGAMMON, FEVGA, PLAKOTO, PORTES, Dice, Player, Position


@pytest.mark.parametrize("ruleset", [BACKGAMMON, PORTES])
def test_the_start_has_the_identifier_that_everybody_knows(ruleset):
    assert write_position_id(Position.start(ruleset)) == "4HPwATDgc/ABMA"
    assert read_position_id("4HPwATDgc/ABMA", ruleset) == Position.start(ruleset)


def test_the_side_that_is_not_on_roll_stands_first():
    # What the program shows after an opening 3-1 played 8/5 6/5.
    position = read_position_id("sGfwATDgc/ABMA", BACKGAMMON)
    line = PositionLine.of(BACKGAMMON, position, Player.BLACK)
    assert write_position(line) == (
        "backgammon 24:2,13:5,8:2,6:4,5:2 24:2,13:5,8:3,6:5 b"
    )


@given(reachable(st.sampled_from([BACKGAMMON, PORTES])))
def test_every_position_is_read_as_it_was_written(game):
    ruleset, position = game
    text = write_position_id(position)
    assert len(text) == 14
    assert read_position_id(text, ruleset) == position


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4HPwATDgc/ABM", "has 14 characters"),
        ("4HPwATDgc/ABM!", "aren't Base64"),
        ("4HPwATDgc/ABMB", "last character is wrong"),
        ("//////////8/AA", "at most 15 checkers"),
        ("AACAgAAAAAAAgA", "behind the end of this GNU position ID"),
    ],
)
def test_a_wrong_position_id_is_refused_in_a_sentence(text, words):
    with pytest.raises(NotationError, match=words):
        read_position_id(text, BACKGAMMON)


def test_both_colours_on_a_point_are_refused():
    one_each = "AAAAAAAAAAAAAA"
    with pytest.raises(NotationError, match="borne off all their checkers"):
        read_position_id(one_each, BACKGAMMON)


@pytest.mark.parametrize("ruleset", [PLAKOTO, FEVGA])
def test_other_games_have_no_position_id(ruleset):
    with pytest.raises(NotationError, match="can't hold a position of"):
        read_position_id("4HPwATDgc/ABMA", ruleset)


def test_a_pinned_checker_has_no_place_in_an_identifier():
    pinned = read_position("plakoto 24:13,23:1,17:1 24:14,8x w").position
    with pytest.raises(ValueError, match="no place for a pinned checker"):
        write_position_id(pinned)


@given(st.text(max_size=16) | st.binary(min_size=10, max_size=10).map(str))
def test_no_text_breaks_the_reader_of_positions(text):
    with pytest.raises(NotationError):
        read_position_id(text + "!", BACKGAMMON)


# --------------------------------------------------------------------- match IDs

WHITE, BLACK = Player.WHITE, Player.BLACK


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (  # the example of the program's manual
            "QYkqASAAIAAA",
            MatchId(
                cube_value=2,
                cube_owner=WHITE,
                roller=BLACK,
                decider=BLACK,
                dice=Dice(5, 2),
                length=9,
                score=(2, 4),
            ),
        ),
        ("cAkAAAAAAAAA", MatchId(roller=BLACK, decider=BLACK)),
        (  # 9-18 in a match to 21
            "cAmrApAAkAAA",
            MatchId(
                roller=BLACK, decider=BLACK, dice=Dice(6, 2), length=21, score=(9, 18)
            ),
        ),
        (  # a Crawford game
            "8IluACAACAAE",
            MatchId(
                roller=BLACK,
                decider=BLACK,
                crawford=True,
                dice=Dice(5, 3),
                length=3,
                score=(2, 1),
                jacoby=False,
            ),
        ),
        (
            "UwlgAAAAAAAA",
            MatchId(
                cube_value=8, cube_owner=BLACK, roller=BLACK, decider=BLACK, length=3
            ),
        ),
        ("cAMAABAAAAAA", MatchId(roller=BLACK, state=GameState.RESIGNED, score=(1, 0))),
    ],
)
def test_known_match_ids_read_and_write(text, match):
    assert read_match_id(text) == match
    assert write_match_id(match) == text


def matches() -> st.SearchStrategy[MatchId]:
    numbers = st.integers(0, 32767)
    return st.builds(
        MatchId,
        cube_value=st.integers(0, 15).map(lambda power: 1 << power),
        cube_owner=st.sampled_from([None, *Player]),
        roller=st.sampled_from(Player),
        decider=st.sampled_from(Player),
        crawford=st.booleans(),
        state=st.sampled_from(GameState),
        doubled=st.booleans(),
        resigning=st.sampled_from(OfferedStake),
        dice=st.none()
        | st.tuples(st.integers(1, 6), st.integers(1, 6)).map(
            lambda dice: Dice(max(dice), min(dice))
        ),
        length=numbers,
        score=st.tuples(numbers, numbers),
        jacoby=st.booleans(),
    )


@given(matches())
def test_every_match_id_is_read_as_it_was_written(match):
    assert read_match_id(write_match_id(match)) == match


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("QYkqASAAIAA", "has 12 characters"),
        ("QYkqASAAIA?A", "aren't Base64"),
        ("YYkqASAAIAAA", "third player"),
        ("QY8qASAAIAAA", "no state"),
        ("QYkvASAAIAAA", "dice are written like 6-1, .* not '7-3'"),
        ("QYkqASAAIACA", "behind the end"),
    ],
)
def test_a_wrong_match_id_is_refused_in_a_sentence(text, words):
    with pytest.raises(NotationError, match=words):
        read_match_id(text)


@pytest.mark.parametrize("cube", [0, 3, 1 << 16])
def test_a_match_id_holds_only_possible_cubes(cube):
    with pytest.raises(NotationError, match=f"a cube that shows {cube}"):
        MatchId(cube_value=cube)


def test_a_match_id_has_bounds():
    with pytest.raises(NotationError, match="can't hold the number 40000"):
        MatchId(length=40000)
