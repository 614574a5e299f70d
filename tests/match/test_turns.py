"""Throw, play, lose a turn: one turn of a game by the state machine."""

import pytest

from match.driver import BLACK, WHITE, Table
from tavli.match import (
    Cube,
    GameEnded,
    GameEnding,
    MatchEnded,
    NextGame,
    Phase,
    Played,
    PlayMoves,
    Roll,
    Rolled,
    legal_actions,
)
from tavli.rules import Dice, Move

CLOSED = "7:3 6:2 5:2 4:2 3:2 2:2 1:2"


def play(*steps: tuple[int, int]) -> PlayMoves:
    return PlayMoves(tuple(Move(*step) for step in steps))


@pytest.mark.rule("C1")
def test_a_turn_is_a_throw_and_a_play():
    table = Table("portes", "5").set_up("13:2 6:13", "13:2 6:13")
    assert table.does(WHITE, Roll()) == (Rolled(WHITE, Dice(6, 1)),)
    assert table.state.phase is Phase.TO_PLAY
    (played,) = table.does(WHITE, play((13, 7), (7, 6)))
    assert played == Played(WHITE, (Move(13, 7), Move(7, 6)), ("", ""))
    assert (table.game.turn, table.state.phase) == (BLACK, Phase.TO_ROLL)
    assert table.game.turns == 3


@pytest.mark.rule("P3")
def test_a_play_tells_what_it_hit():
    table = Table("portes", "5").set_up("13:2 6:13", "18:1 6:14", dice="6-1")
    assert table.does(WHITE, play((13, 7), (7, 6)))[0].marks == ("*", "")
    assert table.game.black.checkers[25] == 1


@pytest.mark.rule("K2")
def test_a_play_tells_what_it_pinned():
    table = Table("plakoto", "5").set_up("24:14 20:1", "24:14 8:1", dice="3-1")
    assert table.does(WHITE, play((24, 23), (20, 17)))[0].marks == ("", "^")
    assert table.game.black.pinned == {8}


@pytest.mark.rule("C7")
def test_a_throw_that_can_not_be_played_passes_the_turn_in_one_action():
    table = Table("portes", "5").set_up("bar:1 6:14", CLOSED)
    rolled, passed = table.does(WHITE, Roll())
    assert rolled == Rolled(WHITE, Dice(6, 1))
    assert passed == Played(WHITE, ())
    assert (table.game.turn, table.state.phase) == (BLACK, Phase.TO_ROLL)


@pytest.mark.rule("C7")
def test_turns_lost_by_both_go_on_alternating():
    """Neither can play a 6: throw after throw, nobody is skipped (FR-043)."""
    table = Table("portes", "5", ["6-6"] * 9)
    table.set_up("13:1 6:14", "bar:1 18:2 12:12")
    order = []
    for _ in range(4):
        order.append(table.game.turn)
        assert table.does(table.game.turn, Roll())[1].play == ()
    assert order == [WHITE, BLACK, WHITE, BLACK]


@pytest.mark.rule("C14")
def test_the_last_checker_ends_the_game_with_dice_unplayed():
    table = Table("portes", "5").set_up("1:1", "6:14", dice="6-6")
    played, ended = table.does(WHITE, play((1, 0)))
    assert played.play == (Move(1, 0),)
    assert ended == GameEnded(WHITE, 1, GameEnding.BORNE_OFF, (1, 0))


@pytest.mark.rule("P4")
def test_portes_gives_two_points_at_most():
    """P-19 and M-08: a checker in the winner's home or on the bar adds nothing."""
    for loser in ("24:1 6:14", "bar:1 6:14", "6:15"):
        table = Table("portes", "5").set_up("1:1", loser, dice="6-1")
        assert table.does(WHITE, play((1, 0)))[1].points == 2


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    ("loser", "cube", "points"),
    [
        ("bar:1 6:14", 1, 3),  # P-19
        ("bar:1 6:13", 1, 1),  # B-05
        ("18:1 6:14", 1, 2),  # B-06
        ("19:1 6:14", 1, 3),
        ("18:1 6:14", 4, 8),  # B-03
        ("19:1 6:14", 2, 6),  # B-04
        ("6:13", 2, 2),
    ],
)
def test_backgammon_counts_once_twice_or_three_times_the_cube(loser, cube, points):
    owner = WHITE if cube > 1 else None
    table = Table("backgammon", "21").set_up(
        "1:1", loser, dice="6-1", cube=Cube(cube, owner)
    )
    ended = table.does(WHITE, play((1, 0)))[1]
    assert (ended.winner, ended.points) == (WHITE, points)


