"""Rates counted over games."""

import numpy as np
import pytest

from tavli.evaluation.pips import PipEvaluator
from tavli.rules import BACKGAMMON, FEVGA, PLAKOTO, PORTES
from tavli.search import measuring
from tavli.search.measuring import EndlessGameError, measured, played
from tavli.search.static import StaticChooser


class Stuck:
    """Lose every turn."""

    name, ruleset = "stuck", PORTES

    def choose(self, boards, _rolls):
        return boards


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    monkeypatch.setattr(measuring, "BLOCK", 50)


def test_a_block_is_the_same_each_time_and_each_block_another():
    chooser = StaticChooser(PipEvaluator(FEVGA))
    one, again, other = (played(chooser, 3, block) for block in (0, 0, 1))
    assert one.shape == (50, 6)
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_rates_are_the_means_of_the_blocks():
    chooser = StaticChooser(PipEvaluator(PLAKOTO))
    done = []
    rates = measured(chooser, 2, 7, done.append)
    both = np.concatenate([played(chooser, 7, 0), played(chooser, 7, 1)])
    win, double, _, lost_double, _, draw = both.mean(axis=0)
    assert rates.win == pytest.approx(win)
    assert (rates.double, rates.lost_double) == pytest.approx((double, lost_double))
    assert rates.draw == pytest.approx(draw)
    assert done == [0, 1]


def test_a_roll_off_is_no_double(monkeypatch):
    random = np.random.default_rng(1)
    monkeypatch.setattr(measuring, "BLOCK", 1000)
    first = measuring._throws(random, BACKGAMMON, 0)
    assert (first[:, 0] != first[:, 1]).all()
    assert len({tuple(roll) for roll in first.tolist()}) == 30
    later = measuring._throws(random, BACKGAMMON, 1)
    assert len({tuple(roll) for roll in later.tolist()}) == 36


@pytest.mark.rule("M4")
def test_a_game_of_tavli_may_begin_with_a_double(monkeypatch):
    monkeypatch.setattr(measuring, "BLOCK", 1000)
    first = measuring._throws(np.random.default_rng(1), PORTES, 0)
    assert len({tuple(roll) for roll in first.tolist()}) == 36


def test_a_game_without_end_is_told_of():
    with pytest.raises(EndlessGameError, match="portes between stuck did not end"):
        played(Stuck(), 1, 0)
