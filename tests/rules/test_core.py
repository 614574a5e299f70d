"""What all games share: the turn, the duty to play, bearing off, the end."""

import pytest

from boards import board, finals, side
from tavli.rules import (
    BACKGAMMON,
    CHECKERS,
    FEVGA,
    PLAKOTO,
    PORTES,
    ROLLS,
    RULESETS,
    Course,
    Dice,
    Ending,
    Move,
    Player,
    Position,
    Ruleset,
    Side,
    after_moves,
    legal_plays,
    move_graph,
    result_of,
)

every_game = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)

# --------------------------------------------------------------------- turn


@pytest.mark.rule("C1")
def test_different_dice_give_one_step_each():
    assert Dice(3, 5).numbers == (5, 3)


@pytest.mark.rule("C1")
def test_equal_dice_give_four_steps():
    assert Dice(2, 2).numbers == (2, 2, 2, 2)


@pytest.mark.rule("C1")
@every_game
def test_the_order_of_the_dice_does_not_matter(ruleset: Ruleset):
    start = Position.start(ruleset)
    assert finals(ruleset, start, "5-3") == finals(ruleset, start, "3-5")


@pytest.mark.rule("C2")
def test_one_checker_may_use_both_dice():
    position = board(mover="24:1 1:14", waiter="6:15")
    assert finals(PORTES, position, "2-1") == {"21:1 1:14"}


@pytest.mark.rule("C2")
def test_every_point_on_the_way_must_be_open():
    position = board(mover="20:1 1:14", waiter="8:2 7:2 6:11")
    assert finals(PORTES, position, "3-2") == {"20:1 1:14"}


@pytest.mark.rule("C2")
def test_one_open_point_on_the_way_is_enough():
    position = board(mover="10:1 1:14", waiter="18:2 6:13")
    assert finals(PORTES, position, "6-3") == {"1:15"}


@pytest.mark.rule("C3")
@every_game
def test_checkers_only_move_forward(ruleset: Ruleset):
    start = Position.start(ruleset)
    for dice in ROLLS:
        for play in legal_plays(ruleset, start, dice).values():
            assert all(move.source > move.target for move in play)


@pytest.mark.rule("C3")
def test_a_play_must_be_made_where_one_exists():
    position = board(mover="6:15", waiter="24:2 13:13")
    assert "6:15" not in finals(PORTES, position, "2-1")


# ---------------------------------------------------------------- obligation


@pytest.mark.rule("C4")
def test_both_dice_must_be_used_if_some_play_uses_both():
    """13/7 with the 6 would leave no 3."""
    position = board(mover="13:1 8:1 1:13", waiter="21:2 20:2 6:11")
    assert finals(PORTES, position, "6-3") == {"10:1 2:1 1:13"}


@pytest.mark.rule("C4")
def test_a_die_that_only_the_other_makes_playable_must_be_used():
    """11/6 is closed; 11/8/3 is not."""
    position = board(mover="11:1 1:14", waiter="19:2 7:13")
    assert finals(PORTES, position, "5-3") == {"3:1 1:14"}


@pytest.mark.rule("C4")
def test_the_only_checker_left_outside_plays_the_second_die():
    """Both 8/2 and 24/22 exist, so no play stops after one of them."""
    position = board(mover="24:1 8:1 6:13", waiter="21:2 9:2 7:3 6:4 5:4")
    plays = legal_plays(PORTES, position, Dice(6, 2))
    assert {len(play) for play in plays.values()} == {2}


@pytest.mark.rule("C5")
def test_of_two_dice_that_exclude_each_other_the_larger_is_played():
    position = board(mover="13:1 1:14", waiter="19:2 6:13")
    assert finals(PORTES, position, "6-1") == {"7:1 1:14"}


@pytest.mark.rule("C5")
def test_the_smaller_die_is_compulsory_where_only_it_is_playable():
    position = board(mover="13:1 1:14", waiter="19:2 18:2 6:11")
    assert finals(PORTES, position, "6-1") == {"12:1 1:14"}


@pytest.mark.rule("C6")
def test_of_a_double_as_many_steps_as_possible_are_played():
    position = board(mover="24:1 1:14", waiter="13:2 6:13")
    assert finals(PORTES, position, "4-4") == {"16:1 1:14"}


@pytest.mark.rule("C6")
def test_a_double_may_allow_three_steps():
    position = board(mover="24:1 1:14", waiter="9:2 6:13")
    assert finals(PORTES, position, "2-2") == {"18:1 1:14"}


@pytest.mark.rule("C7")
@pytest.mark.parametrize("dice", ROLLS, ids=str)
def test_a_turn_without_a_play_is_lost(dice: Dice):
    closed = board(mover="bar:1 1:14", waiter="7:3 6:2 5:2 4:2 3:2 2:2 1:2")
    assert legal_plays(PORTES, closed, dice) == {closed: ()}


# --------------------------------------------------------------- bearing off


@pytest.mark.rule("C8")
@pytest.mark.parametrize("dice", ["6-1", "1-1", "6-6"])
def test_nobody_bears_off_with_a_checker_outside(dice: str):
    position = board(mover="24:1 1:14", waiter="7:2 6:13")
    assert not any("off" in end for end in finals(BACKGAMMON, position, dice))


