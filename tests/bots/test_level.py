"""A level at the table: what it plays and what it does with the cube."""

import numpy as np
import pytest

from bots.tables import at, new_match
from tavli.bots import level, make_bot
from tavli.match import (
    Beaver,
    Cube,
    CubeOffer,
    Double,
    Drop,
    OfferKind,
    PlayMoves,
    Raccoon,
    Roll,
    Take,
)
from tavli.rules import Player
from tavli.search.cube import CubeDecision, Verdict
from tavli.search.cubeful import CubefulSearch
from tavli.search.who import Who

WHITE, BLACK = Player.WHITE, Player.BLACK
START = "24:2 13:5 8:3 6:5"
WON = "2:2"
LOST = "6:9"


def master(state, player=WHITE):
    return make_bot("level-8", 1).choose(state, player)


def money(**options: str):
    return new_match("backgammon", "money", **options)


def doubled(white: str, black: str, kind=OfferKind.DOUBLE, **options: str):
    """White, on roll, has turned the cube to 2; or Black has beavered it to 4."""
    if kind is OfferKind.BEAVER:
        offer = CubeOffer(kind, BLACK, 4, BLACK)
    else:
        offer = CubeOffer(kind, WHITE, 2, BLACK)
    return at(money(**options), white, black, offer=offer)


def test_the_master_makes_his_five_point():
    state = at(new_match("backgammon", "game"), START, START, dice="3-1")
    action = master(state)
    assert isinstance(action, PlayMoves)
    assert sorted(action.moves) == [(6, 5), (8, 5)]


def test_the_cube_stays_in_the_middle_of_an_even_game():
    assert master(at(money(), START, START)) == Roll()


def test_a_market_is_not_lost():
    assert master(at(money(), "6:2 5:2", "6:3 5:2")) == Double()


def test_whoever_is_far_behind_drops_and_whoever_is_not_takes():
    assert master(doubled(WON, LOST), BLACK) == Drop()
    assert master(doubled(START, START), BLACK) == Take()


def test_a_foolish_double_is_beavered_where_that_is_allowed():
    state = doubled("6:7", "5:6", bg__beaver="on")
    assert master(state, BLACK) == Beaver()
    assert master(doubled("6:7", "5:6"), BLACK) == Take()


def test_a_double_that_would_be_beavered_is_thought_of_as_beavered(monkeypatch):
    """A double may be better than none if it is taken, and worse if it is beavered."""

    def decided(_search, _board, _stakes, _cube, raises) -> CubeDecision:
        return CubeDecision(
            verdict=Verdict.NO_DOUBLE,
            no_double=-0.2,
            double_take=-0.1,
            double_drop=1.0,
            beaver=-0.4 if raises.beaver else None,
        )

    monkeypatch.setattr(level, "decide", decided)
    assert master(at(money(), START, START)) == Double()
    assert master(at(money(bg__beaver="on"), START, START)) == Roll()


def test_a_beaver_is_given_up_when_the_game_is_lost():
    options = {"bg__beaver": "on"}
    lost = doubled("24:2 6:13", "1:1", OfferKind.BEAVER, **options)
    even = doubled(START, START, OfferKind.BEAVER, **options)
    assert master(lost, WHITE) == Drop()
    assert master(even, WHITE) == Take()


def test_a_raccoon_leaves_the_cube_with_who_beavered():
    """At the start neither is worth it: eight points, and the other side redoubles."""
    options = {"bg__beaver": "on", "bg__raccoon": "on"}
    even = doubled(START, START, OfferKind.BEAVER, **options)
    assert master(even, WHITE) == Take()
    better = doubled("6:5 5:5 4:5", "6:9 5:6", OfferKind.BEAVER, **options)
    assert master(better, WHITE) == Raccoon()


def test_a_beaver_that_would_be_raccooned_is_thought_of_as_raccooned(monkeypatch):
    """Black is worse off with twice the points at stake, but only if White raises."""

    def values(_search, _boards, _stakes, cubes):
        assert all(cube.owner is Who.OTHER for cube in cubes)
        return np.array([[0.3, 0.2, 1.1][: len(cubes)]])

    monkeypatch.setattr(CubefulSearch, "values", values)
    beaver = {"bg__beaver": "on"}
    assert master(doubled(START, START, **beaver), BLACK) == Beaver()
    both = doubled(START, START, bg__raccoon="on", **beaver)
    assert master(both, BLACK) == Take()


def test_who_needs_one_point_never_doubles_and_who_is_about_to_lose_does():
    state = new_match("backgammon", "5", bg__crawford="off")
    ahead = at(state, START, START, score=(4, 2))
    behind = at(state, START, START, score=(2, 4))
    assert master(ahead) == Roll()
    assert master(behind) == Double()


def test_a_beginner_sometimes_plays_what_a_master_does_not():
    state = at(new_match("portes", "game"), START, START, dice="4-3")
    best = master(state)
    chosen = [make_bot("level-1", seed).choose(state, WHITE) for seed in range(40)]
    assert len(set(chosen)) > 3
    assert chosen.count(best) < 40


@pytest.mark.parametrize("value", [1, 4])
def test_a_beginner_errs_by_as_many_points_in_a_match_as_for_money(monkeypatch, value):
    """A point is worth about 0.14 of a match to 7: errors there are that much less."""

    def decided(_search, _board, stakes, cube, _raises) -> CubeDecision:
        point = (stakes.worth(cube.value) - stakes.worth(-cube.value)) / 2
        return CubeDecision(
            verdict=Verdict.NO_DOUBLE,
            no_double=0.0,
            double_take=-0.3 * point,
            double_drop=stakes.worth(cube.value),
        )

    monkeypatch.setattr(level, "decide", decided)
    cube = Cube(value, WHITE if value > 1 else None)
    chosen = [
        [make_bot("level-1", seed).choose(state, WHITE) for seed in range(60)]
        for length in ("money", "7")
        for state in [at(new_match("backgammon", length), START, START, cube=cube)]
    ]
    assert chosen[0] == chosen[1]
    assert 3 < chosen[0].count(Double()) < 30


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("plakoto", {"plakoto__mother_points": "1"}),
        ("fevga", {"fevga__mobility": "off"}),
        ("portes", {"portes__hit_and_run_home": "forbidden"}),
    ],
)
def test_house_rules_are_played(game, options):
    state = new_match(game, "3", **options)
    start = "24:15" if game != "portes" else START
    action = master(at(state, start, start, dice="6-5"))
    assert isinstance(action, PlayMoves)


def test_a_cube_that_was_taken_is_redoubled_only_by_its_owner():
    state = at(money(), "6:2 5:2", "6:3 5:2", cube=Cube(2, BLACK))
    assert master(state) == Roll()
