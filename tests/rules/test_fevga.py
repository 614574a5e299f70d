"""Fevga, the running game: one checker closes, and a few blocks are forbidden."""

import pytest

from boards import board, finals, side, written
from tavli.rules import (
    FEVGA,
    ROLLS,
    Ending,
    Position,
    Result,
    Role,
    Stake,
    find_ruleset,
    legal_plays,
    result_of,
    stake_won,
)

REACH = find_ruleset("fevga:runner=reach_12")
UNTIL_PAST = find_ruleset("fevga:own_quarter=until_opponent_past")
WHILE_START = find_ruleset("fevga:front_six=while_start_occupied")
START_QUARTER = find_ruleset("fevga:front_set=12..7")
NO_OWN_QUARTER = find_ruleset("fevga:own_quarter=off")
NO_FRONT_SIX = find_ruleset("fevga:front_six=off")
EVERY_STEP = find_ruleset("fevga:block_timing=every_step")
CLASSIC = find_ruleset("fevga:mobility=classic")
NO_DUTY = find_ruleset("fevga:mobility=off")
DUTY_FIRST = find_ruleset("fevga:mobility_rank=before_dice")

# ---------------------------------------------------------------- first rules


@pytest.mark.rule("F1")
def test_all_checkers_start_on_24():
    start = Position.start(FEVGA)
    assert written(start.mover) == written(start.waiter) == "24:15"


@pytest.mark.rule("F1")
def test_both_run_the_same_way_from_opposite_corners():
    assert FEVGA.course.across(24) == 12
    assert FEVGA.course.across(23) == 11


@pytest.mark.rule("F2")
def test_a_single_checker_closes_its_point():
    position = board(mover="24:14 18:1", waiter="24:14 4:1")
    assert finals(FEVGA, position, "2-1") == {"24:14 15:1"}


@pytest.mark.rule("F2")
@pytest.mark.parametrize("dice", ROLLS, ids=str)
def test_nothing_is_ever_hit_or_pinned(dice):
    position = board(mover="24:10 17:2 9:1 5:2", waiter="24:10 23:1 11:1 8:1 4:2")
    ends = legal_plays(FEVGA, position, dice)
    assert all(end.waiter == position.waiter for end in ends)


@pytest.mark.rule("F2")
def test_own_checkers_never_close_a_point():
    position = board(mover="10:1 7:14", waiter="24:15")
    assert "7:15" in finals(FEVGA, position, "2-1")


@pytest.mark.rule("F3")
def test_bearing_off_begins_when_all_are_home():
    position = board(mover="7:1 2:14", waiter="24:15")
    assert finals(FEVGA, position, "6-1") == {"2:14 off:1", "2:13 1:2"}


@pytest.mark.rule("F4")
@pytest.mark.parametrize(
    ("loser", "stake"), [("1:14", Stake.SINGLE), ("24:15", Stake.GAMMON)]
)
def test_stake_of_a_win(loser: str, stake: Stake):
    assert stake_won(FEVGA, side(loser)) is stake


@pytest.mark.rule("F4")
def test_a_win_against_nothing_borne_off_is_worth_two():
    end = board(mover="", waiter="24:15")
    assert result_of(FEVGA, end) == Result(Role.MOVER, 2, Ending.BORNE_OFF)


@pytest.mark.rule("F5")
def test_both_dice_must_be_used():
    position = board(mover="24:14 14:1", waiter="24:15")
    assert "24:14 12:1" not in finals(FEVGA, position, "2-1")
    assert finals(FEVGA, position, "2-1") == {"24:14 11:1"}


# --------------------------------------------------------------------- runner


@pytest.mark.rule("F6")
@pytest.mark.parametrize(
    ("dice", "ends"),
    [
        ("6-5", {"24:14 13:1"}),
        ("6-1", {"24:14 17:1"}),
        ("6-6", {"24:14 18:1"}),
        ("3-3", {"24:14 15:1"}),
        ("4-4", {"24:14 16:1"}),
        ("2-2", {"24:14 16:1"}),
        ("1-1", {"24:14 20:1"}),
    ],
)
def test_at_the_start_only_one_checker_moves(dice: str, ends: set[str]):
    assert finals(FEVGA, Position.start(FEVGA), dice) == ends


@pytest.mark.rule("F6")
def test_the_others_wait_while_the_first_checker_is_held_up():
    position = board(mover="24:14 13:1", waiter="23:1 24:14")
    assert finals(FEVGA, position, "2-1") == {"24:14 13:1"}


