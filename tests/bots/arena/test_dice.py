"""Dice that depend on nothing but seed, pair and number."""

import numpy as np

from tavli.bots.arena.dice import throws

PAIRS = np.arange(60_000)


def counts(rolls: np.ndarray) -> np.ndarray:
    found = np.zeros((7, 7), int)
    np.add.at(found, (rolls[:, 0], rolls[:, 1]), 1)
    return found[1:, 1:]


def test_a_pair_has_the_same_dice_in_whatever_company():
    alone = throws(7, np.array([123]), 4)
    assert (throws(7, PAIRS, 4)[123] == alone[0]).all()


def test_seed_pair_and_number_all_matter():
    rolls = throws(7, PAIRS, 4)
    for other in (throws(8, PAIRS, 4), throws(7, PAIRS + 1, 4), throws(7, PAIRS, 5)):
        assert 0.02 < (rolls == other).all(axis=1).mean() < 0.04


def test_every_throw_is_as_likely_as_another():
    found = counts(throws(1, PAIRS, 3))
    expected = len(PAIRS) / 36
    assert ((found - expected) ** 2 / expected).sum() < 66.6  # 0.1 % of 35 degrees


def test_the_rolls_of_one_game_are_no_less_even():
    rolls = np.concatenate([throws(1, np.array([5]), number) for number in range(9000)])
    expected = 9000 / 36
    assert ((counts(rolls[1:]) - expected) ** 2 / expected).sum() < 66.6


def test_the_first_roll_is_never_a_double():
    found = counts(throws(1, PAIRS, 0))
    assert not np.diag(found).any()
    assert (found[~np.eye(6, dtype=bool)] > len(PAIRS) / 30 * 0.9).all()
