"""Intervals by drawing pairs anew."""

import numpy as np
import pytest

from tavli.bots.arena.interval import Figure


def test_the_interval_of_many_scores_is_the_normal_one():
    values = np.random.default_rng(1).choice([-2.0, -1, 0, 1, 2], 4000)
    figure = Figure.of(values, 1)
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert figure.mean == values.mean()
    assert figure.high - figure.mean == pytest.approx(half, rel=0.1)
    assert figure.mean - figure.low == pytest.approx(half, rel=0.1)


def test_few_and_many_different_scores_are_drawn_alike():
    values = np.random.default_rng(1).normal(0.1, 1, 2000)
    figure = Figure.of(values, 1)
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert figure.high - figure.low == pytest.approx(2 * half, rel=0.1)


def test_the_seed_settles_the_bounds():
    values = np.random.default_rng(1).normal(0, 1, 100)
    assert Figure.of(values, 1) == Figure.of(values, 1)
    assert Figure.of(values, 1) != Figure.of(values, 2)


def test_scores_that_are_all_alike_leave_no_doubt():
    assert Figure.of(np.zeros(50), 1) == (0, 0, 0)


def test_nothing_has_no_mean():
    with pytest.raises(ValueError, match="nothing was played"):
        Figure.of(np.zeros(0), 1)


def test_what_rounds_to_nothing_has_no_minus():
    assert str(Figure(-1e-9, -0.2, -1e-9)) == "+0.0000  [-0.2000, +0.0000]"
