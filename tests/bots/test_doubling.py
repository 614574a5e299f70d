"""When the baseline turns the cube, and what it answers."""

import pytest

from bots.tables import at, new_match
from tavli.bots import make_bot
from tavli.match import Beaver, Cube, CubeOffer, Double, Drop, OfferKind, Roll, Take
from tavli.rules import Player

START = "24:2 13:5 8:3 6:5"
EVEN = ("6:8 5:5 4:2", "6:8 5:5 4:2")
AHEAD = ("6:5 5:5 4:5", "10:3 6:12")
FAR_AHEAD = ("4:5 3:5", "12:5 6:10")


def on_roll(boards, length="7", score=(0, 0), cube=None, **options):
    state = at(
        new_match("backgammon", length, **options), *boards, score=score, cube=cube
    )
    return make_bot("baseline", 0).choose(state, Player.WHITE)


def doubled(boards, length="7", score=(0, 0), kind=OfferKind.DOUBLE, **options):
    """What Black answers when White, on roll, has doubled."""
    offer = CubeOffer(kind, Player.WHITE, 2, Player.BLACK)
    state = at(
        new_match("backgammon", length, **options), *boards, score=score, offer=offer
    )
    return make_bot("baseline", 0).choose(state, Player.BLACK)


@pytest.mark.parametrize(
    ("boards", "action"),
    [
        ((START, START), Roll()),
        (EVEN, Roll()),
        (AHEAD, Double()),
        (FAR_AHEAD, Double()),
        (FAR_AHEAD[::-1], Roll()),
    ],
)
def test_a_clear_lead_is_doubled(boards, action):
    assert on_roll(boards) == action


def test_the_opponents_cube_stays_where_it_is():
    assert on_roll(FAR_AHEAD, cube=Cube(2, Player.BLACK)) == Roll()


def test_a_dead_cube_is_not_turned():
    assert on_roll(FAR_AHEAD, score=(5, 0), cube=Cube(2, Player.WHITE)) == Roll()


def test_a_match_to_one_point_has_no_double():
    assert on_roll(FAR_AHEAD, length="1") == Roll()


def test_after_the_crawford_game_the_trailer_doubles_at_once():
    assert on_roll((START, START), score=(4, 6)) == Double()
    assert on_roll((START, START), score=(6, 6)) == Roll()


def test_a_game_too_good_for_a_drop_is_played_on():
    closed = ("6:3 5:3 4:3 3:2 2:2 1:2", "bar:2 6:13")
    assert on_roll(closed, cube=Cube(2, Player.WHITE)) == Roll()


@pytest.mark.parametrize(
    ("boards", "answer"),
    [
        ((START, START), Take()),
        (EVEN, Take()),
        (FAR_AHEAD, Drop()),
    ],
)
def test_a_double_is_taken_while_there_is_a_quarter_of_a_chance(boards, answer):
    assert doubled(boards) == answer


def test_a_bad_double_is_beavered_where_that_is_played():
    assert doubled(FAR_AHEAD[::-1], length="money", bg__beaver="on") == Beaver()
    assert doubled(FAR_AHEAD[::-1], length="money") == Take()


def test_who_needs_one_point_drops_for_free_while_the_other_needs_an_even_number():
    worse = ("6:8 5:5 4:2", "7:4 6:6 5:5")
    assert doubled(worse, length="7", score=(5, 6)) == Drop()
    assert doubled(worse, length="7", score=(4, 6)) == Take()
