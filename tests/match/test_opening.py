"""The roll for the start: who begins, and with which dice."""

from itertools import product

import pytest

from match.driver import BLACK, WHITE, Table
from tavli.match import (
    CubeAutoDoubled,
    Double,
    OpeningThrown,
    Phase,
    PlayMoves,
    Roll,
    Rolled,
    legal_actions,
)
from tavli.rules import Dice

ORDERED = [(white, black) for white, black in product(range(1, 7), repeat=2)]
UNEQUAL = [pair for pair in ORDERED if pair[0] != pair[1]]


@pytest.mark.rule("M3")
@pytest.mark.rule("P6")
@pytest.mark.parametrize(("white", "black"), UNEQUAL)
def test_the_higher_die_starts_and_plays_both_numbers(white, black):
    """M-01, for all thirty throws that differ."""
    table = Table("tavli", "5", [f"{white}-{black}"])
    assert table.does(WHITE, Roll()) == (OpeningThrown(white, black),)
    assert table.state.phase is Phase.TO_PLAY
    assert table.game.turn is (WHITE if white > black else BLACK)
    assert table.game.dice == Dice(white, black)
    assert table.game.starter is table.game.turn


@pytest.mark.rule("P7")
@pytest.mark.parametrize("number", range(1, 7))
def test_equal_dice_are_thrown_again_and_nothing_else_happens(number):
    """M-02."""
    table = Table("tavli", "5", [f"{number}-{number}", "2-6"])
    events = table.does(BLACK, Roll())
    assert events == (OpeningThrown(number, number), OpeningThrown(2, 6))
    assert table.game.turn is BLACK
    assert table.game.rolls == 2


@pytest.mark.rule("P7")
def test_ties_are_thrown_again_until_the_dice_differ():
    table = Table("portes", "game", ["1-1", "4-4", "4-4", "6-6", "3-5"])
    assert len(table.does(WHITE, Roll())) == 5
    assert table.dice.asked == [(1, index) for index in range(5)]


@pytest.mark.rule("M3")
@pytest.mark.parametrize("player", [WHITE, BLACK])
def test_either_player_may_throw_for_the_start(player):
    table = Table("tavli", "5", ["6-1"])
    assert Roll() in legal_actions(table.state, player)
    table.does(player, Roll())
    assert table.game.turn is WHITE


@pytest.mark.rule("M3")
@pytest.mark.parametrize("game", ["tavli", "portes", "plakoto", "fevga", "backgammon"])
def test_the_first_turn_is_never_a_double(game):
    """M-09: every game opens alike, alone or in a match."""
    table = Table(game, "5", ["5-5", "3-2"])
    table.does(WHITE, Roll())
    assert table.game.dice == Dice(3, 2)
    assert table.game.turn is WHITE


@pytest.mark.rule("M9")
@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga", "backgammon"])
def test_one_game_by_itself_begins_with_the_same_throw(game):
    table = Table(game, "game", ["1-4"])
    assert table.state.phase is Phase.OPENING
    table.does(WHITE, Roll())
    assert (table.game.turn, table.game.dice) == (BLACK, Dice(1, 4))


# ----------------------------------------------------- opening_first = reroll

REROLL = {"opening_first": "reroll"}


@pytest.mark.rule("M3")
@pytest.mark.parametrize("game", ["tavli", "portes", "plakoto", "fevga", "backgammon"])
def test_by_reroll_the_winner_throws_both_dice_himself(game):
    table = Table(game, "5", ["2-6", "4-1"], REROLL)
    table.does(WHITE, Roll())
    assert table.state.phase is Phase.TO_ROLL
    assert (table.game.turn, table.game.dice) == (BLACK, None)
    assert table.refuses(WHITE, Roll()) == "not_your_turn"
    assert table.does(BLACK, Roll()) == (Rolled(BLACK, Dice(4, 1)),)


@pytest.mark.rule("M3")
def test_by_reroll_the_first_turn_can_be_a_double():
    table = Table("portes", "5", ["6-1", "3-3"], REROLL)
    table.does(WHITE, Roll(), Roll())
    assert table.game.dice.is_double


@pytest.mark.rule("M3")
def test_by_reroll_a_tie_is_still_thrown_again():
    table = Table("portes", "5", ["3-3", "6-1", "2-1"], REROLL)
    assert len(table.does(WHITE, Roll())) == 2
    table.does(WHITE, Roll())
    assert table.dice.asked == [(1, 0), (1, 1), (1, 2)]


@pytest.mark.rule("B1")
def test_by_reroll_too_nobody_doubles_before_the_first_turn():
    table = Table("backgammon", "5", ["6-1", "3-3"], REROLL)
    table.does(WHITE, Roll())
    assert Double() not in legal_actions(table.state, WHITE)
    assert table.refuses(WHITE, Double()) == "no_double_yet"


# ------------------------------------------------------------ backgammon's own


@pytest.mark.rule("B1")
def test_nobody_doubles_at_the_roll_for_the_start():
    table = Table("backgammon", "5", ["6-1", "4-2"])
    assert table.refuses(WHITE, Double()) == "not_your_turn"
    table.does(WHITE, Roll())
    assert table.refuses(WHITE, Double()) == "double_before_roll"
    table.does(WHITE, PlayMoves(((13, 7), (8, 7))))
    assert Double() in legal_actions(table.state, BLACK)


AUTO = {"bg.auto_doubles": "on"}


@pytest.mark.rule("B9")
def test_a_tie_turns_the_cube_and_leaves_it_in_the_middle():
    """B-08, with the option."""
    table = Table("backgammon", "money", ["3-3", "6-1"], AUTO)
    events = table.does(WHITE, Roll())
    assert events == (OpeningThrown(3, 3), CubeAutoDoubled(2), OpeningThrown(6, 1))
    assert (table.game.cube.value, table.game.cube.owner) == (2, None)


@pytest.mark.rule("B9")
def test_without_the_option_a_tie_turns_nothing():
    """B-08, without the option."""
    table = Table("backgammon", "money", ["3-3", "6-1"])
    assert table.does(WHITE, Roll()) == (OpeningThrown(3, 3), OpeningThrown(6, 1))
    assert table.game.cube.value == 1


@pytest.mark.rule("B9")
def test_a_second_tie_turns_the_cube_no_further():
    table = Table("backgammon", "money", ["3-3", "4-4", "6-1"], AUTO)
    table.does(WHITE, Roll())
    assert table.game.cube.value == 2


@pytest.mark.rule("B9")
def test_unequal_dice_turn_nothing():
    table = Table("backgammon", "money", ["6-1"], AUTO)
    table.does(WHITE, Roll())
    assert table.game.cube.value == 1


@pytest.mark.rule("B9")
@pytest.mark.parametrize("player", [WHITE, BLACK])
def test_after_an_automatic_double_both_may_turn_the_cube(player):
    table = Table("backgammon", "money", ["3-3", "6-1"], AUTO)
    table.does(WHITE, Roll())
    cube = table.game.cube
    table.set_up(turn=player, cube=cube)
    assert table.does(player, Double())[0].value == 4


@pytest.mark.rule("B9")
def test_one_game_by_itself_knows_automatic_doubles_too():
    table = Table("backgammon", "game", ["1-1", "2-1"], AUTO)
    table.does(WHITE, Roll())
    assert table.game.cube.value == 2


@pytest.mark.rule("B6")
def test_matches_know_no_automatic_double():
    with pytest.raises(ValueError, match="backgammon to 5 has no option"):
        Table("backgammon", "5", options=AUTO)