@pytest.mark.rule("F6")
def test_landing_on_the_opponents_empty_start_has_not_passed_it():
    position = board(mover="24:14 14:1", waiter="23:5 20:4 5:6")
    assert finals(FEVGA, position, "2-1") == {"24:14 12:1"}


@pytest.mark.rule("F6")
def test_where_reaching_is_enough_the_others_may_move_then():
    position = board(mover="24:14 14:1", waiter="23:5 20:4 5:6")
    assert finals(REACH, position, "2-1") == {"24:13 23:1 12:1"}


@pytest.mark.rule("F7")
@pytest.mark.parametrize("passed", ["11:1", "1:1", "off:1"])
def test_a_checker_on_11_or_lower_or_off_has_passed(passed: str):
    position = board(mover=f"24:14 {passed}", waiter="24:15")
    assert any("24:12" in end for end in finals(FEVGA, position, "2-1"))


@pytest.mark.rule("F7")
def test_with_two_checkers_off_24_all_may_move():
    position = board(mover="24:13 23:1 22:1", waiter="24:15")
    assert any("24:12" in end for end in finals(FEVGA, position, "2-1"))


@pytest.mark.rule("F8")
def test_the_second_die_may_start_another_once_the_first_checker_has_passed():
    position = board(mover="24:14 14:1", waiter="24:15")
    assert finals(FEVGA, position, "4-2") == {"24:14 8:1", "24:13 22:1 10:1"}


@pytest.mark.rule("F8")
def test_an_opening_5_5_passes_with_the_third_five_and_frees_the_fourth():
    ends = finals(FEVGA, Position.start(FEVGA), "5-5")
    assert ends == {"24:14 4:1", "24:13 19:1 9:1"}


# --------------------------------------------------------------------- blocks

FIVE_OF_OWN = "24:2 23:1 22:1 21:1 20:1 1:9"
BEHIND_A_WALL = "6:2 5:2 4:2 3:3 2:3 1:3"  # holds White's 18 to 13


@pytest.mark.rule("F9")
def test_the_own_quarter_may_not_be_filled():
    """24/19 is the only step and would fill it."""
    position = board(mover=FIVE_OF_OWN, waiter=BEHIND_A_WALL)
    assert finals(FEVGA, position, "6-5") == {FIVE_OF_OWN}


@pytest.mark.rule("F9")
def test_a_block_may_be_passed_through_within_a_play():
    """24/19 is fine if the 1 opens another of the six."""
    position = board(mover=FIVE_OF_OWN, waiter=BEHIND_A_WALL)
    assert finals(FEVGA, position, "5-1") == {
        "23:2 22:1 21:1 20:1 19:1 1:9",
        "24:1 22:2 21:1 20:1 19:1 1:9",
        "24:1 23:1 21:2 20:1 19:1 1:9",
        "24:1 23:1 22:1 20:2 19:1 1:9",
        "24:1 23:1 22:1 21:1 19:2 1:9",
    }


@pytest.mark.rule("F9")
def test_the_last_checker_of_24_that_leaves_it_opens_it():
    position = board(mover="24:1 23:1 22:1 21:1 20:1 1:10", waiter=BEHIND_A_WALL)
    assert finals(FEVGA, position, "6-5") == {"23:1 22:1 21:1 20:1 19:1 1:10"}


@pytest.mark.rule("F9")
@pytest.mark.parametrize("past", ["6:1", "1:1"])
def test_the_block_lapses_once_an_opposing_checker_is_past_it(past: str):
    """The opponent's 6 is the first point beyond the six."""
    position = board(mover="24:2 23:1 22:1 21:1 20:1 8:9", waiter=f"23:14 {past}")
    full = "24:1 23:1 22:1 21:1 20:1 19:1 8:8 5:1"
    assert full in finals(UNTIL_PAST, position, "5-3")


@pytest.mark.rule("F9")
def test_the_block_stands_while_no_opposing_checker_is_past_it():
    position = board(mover="24:2 23:1 22:1 21:1 20:1 8:9", waiter="23:14 13:1")
    full = "24:1 23:1 22:1 21:1 20:1 19:1 8:8 5:1"
    assert full not in finals(UNTIL_PAST, position, "5-3")
    assert full in finals(NO_OWN_QUARTER, position, "5-3")


IN_FRONT = "17:1 10:3 9:3 8:3 7:3 6:2"
HOLDS_1_TO_5 = "24:9 17:1 16:1 15:1 14:1 13:1 8:1"
START_LEFT = "17:1 16:1 15:1 14:1 13:1 8:10"


