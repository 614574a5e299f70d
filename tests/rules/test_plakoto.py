"""Plakoto, the game of pinning and of the mother."""

import pytest

from boards import board, finals, side, written
from tavli.rules import (
    PLAKOTO,
    ROLLS,
    Dice,
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

ANY_START = find_ruleset("plakoto:mother_needs_empty_start=false")
LATE = find_ruleset("plakoto:mother_timing=end_of_play")
OWN_PIN = find_ruleset("plakoto:bearoff_with_own_pin=true")
NO_MOTHER = find_ruleset("plakoto:mother_rule=off")

MOTHER_WON = Result(Role.MOVER, 2, Ending.MOTHER)
DRAWN = Result(None, 0, Ending.BOTH_MOTHERS)


def end_of(position: Position, dice: str, wanted: str) -> Position:
    """The final position of *dice* that reads *wanted*, both sides written."""
    ends = legal_plays(PLAKOTO, position, Dice.parse(dice))
    return next(
        end for end in ends if f"{written(end.mover)} | {written(end.waiter)}" == wanted
    )


# ------------------------------------------------------------------ set-up


@pytest.mark.rule("K1")
def test_all_checkers_start_on_24_which_is_the_opponents_1():
    assert written(Position.start(PLAKOTO).mover) == "24:15"
    assert PLAKOTO.course.across(24) == 1


@pytest.mark.rule("K1")
def test_an_opening_6_5_has_two_plays():
    assert finals(PLAKOTO, Position.start(PLAKOTO), "6-5") == {
        "24:13 19:1 18:1",
        "24:14 13:1",
    }


# ----------------------------------------------------------------- landing

# The checker on 11 has a 3 to play; a door on 5 stops the next one.
LANDINGS = {
    "an empty point is open": ("11:1 1:14", "20:2 6:13", "8:1 1:14"),
    "own free checkers are open": ("11:1 8:1 1:13", "20:2 6:13", "8:2 1:13"),
    "a lone opposing checker is pinned": (
        "11:1 1:14",
        "20:2 17:1 6:12",
        "8:1 1:14 | 20:2 17x 6:12",
    ),
    "own checkers on a pinned one are open": (
        "11:1 8:1 1:13",
        "20:2 17x 6:12",
        "8:2 1:13",
    ),
    "two opposing checkers close": ("11:1 1:14", "20:2 17:2 6:11", "11:1 1:14"),
    "one opposing checker on a pinned one closes": (
        "11:1 8x 1:13",
        "20:2 17:1 6:12",
        "11:1 8x 1:13",
    ),
    "more opposing checkers on a pinned one close": (
        "11:1 8x 1:13",
        "20:2 17:2 6:11",
        "11:1 8x 1:13",
    ),
}


@pytest.mark.rule("K2")
@pytest.mark.parametrize(("mover", "waiter", "end"), LANDINGS.values(), ids=LANDINGS)
def test_landing(mover: str, waiter: str, end: str):
    assert finals(PLAKOTO, board(mover=mover, waiter=waiter), "3-3") == {end}


@pytest.mark.rule("K2")
def test_pinning_hits_nothing():
    position = board(mover="24:14 20:1", waiter="24:14 8:1")
    assert finals(PLAKOTO, position, "3-1") == {
        "24:12 23:1 21:1 20:1",
        "24:13 20:2",
        "24:13 21:1 19:1",
        "24:13 23:1 17:1 | 24:14 8x",
        "24:14 16:1",
    }


@pytest.mark.rule("K3")
def test_one_checker_holds_the_point_it_pins():
    position = board(mover="24:1 20x 1:13", waiter="6:14 5:1")
    assert finals(PLAKOTO, position, "4-3") == {"20x 17:1 1:13"}


@pytest.mark.rule("K3")
def test_any_number_may_stand_on_a_pinned_checker():
    position = board(mover="11:2 8:3 1:10", waiter="20:2 17x 6:12")
    assert finals(PLAKOTO, position, "3-3") == {"8:5 1:10"}


@pytest.mark.rule("K4")
def test_the_duty_to_play_may_force_a_release():
    position = board(mover="17:1 1:14", waiter="8x 6:14")
    assert finals(PLAKOTO, position, "2-1") == {"14:1 1:14 | 8:1 6:14"}


@pytest.mark.rule("K4")
def test_the_pin_lasts_until_the_last_pinner_leaves():
    position = board(mover="17:2 1:13", waiter="8x 6:14")
    assert finals(PLAKOTO, position, "2-1") == {
        "17:1 14:1 1:13",
        "16:1 15:1 1:13 | 8:1 6:14",
    }


@pytest.mark.rule("K4")
def test_a_pin_may_last_one_step():
    """20/18^/15: the blot on the way is pinned and freed."""
    position = board(mover="20:1 1:14", waiter="8:2 7:1 6:12")
    assert finals(PLAKOTO, position, "3-2") == {"15:1 1:14"}


@pytest.mark.rule("K4")
def test_a_freed_checker_may_be_pinned_again_in_the_same_turn():
    """17/15 frees the checker, 18/17^ pins it."""
    position = board(mover="18:1 17:1 1:13", waiter="8x 9:14")
    assert finals(PLAKOTO, position, "2-1", both=True) == {
        "17:1 15:1 1:13 | 9:14 8x",
        "18:1 14:1 1:13 | 9:14 8:1",
    }


@pytest.mark.rule("K4")
def test_bearing_the_pinner_off_frees():
    position = board(mover="4:1 2:13", waiter="21x 6:14")
    assert finals(PLAKOTO, position, "4-1") == {
        "2:13 off:2 | 21:1 6:14",
        "2:12 1:1 off:2 | 21:1 6:14",
    }


@pytest.mark.rule("K5")
@pytest.mark.parametrize("dice", ["6-5", "3-2", "1-1"])
def test_pinned_checkers_do_not_move(dice: str):
    position = board(mover="24x 23x 13:1 1:12", waiter="2:1 1:1 5:13")
    ends = legal_plays(PLAKOTO, position, Dice.parse(dice))
    assert all(end.mover.pinned == {24, 23} for end in ends)


@pytest.mark.rule("K5")
def test_a_side_with_only_pinned_checkers_to_move_loses_its_turn():
    position = board(mover="20x 1:14", waiter="5:1 6:14")
    assert finals(PLAKOTO, position, "6-5") == {"20x 1:14"}


# ------------------------------------------------------------- bearing off


@pytest.mark.rule("K6")
@pytest.mark.parametrize(
    ("dice", "end"), [("6-5", "3x 2:13 1:1"), ("6-6", "6:1 3x 2:13")]
)
def test_an_own_pinned_checker_forbids_bearing_off(dice: str, end: str):
    position = board(mover="6:1 3x 2:13", waiter="22:1 7:14")
    assert finals(PLAKOTO, position, dice) == {end}


@pytest.mark.rule("K6")
def test_pinning_an_opposing_checker_forbids_nothing():
    position = board(mover="4:1 2:13", waiter="21x 6:14")
    assert all("off" in end for end in finals(PLAKOTO, position, "4-1"))


@pytest.mark.rule("K6")
def test_the_ban_ends_when_the_own_checker_is_free():
    position = board(mover="6:1 3:1 2:13", waiter="7:15")
    assert "2:13 off:2" in finals(PLAKOTO, position, "6-3")


@pytest.mark.rule("K6")
def test_where_it_is_allowed_a_pinned_checker_at_home_stops_nobody():
    position = board(mover="6:1 3x 2:13", waiter="22:1 7:14")
    assert finals(OWN_PIN, position, "6-5") == {"3x 2:13 off:1"}


@pytest.mark.rule("K6")
@pytest.mark.parametrize("dice", ["6-5", "3-1"])
def test_a_checker_pinned_outside_is_not_home_under_any_rule(dice: str):
    """Not even the 3 takes a checker from 3."""
    position = board(mover="7x 3:14", waiter="18:1 6:14")
    assert not any("off" in end for end in finals(OWN_PIN, position, dice))


@pytest.mark.rule("K6")
def test_a_pinned_checker_further_back_holds_larger_dice_back():
    """The 5 may not take the 4 while the pinned checker stands on 6."""
    position = board(mover="6x 4:2 1:12", waiter="19:1 7:14")
    assert finals(OWN_PIN, position, "5-4") == {"6x 4:1 1:12 off:1"}


@pytest.mark.rule("K6")
def test_a_pinned_checker_is_not_borne_off_with_its_own_number():
    position = board(mover="6x 4:2 1:12", waiter="19:1 7:14")
    assert finals(OWN_PIN, position, "6-6") == {"6x 4:2 1:12"}


# ------------------------------------------------------------------ mother


@pytest.mark.rule("K7")
def test_a_checker_pinned_on_24_is_the_mother():
    position = board(mover="5:1 3:14", waiter="24:1 6:14")
    end = end_of(position, "4-2", "3:14 1:1 | 24x 6:14")
    assert result_of(PLAKOTO, end) == MOTHER_WON


@pytest.mark.rule("K7")
def test_two_checkers_on_24_cannot_be_pinned():
    position = board(mover="24x 5:1 3:13", waiter="24:2 6:12 1:1")
    assert finals(PLAKOTO, position, "4-1") == {"24x 4:1 3:13", "24x 5:1 3:12 2:1"}


@pytest.mark.rule("K8")
def test_pinning_the_mother_wins_at_that_step():
    """5/1^ ends the game; the 2 is played only where the 4 is not, or first."""
    position = board(mover="5:1 3:14", waiter="24:1 6:14")
    assert finals(PLAKOTO, position, "4-2") == {
        "3:14 1:1 | 24x 6:14",
        "5:1 3:13 1:1 | 24x 6:14",
        "3:14 off:1",
    }


@pytest.mark.rule("K8")
def test_the_game_goes_on_while_the_pinner_has_a_checker_at_his_start():
    position = board(mover="24:2 5:1 3:12", waiter="24:1 8:14")
    end = end_of(position, "4-2", "24:2 3:11 1:2 | 24x 8:14")
    assert result_of(PLAKOTO, end) is None


@pytest.mark.rule("K8")
def test_pinning_and_leaving_may_come_in_one_turn():
    position = board(mover="24:1 5:1 3:13", waiter="24:1 6:14")
    assert finals(PLAKOTO, position, "4-2") == {
        "18:1 5:1 3:13",
        "20:1 3:14",
        "20:1 5:1 3:12 1:1 | 24x 6:14",
        "22:1 3:13 1:1 | 24x 6:14",
        "24:1 3:12 1:2 | 24x 6:14",
    }


@pytest.mark.rule("K8")
def test_leaving_the_start_later_wins_at_that_step():
    position = board(mover="24:1 3:13 1:1", waiter="24x 8:14")
    assert finals(PLAKOTO, position, "5-3") == {"19:1 3:13 1:1", "21:1 3:13 1:1"}


@pytest.mark.rule("K8")
def test_the_pinner_wins_when_he_leaves_his_start_after_a_longer_fight():
    position = board(mover="24:2 6:12 1:1", waiter="24x 4:1 3:13")
    end = end_of(position, "4-3", "21:1 20:1 6:12 1:1 | 24x 4x 3:13")
    assert result_of(PLAKOTO, end) == MOTHER_WON


@pytest.mark.rule("K8")
def test_a_win_by_the_mother_is_seen_from_both_sides():
    end = board(mover="24x 6:14", waiter="5:1 3:13 1:1")
    assert result_of(PLAKOTO, end) == Result(Role.WAITER, 2, Ending.MOTHER)
    assert result_of(PLAKOTO, end.passed()) == MOTHER_WON


@pytest.mark.rule("K8")
def test_a_winning_step_is_a_complete_play_though_another_uses_both_dice():
    position = board(mover="13:14 5:1", waiter="24:1 13:2 6:12")
    assert "13:14 1:1 | 24x 13:2 6:12" in finals(PLAKOTO, position, "4-1")


@pytest.mark.rule("K8")
def test_a_mother_pinned_at_any_time_may_win_without_an_empty_start():
    position = board(mover="24:2 5:1 3:12", waiter="24:1 8:14")
    (end,) = {
        end
        for end in legal_plays(ANY_START, position, Dice(4, 2))
        if written(end.mover) == "24:2 3:12 1:1"
    }
    assert result_of(ANY_START, end) == MOTHER_WON


@pytest.mark.rule("K8")
def test_judged_at_the_end_of_the_play_both_dice_are_owed():
    position = board(mover="13:14 5:1", waiter="24:1 13:2 6:12")
    assert finals(LATE, position, "4-1") == {"13:13 8:1 5:1", "13:13 9:1 4:1"}


@pytest.mark.rule("K8")
def test_judged_at_the_end_of_the_play_the_pin_may_be_given_up():
    """5/1^/off frees the mother again."""
    position = board(mover="5:1 3:1", waiter="24:1 6:14")
    (end,) = {
        end
        for end in legal_plays(LATE, position, Dice(4, 1))
        if written(end.mover) == "3:1 off:14"
    }
    assert result_of(LATE, end) is None


@pytest.mark.rule("K8")
def test_judged_at_the_end_of_the_play_the_last_checker_off_still_ends_it():
    position = board(mover="1:1", waiter="6:15")
    (play,) = legal_plays(LATE, position, Dice(6, 6)).values()
    assert len(play) == 1


@pytest.mark.rule("K8")
def test_the_side_whose_mother_is_pinned_wins_nothing_by_leaving():
    """Both conditions are the pinner's: his pin, his empty start."""
    position = board(mover="24x 13:14", waiter="24:1 6:13 1:1")
    ends = legal_plays(PLAKOTO, position, Dice(6, 5))
    assert {result_of(PLAKOTO, end) for end in ends} == {None}


@pytest.mark.rule("K9")
def test_both_mothers_pinned_is_a_draw_at_once():
    position = board(mover="24x 5:1 3:13", waiter="24:1 6:13 1:1")
    ends = legal_plays(PLAKOTO, position, Dice(4, 1))
    assert {written(end.mover) for end in ends} == {
        "24x 3:13 1:1",
        "24x 3:12 2:1 1:1",
    }
    assert {result_of(PLAKOTO, end) for end in ends} == {DRAWN}


@pytest.mark.rule("K9")
@pytest.mark.parametrize(
    "key",
    ["plakoto:mother_rule=off", "plakoto:bearoff_with_own_pin=true,mother_rule=off"],
)
def test_two_pinned_mothers_are_a_draw_without_the_mother_rule_too(key: str):
    """Nobody can bear off any more, so that nobody is ever freed."""
    ruleset = find_ruleset(key)
    end = board(mover="24x 1:14", waiter="24x 1:14")
    for dice in ROLLS:
        assert legal_plays(ruleset, end, dice) == {end: ()}
        assert legal_plays(ruleset, end.passed(), dice) == {end.passed(): ()}
    assert result_of(ruleset, end) == DRAWN


@pytest.mark.rule("K9")
def test_without_the_mother_rule_both_dice_are_owed_before_the_draw():
    position = board(mover="24x 5:1 3:13", waiter="24:1 6:13 1:1")
    (end,) = legal_plays(NO_MOTHER, position, Dice(4, 1))
    assert written(end.mover) == "24x 3:12 2:1 1:1"
    assert result_of(NO_MOTHER, end) == DRAWN


@pytest.mark.rule("K7")
def test_without_the_mother_rule_one_pinned_mother_decides_nothing():
    end = board(mover="3:14 1:1", waiter="24x 6:14")
    assert result_of(NO_MOTHER, end) is None


@pytest.mark.rule("K10")
@pytest.mark.parametrize(
    ("loser", "stake"),
    [
        ("6:14", Stake.SINGLE),
        ("6:15", Stake.GAMMON),
        ("21x 6:14", Stake.GAMMON),
        ("24:15", Stake.GAMMON),
    ],
)
def test_stake_of_a_win(loser: str, stake: Stake):
    assert stake_won(PLAKOTO, side(loser)) is stake


@pytest.mark.rule("K10")
def test_bearing_the_last_pinner_off_wins_a_mars():
    position = board(mover="4:1", waiter="21x 6:14")
    end = end_of(position, "4-1", "off:15 | 21:1 6:14")
    assert result_of(PLAKOTO, end) == Result(Role.MOVER, 2, Ending.BORNE_OFF)


@pytest.mark.rule("K10")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_value_of_the_mother(points: int):
    ruleset = find_ruleset(f"plakoto:mother_points={points}")
    end = board(mover="3:14 1:1", waiter="24x 6:14")
    assert result_of(ruleset, end) == Result(Role.MOVER, points, Ending.MOTHER)


@pytest.mark.rule("K11")
def test_both_dice_must_be_used_over_open_points():
    position = board(mover="20:1 1:14", waiter="8:2 7:2 6:11")
    assert finals(PLAKOTO, position, "3-2") == {"20:1 1:14"}


@pytest.mark.rule("K11")
def test_of_two_dice_that_exclude_each_other_the_larger_is_played():
    position = board(mover="13:1 1:14", waiter="19:2 6:13")
    assert finals(PLAKOTO, position, "6-1") == {"7:1 1:14"}