@pytest.mark.rule("C8")
def test_the_last_checker_may_come_home_and_bear_off_in_one_turn():
    position = board(mover="7:1 2:1", waiter="6:15")
    assert finals(PORTES, position, "6-5") == {"1:1 off:14", "2:1 off:14"}


@pytest.mark.rule("C8")
def test_checkers_on_the_bar_are_not_home():
    position = board(mover="bar:1 6:14", waiter="6:2 5:2 13:11")
    assert not any("off" in end for end in finals(PORTES, position, "6-3"))


@pytest.mark.rule("C9")
def test_a_die_bears_off_from_the_point_of_its_number():
    position = board(mover="6:1 3:1", waiter="6:15")
    assert finals(PORTES, position, "6-3") == {"off:15", "3:1 off:14"}


@pytest.mark.rule("C9")
def test_a_die_moves_inside_while_a_checker_stands_further_back():
    position = board(mover="6:1 4:1", waiter="6:15")
    assert finals(PORTES, position, "5-4") == {"1:1 off:14", "2:1 off:14"}


@pytest.mark.rule("C9")
def test_a_larger_die_bears_off_from_the_highest_point():
    position = board(mover="3:2 1:1", waiter="6:15")
    assert finals(PORTES, position, "6-5") == {"1:1 off:14"}


@pytest.mark.rule("C9")
def test_a_double_moves_in_first_and_then_bears_off():
    """6/1 is forced, then 3, 3 and 1 come off."""
    position = board(mover="6:1 3:2", waiter="6:15")
    assert finals(PORTES, position, "5-5") == {"off:15"}


@pytest.mark.rule("C9")
def test_a_straggler_comes_in_with_the_first_of_four_fives():
    position = board(mover="8:1 6:1 5:2 2:1", waiter="6:15")
    assert finals(PORTES, position, "5-5") == {"3:1 2:1 1:1 off:12"}


@pytest.mark.rule("C10")
def test_bearing_off_is_not_compulsory():
    position = board(mover="6:1 5:1 4:1", waiter="6:15")
    assert finals(PORTES, position, "4-1") == {
        "4:2 2:1 off:12",
        "5:1 3:1 2:1 off:12",
        "5:1 4:1 1:1 off:12",
        "6:1 3:1 1:1 off:12",
        "6:1 4:1 off:13",
        "5:2 off:13",
    }


@pytest.mark.rule("C11")
def test_a_small_die_may_be_played_first_and_waste_pips_of_the_large_one():
    """6/5, then the 6 takes the 5."""
    position = board(mover="6:1 2:1", waiter="6:15")
    assert "2:1 off:14" in finals(PORTES, position, "6-1")


@pytest.mark.rule("C12")
def test_a_blocked_checker_further_back_stops_the_bear_off():
    position = board(mover="5:1 1:2", waiter="23:2 6:13")
    assert finals(PORTES, position, "3-3") == {"5:1 1:2 off:12"}


@pytest.mark.rule("C12")
def test_a_blocked_checker_further_back_leaves_the_dies_own_point_free():
    """5/2 is closed, but a 3 stands on the 3."""
    position = board(mover="5:1 3:1", waiter="23:2 6:13")
    assert finals(PORTES, position, "3-3") == {"5:1 off:14"}


@pytest.mark.rule("C13")
def test_a_checker_hit_in_the_bear_off_comes_round_first():
    position = board(mover="bar:1 4:1 2:1", waiter="6:15")
    assert finals(PORTES, position, "6-1") == {"18:1 4:1 2:1 off:12"}


@pytest.mark.rule("C13")
def test_bearing_off_resumes_when_the_hit_checker_is_home():
    position = board(mover="8:1 4:1", waiter="6:15")
    assert "6:1 off:14" in finals(PORTES, position, "4-2")


# ----------------------------------------------------------------------- end


@pytest.mark.rule("C14")
@every_game
def test_fifteen_checkers_off_win(ruleset: Ruleset):
    end = board(mover="", waiter="1:1")
    result = result_of(ruleset, end)
    assert result is not None
    assert result.ending is Ending.BORNE_OFF


@pytest.mark.rule("C14")
def test_the_dice_left_at_the_end_are_not_played():
    position = board(mover="5:2", waiter="6:15")
    assert [len(p) for p in legal_plays(PORTES, position, Dice(6, 6)).values()] == [2]


@pytest.mark.rule("C14")
def test_a_game_goes_on_while_a_checker_is_left():
    assert result_of(PORTES, board(mover="1:1", waiter="1:1")) is None


@pytest.mark.rule("C14")
def test_the_end_is_seen_from_both_sides():
    end = board(mover="", waiter="1:1")
    mine, theirs = result_of(PORTES, end), result_of(PORTES, end.passed())
    assert mine is not None
    assert theirs is not None
    assert (mine.points, mine.winner) == (theirs.points, mine.winner)
    assert mine.winner is not theirs.winner


