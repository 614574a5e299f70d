"""What ends are worth, by hand and by law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavli.evaluation.chances import equity, of_outcome, turned
from tavli.kernels.outcome import DRAWN
from tavli.search.utility import POINTS, WINS, Utility

ENDS = {3: 3, 2: 2, 1: 1, 0: DRAWN, -1: -1, -2: -2, -3: -3}

results = st.fixed_dictionaries(
    {points: st.floats(0, 0.4) if points < 0 else st.floats(0.6, 1) for points in ENDS}
)


def test_points_are_the_equity():
    chances = np.array([[0.6, 0.2, 0.1, 0.15, 0.05, 0.1]], np.float32)
    assert POINTS.of(chances)[0] == pytest.approx(equity(chances)[0])
    assert WINS.of(chances)[0] == pytest.approx(0.6 - 0.3)


@given(results)
def test_each_end_has_the_value_it_was_given(value):
    utility = Utility.of_results("score", value)
    middle, half = (value[1] + value[-1]) / 2, (value[1] - value[-1]) / 2
    for points, code in ENDS.items():
        wanted = (value[points] - middle) / half
        assert utility.of(of_outcome(code))[0] == pytest.approx(wanted, abs=1e-4)


@given(results, st.sampled_from(list(ENDS.values())))
def test_the_other_side_loses_what_one_wins(value, code):
    utility = Utility.of_results("score", value)
    chances = of_outcome(code)
    other = utility.turned.of(turned(chances))[0]
    assert other == pytest.approx(-utility.of(chances)[0], abs=1e-4)


def test_turning_twice_is_nothing():
    utility = Utility("score", (-0.5, 1.5, 0.25, 0.5, -1, -0.25, 0.75))
    assert utility.turned.turned == utility
    assert POINTS.turned == POINTS
    assert WINS.turned == WINS


@pytest.mark.parametrize("worth", [(1, 2), (0, 0, 0, 0, 0, 0, float("nan"))])
def test_other_than_seven_numbers_are_refused(worth):
    with pytest.raises(ValueError, match="seven finite numbers"):
        Utility("score", worth)


def test_a_game_that_is_worth_nothing_is_refused():
    with pytest.raises(ValueError, match="worth more"):
        Utility.of_results("score", dict.fromkeys(ENDS, 0.5))
