"""International backgammon: portes with a cube and a triple win."""

import pytest
from hypothesis import given

from boards import board, finals, reachable, rolls, rulesets, side
from tavli.rules import (
    BACKGAMMON,
    PORTES,
    Ending,
    Result,
    Role,
    Stake,
    legal_plays,
    result_of,
    stake_won,
)


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    ("loser", "stake"),
    [
        ("off:1 1:14", Stake.SINGLE),
        ("off:1 bar:1 1:13", Stake.SINGLE),
        ("off:14 24:1", Stake.SINGLE),
        ("1:15", Stake.GAMMON),
        ("18:1 1:14", Stake.GAMMON),
        ("19:1 1:14", Stake.BACKGAMMON),
        ("24:1 1:14", Stake.BACKGAMMON),
        ("bar:1 1:14", Stake.BACKGAMMON),
    ],
)
def test_stake_of_a_win(loser: str, stake: Stake):
    assert stake_won(BACKGAMMON, side(loser)) is stake


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    ("stake", "points"), [(Stake.SINGLE, 1), (Stake.GAMMON, 2), (Stake.BACKGAMMON, 3)]
)
def test_points_of_a_stake(stake: Stake, points: int):
    assert stake.value == points


@pytest.mark.rule("B2")
def test_a_checker_on_the_bar_makes_it_three():
    end = board(mover="", waiter="bar:1 6:14")
    assert result_of(BACKGAMMON, end) == Result(Role.MOVER, 3, Ending.BORNE_OFF)


@pytest.mark.rule("B3")
@given(reachable(rulesets(["backgammon"])), rolls())
def test_there_are_no_draws(game, dice):
    for end in legal_plays(*game, dice):
        result = result_of(BACKGAMMON, end)
        assert result is None or result.winner is Role.MOVER


@pytest.mark.rule("B4")
def test_backgammon_has_a_cube():
    assert BACKGAMMON.has_cube


@pytest.mark.rule("P2")
@given(reachable(rulesets(["portes"])), rolls())
def test_portes_and_backgammon_move_alike(game, dice):
    _, position = game
    assert legal_plays(BACKGAMMON, position, dice) == legal_plays(
        PORTES, position, dice
    )


def test_a_closed_out_player_has_no_play():
    closed = board(mover="bar:1 1:14", waiter="6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    assert finals(BACKGAMMON, closed, "6-6") == {"bar:1 1:14"}
