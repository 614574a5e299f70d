"""Portes, the hitting game of tavli."""

import pytest

from boards import board, finals, side, written
from tavli.rules import (
    BACKGAMMON,
    PORTES,
    Dice,
    Ending,
    Position,
    Result,
    Role,
    Ruleset,
    Stake,
    find_ruleset,
    legal_plays,
    result_of,
    stake_won,
)

HIT_AND_STAY = find_ruleset("portes:hit_and_run_home=forbidden")
UP_TO_THREE = find_ruleset("portes:max_points=3")

both_hitting_games = pytest.mark.parametrize(
    "ruleset", [PORTES, BACKGAMMON], ids=["portes", "backgammon"]
)


@pytest.mark.rule("P1")
@both_hitting_games
def test_set_up(ruleset: Ruleset):
    start = Position.start(ruleset)
    assert written(start.mover) == written(start.waiter) == "24:2 13:5 8:3 6:5"
    assert start.mover.pip_count == 167


@pytest.mark.rule("P1")
@both_hitting_games
def test_an_opening_6_5_has_seven_plays(ruleset: Ruleset):
    assert finals(ruleset, Position.start(ruleset), "6-5") == {
        "24:1 13:6 8:3 6:5",
        "24:1 18:1 13:4 8:4 6:5",
        "24:1 18:1 13:5 8:2 6:5 3:1",
        "24:2 13:3 8:4 7:1 6:5",
        "24:2 13:4 8:2 7:1 6:5 3:1",
        "24:2 13:4 8:3 6:5 2:1",
        "24:2 13:5 8:1 6:5 3:1 2:1",
    }


@pytest.mark.rule("P2")
@pytest.mark.parametrize(
    ("waiter", "end"),
    [
        ("20:2 6:13", "8:1 1:14"),
        ("20:2 17:1 6:12", "8:1 1:14 | bar:1 20:2 6:12"),
        ("20:2 17:2 6:11", "11:1 1:14"),
        ("20:2 17:3 6:10", "11:1 1:14"),
    ],
    ids=["empty", "one", "two", "three"],
)
def test_a_point_is_closed_by_two_opposing_checkers(waiter: str, end: str):
    """11/8 lands on the opponent's 17; his 20 stops the next 3 in any case."""
    position = board(mover="11:1 1:14", waiter=waiter)
    assert finals(PORTES, position, "3-3") == {end}


@pytest.mark.rule("P2")
def test_own_checkers_never_close_a_point():
    position = board(mover="8:1 5:14", waiter="24:2 13:13")
    assert "5:14 4:1" in finals(PORTES, position, "3-1")


@pytest.mark.rule("P3")
def test_a_hit_checker_leaves_its_point_for_the_bar():
    position = board(mover="8:1 6:14", waiter="20:1 8:14")
    assert "6:14 4:1 | bar:1 8:14" in finals(PORTES, position, "3-1")


@pytest.mark.rule("P3")
def test_all_checkers_on_the_bar_enter_before_anything_else_moves():
    position = board(mover="bar:2 13:13", waiter="6:2 13:13")
    assert finals(PORTES, position, "5-3") == {"22:1 20:1 13:13"}


@pytest.mark.rule("P3")
def test_with_two_on_the_bar_one_may_enter_alone():
    """The 5 would enter on 20, which two checkers hold."""
    position = board(mover="bar:2 1:13", waiter="6:13 5:2")
    assert finals(PORTES, position, "5-3") == {"bar:1 22:1 1:13"}


@pytest.mark.rule("P3")
def test_after_entering_the_other_die_is_free():
    position = board(mover="bar:1 13:1 1:13", waiter="23:13 6:2")
    assert finals(PORTES, position, "6-2") == {"17:1 13:1 1:13", "23:1 7:1 1:13"}


@pytest.mark.rule("P3")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_enters_on_25_less_its_number(die: int):
    position = board(mover="bar:1 1:14", waiter=f"{die}:1 13:14")
    (end,) = legal_plays(PORTES, position, Dice(die, die))
    assert end.waiter == side("bar:1 13:14")


@pytest.mark.rule("P3")
def test_entering_may_hit_and_go_on():
    position = board(mover="bar:1 6:14", waiter="24:14 4:1")
    assert finals(PORTES, position, "4-3") == {
        "18:1 6:14",
        "22:1 6:13 2:1",
        "18:1 6:14 | bar:1 24:14",
        "21:1 6:13 3:1 | bar:1 24:14",
    }


