"""Candidates in order, and choices under a clock."""

import numpy as np
import pytest
from hypothesis import given, settings

from boards import reachable, rolls
from search.brute import brute_chances
from search.skewed import SkewedEvaluator
from tavli.evaluation.chances import turned
from tavli.kernels.board import decode, encode
from tavli.rules import FEVGA, PORTES, Dice, Position, legal_plays
from tavli.search.deadline import Deadline, TimeLimit
from tavli.search.deep import DeepChooser
from tavli.search.filters import NARROW, MoveFilter
from tavli.search.lookahead import Lookahead
from tavli.search.ranking import Search, rank
from tavli.search.static import StaticChooser
from tavli.search.utility import POINTS


class Clock:
    """Tell a time that moves on by *step* whenever it is asked for."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def roll_of(dice: Dice) -> np.ndarray:
    return np.array([dice.first, dice.second], np.int8)


@given(reachable(), rolls())
@settings(max_examples=15)
def test_every_final_is_ranked_once_and_the_best_first(game, dice):
    ruleset, position = game
    lookahead = Lookahead(SkewedEvaluator(ruleset))
    found = rank(
        Search(lookahead, (MoveFilter(3, 9),)), encode(position), roll_of(dice)
    )
    ends = [decode(candidate.final) for candidate in found]
    assert len(ends) == len(set(ends))
    assert set(ends) == set(legal_plays(ruleset, position, dice))
    keys = [(-one.plies, -round(one.value, 5)) for one in found]
    assert keys == sorted(keys)
    assert sum(one.plies == 1 for one in found) == min(3, len(found))
    best = ends[0].passed()
    wanted = turned(brute_chances(SkewedEvaluator(ruleset), best, 1, POINTS))
    assert np.allclose(found[0].chances, wanted[0], atol=1e-5)
    assert found[0].value == pytest.approx(float(POINTS.of(wanted)[0]), abs=1e-5)


def test_a_margin_leaves_out_what_is_far_from_the_best():
    lookahead = Lookahead(SkewedEvaluator(PORTES))
    start, roll = encode(Position.start(PORTES)), roll_of(Dice(3, 1))
    for chosen in (MoveFilter(99, 0.0), MoveFilter(99, 0.05)):
        plain = rank(Search(lookahead, ()), start, roll)
        near = [one for one in plain if one.value >= plain[0].value - chosen.margin]
        found = rank(Search(lookahead, (chosen,)), start, roll)
        assert sum(one.plies for one in found) == len(near)


def test_a_chooser_plays_the_first_of_the_ranking():
    lookahead = Lookahead(SkewedEvaluator(PORTES))
    start = encode(Position.start(PORTES))
    throws = np.array([(3, 1), (6, 4), (5, 5)], np.int8)
    finals = DeepChooser(Search(lookahead)).choose(np.array([start] * 3), throws)
    for final, roll in zip(finals, throws, strict=True):
        ranked = rank(Search(lookahead), start, roll)
        assert np.array_equal(final, ranked[0].final)
        assert ranked[0].plies == 2


def test_a_single_candidate_is_not_looked_into():
    evaluator = SkewedEvaluator(FEVGA)
    start = encode(Position.start(FEVGA))[np.newaxis]
    DeepChooser(Search(Lookahead(evaluator))).choose(start, np.array([(1, 1)], np.int8))
    assert evaluator.asked == 1


def test_out_of_time_the_last_finished_depth_counts():
    evaluator = SkewedEvaluator(PORTES)
    lookahead = Lookahead(evaluator)
    start = encode(Position.start(PORTES))[np.newaxis]
    throw = np.array([(6, 2)], np.int8)
    at_once = TimeLimit(Clock(1.0), 0.5)
    assert np.array_equal(
        DeepChooser(Search(lookahead), at_once).choose(start, throw),
        StaticChooser(evaluator).choose(start, throw),
    )
    for asked, plies in ((0.5, 0), (1.5, 1), (10_000, 2)):
        ranked = rank(
            Search(lookahead, NARROW), start[0], throw[0], Deadline(Clock(1.0), asked)
        )
        assert ranked[0].plies == plies


def test_limits_and_filters_that_mean_nothing_are_refused():
    with pytest.raises(ValueError, match="above 0 seconds"):
        TimeLimit(Clock(1), 0)
    with pytest.raises(ValueError, match="at least one candidate"):
        MoveFilter(0, 0.1)
    with pytest.raises(ValueError, match="at least one candidate"):
        MoveFilter(3, float("nan"))
