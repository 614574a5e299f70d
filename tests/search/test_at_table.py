"""What a match at the table asks of a search."""

from dataclasses import replace

import pytest

from bots.tables import new_match
from tavli.match import Cube, CubeOption, MatchState
from tavli.rules import Player
from tavli.search import at_table
from tavli.search.at_table import place_of, raises_in, stakes_of, utility_of
from tavli.search.cube import Raises
from tavli.search.cube_place import CubePlace
from tavli.search.rates import Rates
from tavli.search.stakes import MoneyStakes
from tavli.search.utility import POINTS, WINS
from tavli.search.who import Who

WHITE, BLACK = Player.WHITE, Player.BLACK
RATES = {
    "portes": Rates(win=0.52, double=0.14, lost_double=0.13),
    "plakoto": Rates(win=0.51, double=0.2, lost_double=0.19, draw=0.004),
    "fevga": Rates(win=0.53, double=0.16, lost_double=0.15),
    "backgammon": Rates(
        win=0.52, double=0.14, triple=0.006, lost_double=0.13, lost_triple=0.005
    ),
}


@pytest.fixture(autouse=True)
def rates(monkeypatch):
    monkeypatch.setattr(at_table, "shipped_rates", lambda: RATES)
    at_table._table.cache_clear()
    at_table._equity.cache_clear()
    yield
    at_table._table.cache_clear()
    at_table._equity.cache_clear()


def at_score(state: MatchState, white: int, black: int, **game: object) -> MatchState:
    assert state.game is not None
    started = replace(state.game, starter=WHITE, turn=WHITE, **game)
    return replace(state, score=(white, black), game=started)


def test_a_single_game_and_money_are_played_for_points():
    for game, length in (("portes", "game"), ("backgammon", "money")):
        assert utility_of(new_match(game, length), WHITE) is POINTS


def test_at_one_point_each_a_double_is_worth_no_more():
    for game in ("tavli", "portes", "backgammon"):
        state = at_score(new_match(game, "3"), 2, 2)
        assert utility_of(state, WHITE).worth[:6] == pytest.approx(WINS.worth[:6])


def test_who_needs_two_points_wants_the_double_and_his_opponent_fears_it():
    state = at_score(new_match("tavli", "3"), 1, 2)
    mine, theirs = utility_of(state, WHITE), utility_of(state, BLACK)
    assert mine.worth[2] > 0.8  # a double wins the match instead of evening it
    assert mine.worth[4] == pytest.approx(0)  # a lost double loses no more than a game
    assert theirs.worth == pytest.approx(mine.turned.worth)


def test_the_cube_multiplies_what_is_played_for():
    state = at_score(new_match("backgammon", "5"), 1, 1, cube=Cube(2, BLACK))
    # At a cube of 2, two of four points: a gammon is the match.
    assert utility_of(state, WHITE).worth[2] > 0.8
    assert utility_of(state, WHITE).worth[3] == pytest.approx(0, abs=1e-9)
    assert place_of(state.game, BLACK) == CubePlace(2, Who.ME)
    assert place_of(state.game, WHITE) == CubePlace(2, Who.OTHER)


def test_a_cube_in_the_middle_is_nobodys():
    game = new_match("backgammon", "5").game
    assert place_of(game, WHITE) == CubePlace(1, Who.NOBODY)


def test_money_knows_jacoby_beavers_and_raccoons():
    state = new_match(
        "backgammon", "money", bg__jacoby="on", bg__beaver="on", bg__raccoon="on"
    )
    assert stakes_of(state, WHITE) == MoneyStakes(has_jacoby=True)
    assert raises_in(state) == Raises(beaver=True, raccoon=True)
    assert stakes_of(new_match("backgammon", "game"), WHITE) == MoneyStakes()


def test_under_jacobys_rule_wins_count_until_the_cube_is_turned():
    state = new_match("backgammon", "money", bg__jacoby="on")
    assert utility_of(state, WHITE) is WINS
    automatic = replace(state, game=replace(state.game, cube=Cube(2)))
    assert utility_of(automatic, WHITE) is WINS
    turned = replace(state, game=replace(state.game, cube=Cube(2, BLACK)))
    assert utility_of(turned, WHITE) is POINTS


def test_a_crawford_game_has_no_cube_and_the_next_has_one():
    state = at_score(new_match("backgammon", "5"), 4, 2, crawford=True)
    crawford = stakes_of(replace(state, crawford_played=True), BLACK)
    assert not crawford.is_live
    later = at_score(replace(state, crawford_played=True), 4, 2, crawford=False)
    stakes = stakes_of(later, BLACK)
    assert stakes.is_live
    assert stakes.worth(1) > -1
    assert not stakes.is_dead(1)


def test_without_the_crawford_rule_it_counts_as_over():
    state = at_score(new_match("backgammon", "5", bg__crawford="off"), 4, 2)
    assert CubeOption.CRAWFORD not in state.rules.cube_options
    assert stakes_of(state, BLACK).crawford_is_over


def test_without_the_crawford_rule_no_score_expects_such_a_game():
    usual, without = (
        stakes_of(at_score(new_match("backgammon", "5", **options), 2, 3), WHITE)
        for options in ({}, {"bg__crawford": "off"})
    )
    # A point for Black leaves him one away, and now White may double at once.
    assert without.worth(-1) > usual.worth(-1)
    assert without.worth(-1) == usual.table.after[2] * 2 - 1