@pytest.mark.rule("P3")
def test_each_blot_on_the_way_may_be_hit():
    position = board(mover="8:1 1:14", waiter="20:1 19:1 6:13")
    assert finals(PORTES, position, "2-1") == {
        "5:1 1:14 | bar:1 19:1 6:13",
        "5:1 1:14 | bar:2 6:13",
        "6:1 1:13 off:1 | bar:1 20:1 6:13",
    }


@pytest.mark.rule("P4")
@pytest.mark.parametrize(
    ("ruleset", "loser", "stake"),
    [
        (PORTES, "off:1 1:14", Stake.SINGLE),
        (PORTES, "1:15", Stake.GAMMON),
        (PORTES, "19:1 1:14", Stake.GAMMON),
        (PORTES, "bar:1 1:14", Stake.GAMMON),
        (UP_TO_THREE, "bar:1 1:14", Stake.BACKGAMMON),
        (UP_TO_THREE, "19:1 1:14", Stake.BACKGAMMON),
        (UP_TO_THREE, "18:1 1:14", Stake.GAMMON),
        (UP_TO_THREE, "off:1 bar:1 1:13", Stake.SINGLE),
    ],
)
def test_stake_of_a_win(ruleset: Ruleset, loser: str, stake: Stake):
    assert stake_won(ruleset, side(loser)) is stake


@pytest.mark.rule("P4")
def test_a_mars_is_worth_two_even_with_a_checker_on_the_bar():
    end = board(mover="", waiter="bar:1 6:14")
    assert result_of(PORTES, end) == Result(Role.MOVER, 2, Ending.BORNE_OFF)


@pytest.mark.rule("P5")
def test_portes_has_no_cube():
    assert not PORTES.has_cube


@pytest.mark.rule("P8")
def test_a_checker_that_has_hit_at_home_may_move_on():
    position = board(mover="6:2 1:13", waiter="20:1 6:14")
    assert finals(PORTES, position, "3-1") == {
        "5:1 3:1 1:13 | bar:1 6:14",
        "6:1 2:1 1:13 | bar:1 6:14",
        "6:1 2:1 1:13",
        "6:1 3:1 1:12 off:1",
    }


@pytest.mark.rule("P8")
def test_where_hit_and_run_is_forbidden_the_hitter_stays():
    position = board(mover="6:2 1:13", waiter="20:1 6:14")
    assert finals(HIT_AND_STAY, position, "3-1") == {
        "5:1 3:1 1:13 | bar:1 6:14",
        "6:1 2:1 1:13",
        "6:1 3:1 1:12 off:1",
    }


@pytest.mark.rule("P8")
def test_the_ban_on_hit_and_run_ends_at_the_edge_of_the_home():
    """8/7* is outside, so the hitter may go on to 4."""
    position = board(mover="8:1 1:14", waiter="18:1 6:14")
    assert "4:1 1:14 | bar:1 6:14" in finals(HIT_AND_STAY, position, "3-1")


@pytest.mark.rule("P8")
def test_the_home_in_which_the_hitter_stays_begins_on_6():
    position = board(mover="8:1 1:14", waiter="19:1 6:14")
    assert finals(HIT_AND_STAY, position, "2-1") == {
        "6:1 1:13 off:1 | bar:1 6:14",
        "5:1 1:14",
    }


@pytest.mark.rule("P8")
def test_a_checker_that_joins_the_hitter_frees_one_of_the_two():
    """6/5* and 6/5: one of two like checkers may go on to 4 and 3."""
    position = board(mover="6:2 1:13", waiter="20:1 8:14")
    assert "5:1 3:1 1:13 | bar:1 8:14" in finals(HIT_AND_STAY, position, "1-1")


@pytest.mark.rule("P8")
def test_the_ban_on_hit_and_run_lasts_one_turn():
    next_turn = board(mover="5:1 1:14", waiter="bar:1 6:14")
    assert finals(HIT_AND_STAY, next_turn, "4-3") == finals(PORTES, next_turn, "4-3")


@pytest.mark.rule("P8")
def test_a_hitter_may_not_be_borne_off_in_the_same_turn():
    """3/1* and 1/off would be hit and run; 3/off ends the game."""
    position = board(mover="3:1", waiter="24:1 6:14")
    assert finals(HIT_AND_STAY, position, "6-2") == {"off:15"}
