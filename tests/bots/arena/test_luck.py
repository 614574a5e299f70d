"""Luck: what a roll gives more than the mean of all."""

import numpy as np
import pytest

from bots.arena.engines import EvenEvaluator, pips, spread
from tavli.bots.arena.lockstep import play_pairs
from tavli.bots.arena.luck import Luck
from tavli.evaluation.pips import PipEvaluator
from tavli.kernels.board import encode
from tavli.rules import PLAKOTO, ROLLS, Position

START = encode(Position.start(PLAKOTO))


def every_roll() -> tuple[np.ndarray, np.ndarray]:
    boards = np.repeat(START[np.newaxis], len(ROLLS), axis=0)
    return boards, np.array([(roll.low, roll.high) for roll in ROLLS], np.int8)


@pytest.mark.parametrize("opening", [False, True])
def test_the_luck_of_all_rolls_adds_up_to_nothing(opening):
    luck = Luck(PipEvaluator(PLAKOTO)).of(*every_roll(), opening=opening)
    weights = [0 if opening and roll.is_double else roll.weight for roll in ROLLS]
    assert luck @ np.array(weights) == pytest.approx(0, abs=1e-6)


def test_more_pips_are_luckier_in_the_eyes_of_who_counts_pips():
    luck = Luck(PipEvaluator(PLAKOTO)).of(*every_roll(), opening=False)
    fallen = {(roll.high, roll.low): luck[at] for at, roll in enumerate(ROLLS)}
    assert max(fallen, key=fallen.get) == (6, 6)
    assert min(fallen, key=fallen.get) == (2, 1)


def test_nothing_is_luck_to_who_sees_no_difference():
    luck = Luck(EvenEvaluator(PLAKOTO)).of(*every_roll(), opening=False)
    assert not luck.any()


def test_taking_luck_off_leaves_less_to_chance():
    engines = (pips(PLAKOTO), spread(PLAKOTO))
    games = play_pairs(engines, np.arange(30), 1, Luck(PipEvaluator(PLAKOTO)))
    plain, adjusted = games.won[:, 0], games.adjusted[:, 0]
    assert adjusted.std() < 0.85 * plain.std()
    # Both estimate the same mean: the luck between them is nothing on average.
    error = games.luck.std() / np.sqrt(len(games.luck))
    assert abs(games.luck.mean()) < 4 * error


def test_an_engine_against_itself_has_its_luck_for_nothing():
    engines = (pips(PLAKOTO), pips(PLAKOTO))
    games = play_pairs(engines, np.arange(6), 1, Luck(PipEvaluator(PLAKOTO)))
    assert not games.adjusted.sum(axis=1).any()