# ------------------------------------------------------------ board and dice


@pytest.mark.parametrize("course", Course)
def test_the_opponents_number_of_my_point_leads_back_to_it(course: Course):
    assert [course.across(course.across(point)) for point in range(1, 25)] == list(
        range(1, 25)
    )


def test_in_contrary_games_my_home_is_the_opponents_first_quarter():
    assert [Course.CONTRARY.across(p) for p in range(1, 7)] == [24, 23, 22, 21, 20, 19]


def test_in_parallel_games_the_opponents_start_is_my_12():
    assert Course.PARALLEL.across(24) == 12


@every_game
def test_both_sides_set_up_fifteen_checkers(ruleset: Ruleset):
    start = Position.start(ruleset)
    assert start.mover.total == start.waiter.total == CHECKERS


@pytest.mark.parametrize(
    ("text", "pips"),
    [
        ("24:2 13:5 8:3 6:5", 167),
        ("24:15", 360),
        ("bar:2 1:13", 63),
        ("20x 6:14", 104),
        ("", 0),
    ],
)
def test_pips_count_all_checkers_pinned_and_waiting_ones_too(text: str, pips: int):
    assert side(text).pip_count == pips


@pytest.mark.parametrize(
    ("text", "rearmost"),
    [("13:1 6:14", 13), ("bar:1 6:14", 25), ("20x 6:14", 20), ("3x 6:14", 6), ("", 0)],
)
def test_rearmost_checker(text: str, rearmost: int):
    assert side(text).rearmost == rearmost


@pytest.mark.parametrize(
    ("counts", "pinned", "sentence"),
    [
        ((0,) * 25, (), "a side has 26 entries, not 25"),
        ((-1,) + (0,) * 25, (), "no checkers"),
        ((16,) + (0,) * 25, (), "no more than 15 checkers"),
        ((15,) + (0,) * 25, (1,), "no more than 15 checkers"),
        ((14,) + (0,) * 25, (25,), "pinned on a point from 1 to 24"),
        ((14,) + (0,) * 25, (0,), "pinned on a point from 1 to 24"),
    ],
)
def test_impossible_sides_are_refused(counts, pinned, sentence: str):
    with pytest.raises(ValueError, match=sentence):
        Side(counts, frozenset(pinned))


def test_points_beyond_the_bar_are_refused():
    with pytest.raises(ValueError, match="points run from 0"):
        Side.of({26: 15})


@pytest.mark.parametrize("text", ["6-1", "1-6", "3-3"])
def test_dice_are_written_as_they_fell(text: str):
    assert str(Dice.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "6", "61", "6-", "6-0", "7-1", "6-1 ", "6–1", "٣-١", "6-1-1", "a" * 999],
)
def test_other_texts_are_no_dice(text: str):
    with pytest.raises(ValueError, match="dice are written like 6-1") as refused:
        Dice.parse(text)
    assert len(str(refused.value)) < 70


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 7), (-1, 3)])
def test_a_die_shows_one_to_six(first: int, second: int):
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        Dice(first, second)


def test_the_21_rolls_weigh_36_throws():
    assert len(ROLLS) == 21
    assert sum(roll.weight for roll in ROLLS) == 36


@pytest.mark.parametrize("ruleset", [PLAKOTO, FEVGA], ids=["plakoto", "fevga"])
def test_stacked_games_start_on_24(ruleset: Ruleset):
    assert Position.start(ruleset) == board(mover="24:15", waiter="24:15")


def test_the_opponent_of_the_opponent_is_oneself():
    assert Player.WHITE.opponent is Player.BLACK
    assert Player.BLACK.opponent is Player.WHITE


# ----------------------------------------------------------------- moves alone


def test_moves_can_be_taken_without_asking_for_dice():
    position = board(mover="8:1 6:14", waiter="20:1 8:14")
    after = after_moves(PORTES, position, (Move(8, 5), Move(5, 1)))
    assert after == board(mover="6:14 1:1", waiter="bar:1 8:14")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move(7, 5), "there is no checker for 7/5"),
        (Move(6, 6), "there is no checker for 6/6"),
        (Move(6, 8), "there is no checker for 6/8"),
        (Move(26, 6), "there is no checker for 26/6"),
        (Move(6, -1), "there is no checker for 6/-1"),
        (Move(8, 2), "8/2 lands on a closed point"),
    ],
)
def test_a_move_that_no_dice_allow_is_refused(move: Move, sentence: str):
    position = board(mover="8:1 6:14", waiter="23:2 8:13")
    with pytest.raises(ValueError, match=sentence):
        after_moves(PORTES, position, (move,))


def test_a_walk_tells_what_it_hits_and_pins():
    hitting = board(mover="8:1 1:14", waiter="20:1 19:1 6:13")
    walk = (Move(8, 6), Move(6, 5))
    assert move_graph(PORTES, hitting, Dice(2, 1)).marks(walk) == ("*", "*")


def test_a_walk_that_is_not_legal_marks_nothing():
    graph = move_graph(PORTES, Position.start(PORTES), Dice(2, 1))
    assert graph.marks((Move(24, 18),)) == ()