@pytest.mark.rule("K8")
@pytest.mark.parametrize(("points", "value"), [("1", 1), ("2", 2), ("3", 3)])
def test_the_mother_gives_what_was_agreed(points, value):
    table = Table("plakoto", "7", options={"plakoto.mother_points": points})
    table.set_up("5:1 3:14", "24:1 6:14", dice="4-2")
    _, ended = table.does(WHITE, play((5, 1)))
    assert ended == GameEnded(WHITE, value, GameEnding.MOTHER, (value, 0))


@pytest.mark.rule("K8")
def test_the_mother_can_be_won_by_the_side_that_waits():
    """K-15: Black leaves his start while White's mother is pinned."""
    table = Table("plakoto", "7").set_up(
        "24x 4:1 3:13", "24:2 6:12 1:1", turn=BLACK, dice="4-3"
    )
    _, ended = table.does(BLACK, play((24, 20), (24, 21)))
    assert ended == GameEnded(BLACK, 2, GameEnding.MOTHER, (0, 2))


@pytest.mark.rule("C4")
@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (((13, 7),), "dice_left"),
        (((13, 8), (8, 7)), "no_such_die"),
        (((12, 6), (6, 5)), "no_checker_there"),
        (((13, 19), (6, 5)), "forward_only"),
        (((30, -5),), "no_checker_there"),
        (((13, 7), (7, 6), (6, 5)), "no_such_die"),
        ((), "dice_left"),
    ],
)
def test_a_play_that_is_not_legal_is_refused_in_words(moves, code):
    table = Table("portes", "5").set_up("13:2 6:13", "13:2 6:13", dice="6-1")
    assert table.refuses(WHITE, play(*moves)) == code


def test_nobody_plays_before_the_throw_or_throws_twice():
    table = Table("portes", "5").set_up("13:2 6:13", "13:2 6:13")
    assert table.refuses(WHITE, play((13, 7), (7, 6))) == "roll_first"
    table.does(WHITE, Roll())
    assert table.refuses(WHITE, Roll()) == "already_rolled"


def test_the_other_side_waits():
    table = Table("portes", "5").set_up("13:2 6:13", "13:2 6:13")
    assert table.refuses(BLACK, Roll()) == "not_your_turn"
    table.does(WHITE, Roll())
    assert table.refuses(BLACK, play((13, 7), (7, 6))) == "not_your_turn"
    assert not any(
        isinstance(action, (Roll, PlayMoves))
        for action in legal_actions(table.state, BLACK)
    )


def test_a_game_under_way_has_no_next_one():
    table = Table("portes", "5")
    assert table.refuses(WHITE, NextGame()) == "game_goes_on"
    table.set_up(dice="6-1")
    assert table.refuses(BLACK, NextGame()) == "game_goes_on"


def test_a_game_that_is_over_takes_no_more_throws():
    table = Table("portes", "5").set_up("1:1", "6:14", dice="6-1")
    table.does(WHITE, play((1, 0)))
    for player in (WHITE, BLACK):
        assert table.refuses(player, Roll()) == "game_is_over"
        assert table.refuses(player, play((6, 5))) == "game_is_over"


def test_throws_are_counted_within_a_game_and_from_nothing_in_the_next():
    """A tie, an opening, a throw; then the next game asks for index 0 again."""
    table = Table("tavli", "5", ["2-2", "6-1", "5-3", "4-4"])
    table.does(WHITE, Roll(), play((13, 7), (8, 7)))
    table.does(BLACK, Roll())
    assert table.dice.asked == [(1, 0), (1, 1), (1, 2)]
    table.set_up("1:1", "6:14", dice="6-1")
    table.does(WHITE, play((1, 0)))
    table.next_game()
    table.does(WHITE, Roll())
    assert table.dice.asked[3:] == [(2, 0)]


def test_one_game_ends_the_match_that_it_is():
    table = Table("portes", "game").set_up("1:1", "6:14", dice="6-1")
    *_, last = table.does(WHITE, play((1, 0)))
    assert isinstance(last, MatchEnded)
    assert last.winner is WHITE