@pytest.mark.rule("F10")
@pytest.mark.parametrize(
    ("dice", "end"),
    [
        ("6-6", IN_FRONT),
        ("6-1", "10:4 9:3 8:3 7:3 6:2"),
        ("6-5", "10:3 9:3 8:3 7:3 6:3"),
        ("6-4", "10:3 9:3 8:3 7:4 6:2"),
    ],
)
def test_the_six_points_in_front_of_the_start_may_not_be_filled(dice: str, end: str):
    """17/11 would complete 11 to 6 unless the checker goes on."""
    position = board(mover=IN_FRONT, waiter=HOLDS_1_TO_5)
    assert finals(FEVGA, position, dice) == {end}


@pytest.mark.rule("F10")
def test_it_does_not_matter_that_the_start_is_empty():
    position = board(mover=IN_FRONT, waiter=START_LEFT)
    assert finals(FEVGA, position, "6-6") == {IN_FRONT}


@pytest.mark.rule("F10")
@pytest.mark.parametrize("ruleset", [WHILE_START, NO_FRONT_SIX, START_QUARTER])
def test_house_rules_that_allow_the_six_in_front_of_an_empty_start(ruleset):
    position = board(mover=IN_FRONT, waiter=START_LEFT)
    assert finals(ruleset, position, "6-6") == {"11:1 10:3 9:3 8:3 7:3 6:2"}


@pytest.mark.rule("F10")
def test_the_opponents_starting_quarter_may_be_meant_instead():
    """12 to 7: with 18/12 another of the six must be opened."""
    position = board(mover="18:1 11:3 10:3 9:3 8:3 7:2", waiter="17:9 16:6")
    full = "12:1 11:3 10:3 9:2 8:2 7:1 3:1 2:1 1:1"
    assert full in finals(FEVGA, position, "6-6")
    assert full not in finals(START_QUARTER, position, "6-6")


@pytest.mark.rule("F10")
def test_a_quarter_that_holds_the_empty_start_lapses_with_the_start():
    both = find_ruleset("fevga:front_six=while_start_occupied,front_set=12..7")
    position = board(mover="18:1 11:3 10:3 9:3 8:3 7:2", waiter="17:9 16:6")
    full = "12:1 11:3 10:3 9:2 8:2 7:1 3:1 2:1 1:1"
    assert full in finals(both, position, "6-6")


@pytest.mark.rule("F10")
def test_six_in_a_row_elsewhere_are_allowed():
    position = board(mover="24:9 20:1 19:1 18:1 17:1 16:1 5:1", waiter="24:14 2:1")
    ends = finals(FEVGA, position, "5-4")
    assert "24:8 20:1 19:1 18:1 17:1 16:1 15:1 5:1" in ends
    assert len(ends) == 22


@pytest.mark.rule("F10")
def test_a_block_tested_at_every_step_may_not_even_be_passed_through():
    position = board(mover="24:2 23:1 21:1 20:1 19:1 1:9", waiter="6:8 5:7")
    through = "23:1 21:1 20:3 19:1 1:9"
    assert finals(FEVGA, position, "2-2") - finals(EVERY_STEP, position, "2-2") == {
        through
    }


# ----------------------------------------------------------------- mobility

WALL = "6:3 5:3 4:3 3:3 2:2 1:1"  # Black's fifteen stand right behind it


@pytest.mark.rule("F11")
def test_a_play_that_leaves_the_opponent_a_move_must_be_chosen():
    assert finals(FEVGA, board(mover=WALL, waiter="19:15"), "2-1") == {
        "6:2 5:3 4:4 3:3 2:2 off:1",
        "6:3 5:2 4:3 3:4 2:2 off:1",
        "6:3 5:3 4:2 3:3 2:3 off:1",
        "6:3 5:3 4:3 3:3 1:2 off:1",
        "6:3 5:3 4:3 3:3 2:1 off:2",
    }


@pytest.mark.rule("F11")
def test_the_duty_lapses_where_no_play_opens_anything():
    assert finals(FEVGA, board(mover=WALL, waiter="19:15"), "6-5") == {
        "6:1 5:3 4:3 3:3 2:2 1:2 off:1",
        "6:2 5:2 4:3 3:3 2:2 1:1 off:2",
    }


