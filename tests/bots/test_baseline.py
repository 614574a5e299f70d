"""What a person would play without thinking long, the baseline plays too."""

import pytest

from boards import board, outcome
from bots.tables import at, new_match
from tavli.bots import make_bot
from tavli.rules import Player, after_moves

START = "24:2 13:5 8:3 6:5"


def after_best(game: str, white: str, black: str, dice: str, **options: str) -> str:
    """The board after the baseline's play, written as in the tests of the rules."""
    state = at(new_match(game, "game", **options), white, black, dice=dice)
    action = make_bot("baseline", 0).choose(state, Player.WHITE)
    before = board(mover=white, waiter=black)
    return outcome(before, after_moves(state.game.ruleset, before, action.moves))


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("3-1", "24:2 13:5 8:2 6:4 5:2"),
        ("4-2", "24:2 13:5 8:2 6:4 4:2"),
        ("6-1", "24:2 13:4 8:2 7:2 6:5"),
    ],
)
def test_opening_throws_make_the_point_they_can_make(dice, expected):
    assert after_best("portes", START, START, dice) == expected


def test_a_blot_is_hit_and_its_point_made():
    end = after_best("portes", START, "24:1 20:1 13:5 8:3 6:5", "3-1")
    assert end == "24:2 13:5 8:2 6:4 5:2 | bar:1 24:1 13:5 8:3 6:5"


def test_a_last_checker_is_not_left_in_reach_without_need():
    end = after_best("portes", "18:1 6:14", "13:2 6:13", "6-5")
    assert end == "7:1 6:14"


def test_a_race_bears_off_as_many_as_it_can():
    assert after_best("portes", "6:1 4:1 3:2", "6:5", "4-3") == "6:1 3:1 off:13"


def test_the_mother_is_pinned_where_that_wins():
    end = after_best("plakoto", "5:1 3:14", "24:1 6:14", "4-2")
    assert end.endswith("| 24x 6:14")


def test_a_checker_near_the_opponents_start_is_pinned():
    end = after_best("plakoto", "24:10 9:3 8:2", "24:12 21:1 20:2", "5-4")
    assert "21x" in end


def test_the_own_mother_is_not_left_to_a_direct_shot():
    """Of two checkers on the start both leave, or both stay."""
    end = after_best("plakoto", "24:2 18:3 13:5 12:5", "24:5 7:5 6:5", "6-5")
    assert not end.startswith("24:1 ")


def test_fevga_completes_a_wall_before_the_start_stack():
    end = after_best("fevga", "24:8 16:1 10:2 9:1 8:1 7:1 6:1", "24:14 3:1", "6-5")
    held = {int(part.partition(":")[0]) for part in end.split()}
    assert {10, 9, 8, 7, 6, 5} <= held


def test_house_rules_change_what_a_mother_is_worth_but_not_the_wish_for_it():
    for points in ("1", "3"):
        end = after_best(
            "plakoto",
            "5:1 3:14",
            "24:1 6:14",
            "4-2",
            plakoto__mother_points=points,
        )
        assert "24x" in end


def test_without_the_mother_rule_play_goes_on_by_the_pins():
    end = after_best(
        "plakoto", "24:1 5:1 3:13", "24:1 6:14", "4-2", plakoto__mother_rule="off"
    )
    assert "24x" in end