@pytest.mark.rule("F11")
def test_a_lock_may_not_be_made():
    position = board(mover="24:9 21:1 20:1 19:1 18:1 17:1 5:1", waiter="10:15")
    lock = "24:8 21:1 20:1 19:1 18:1 17:1 16:1 5:1"
    assert lock not in finals(FEVGA, position, "6-2")
    assert len(finals(FEVGA, position, "6-2")) == 32
    assert lock in finals(CLASSIC, position, "6-2")


@pytest.mark.rule("F11")
def test_the_classic_duty_binds_once_the_trap_stands():
    position = board(mover=WALL, waiter="19:15")
    assert finals(CLASSIC, position, "2-1") == finals(FEVGA, position, "2-1")
    assert len(finals(NO_DUTY, position, "2-1")) == 26


@pytest.mark.rule("F11")
def test_the_dice_come_before_the_duty():
    """13/8/2 is the only play with both dice, and it keeps Black locked."""
    position = board(mover="13:1 6:1 5:2 4:3 3:2 2:2 1:4", waiter="19:15")
    assert finals(FEVGA, position, "6-5") == {"6:1 5:2 4:3 3:2 2:3 1:4"}


@pytest.mark.rule("F11")
def test_with_the_duty_first_fewer_dice_may_be_played():
    position = board(mover="13:1 6:1 5:2 4:3 3:2 2:2 1:4", waiter="19:15")
    assert finals(DUTY_FIRST, position, "6-5") == {"13:1 5:2 4:3 3:2 2:2 1:5"}


@pytest.mark.rule("F11")
def test_an_opponent_locked_on_two_points_is_locked():
    position = board(
        mover="24:2 23:1 22:1 21:1 20:1 8:1 7:1 6:1 5:2 4:1 3:1 1:2",
        waiter="21:14 14:1",
    )
    assert len(finals(FEVGA, position, "2-1")) == 85
    assert finals(NO_DUTY, position, "2-1") - finals(FEVGA, position, "2-1") == {
        "24:1 23:1 22:1 21:2 20:1 8:1 7:1 6:1 5:2 4:1 3:1 1:2",
        "24:1 23:1 22:2 21:1 20:1 8:1 7:1 6:1 5:1 4:2 3:1 1:2",
        "24:1 23:2 22:1 21:1 20:1 8:1 7:1 6:1 5:1 4:1 3:2 1:2",
    }


@pytest.mark.rule("F11")
def test_an_opponents_stack_that_must_wait_has_no_move():
    """His first checker is locked in; neighbours on his way are my 1 and my 24."""
    position = board(mover="24:3 23:1 22:1 21:1 20:1 1:8", waiter="24:14 14:1")
    assert finals(NO_DUTY, position, "4-3") - finals(FEVGA, position, "4-3") == {
        "24:1 23:1 22:1 21:2 20:2 1:8",
        "24:2 23:1 22:1 21:1 20:1 17:1 1:8",
    }


# The waiter holds his whole first quarter, which play forbids but a position may show.
# Any one move of his keeps it whole, and the mover's wall stops the checker on 19.
FULL_QUARTER = board(
    mover="6:2 5:2 4:2 3:3 2:3 1:3", waiter="24:2 23:2 22:2 21:2 20:2 19:1 1:4"
)


@pytest.mark.rule("F11")
def test_a_play_of_two_dice_is_a_move_though_either_die_alone_is_none():
    """24/23 24/23 opens the block, so no play of the mover locks him."""
    assert finals(FEVGA, FULL_QUARTER, "2-1") == finals(NO_DUTY, FULL_QUARTER, "2-1")


@pytest.mark.rule("F11")
def test_where_every_step_is_tested_such_a_play_is_no_move():
    """So one point of the wall must be opened."""
    assert finals(EVERY_STEP, FULL_QUARTER, "2-1") == {
        "6:2 5:2 3:4 2:4 1:3",
        "6:2 4:3 3:4 2:3 1:3",
        "5:3 4:3 3:3 2:3 1:3",
    }


@pytest.mark.rule("F11")
def test_an_opponent_who_bears_off_always_has_a_move():
    position = board(mover="24:2 19:1 18:1 17:1 16:1 15:1 14:1 8:7", waiter="1:15")
    assert finals(FEVGA, position, "2-1") == finals(NO_DUTY, position, "2-1")


@pytest.mark.rule("F11")
def test_the_last_checkers_may_always_be_borne_off():
    position = board(mover="2:1 1:1", waiter="24:15")
    assert "off:15" in finals(FEVGA, position, "2-1")
