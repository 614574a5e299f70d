"""Plays contend when the raw net finds them nearly as good as the best."""

import numpy as np

from evaluation.test_net import random_net
from kernels.boards_of_play import played
from tavli.evaluation.net import NetEvaluator
from tavli.kernels.turn import passed
from tavli.rules import PORTES
from tavli.search.lookahead import Lookahead
from tavli.search.utility import POINTS
from tavli.training.contest import Contest, Judge, contending, luck_of, straying

SURE = np.full(40, 0.999)
"""Luck by which nobody goes astray."""


def test_the_best_contend_and_those_near_them():
    left = np.array([1.5, 1.0, 1.25, 1.1, 2.0, 0.0, 0.75], np.float32)
    starts = np.array([0, 4, 5, 7])
    kept, owners = contending(left, starts, Contest(2, 0.2))
    assert kept.tolist() == [1, 3, 4, 5]
    assert owners.tolist() == [0, 0, 1, 2]
    kept, owners = contending(left, starts, Contest(3, 0.99))
    assert kept.tolist() == [1, 3, 2, 4, 5, 6]
    assert owners.tolist() == [0, 0, 0, 1, 2, 2]


def test_the_best_of_the_contenders_is_best_by_a_look_ahead():
    evaluator = NetEvaluator(random_net(), PORTES)
    lookahead = Lookahead(evaluator)
    boards, rolls = played(PORTES, 40, seed=11)
    held = Judge(evaluator, lookahead, POINTS).hold(
        boards, rolls, Contest(4, 0.999), SURE
    )
    for board, roll, best in zip(boards, rolls, held.best, strict=True):
        finals, starts = lookahead.candidates(board[None], roll[None])
        raw = POINTS.of(evaluator.chances_of_finals(board[None], starts, finals))
        nearest = finals[np.argsort(raw, kind="stable")[:4]]
        deep = POINTS.of(lookahead.chances(passed(nearest), 1))
        chosen = POINTS.of(held.chances[best][None])[0]
        assert np.isclose(chosen, deep.min(), atol=1e-5)


def test_positions_that_are_over_teach_nothing():
    evaluator = NetEvaluator(random_net(), PORTES)
    board = np.zeros((1, 4, 26), np.int8)
    board[0, 0, 1], board[0, 0, 0], board[0, 1, 24] = 1, 14, 15
    rolls = np.array([(2, 1)], np.int8)
    judge = Judge(evaluator, Lookahead(evaluator), POINTS)
    held = judge.hold(board, rolls, Contest(3, 0.9), SURE[:1])
    assert held.is_over.all()
    assert len(held.lessons[0]) == 0
    assert held.chances[held.best[0]].tolist() == [0, 0, 0, 1, 0, 0]


def test_what_goes_astray_is_played_and_learned():
    evaluator = NetEvaluator(random_net(), PORTES)
    boards, rolls = played(PORTES, 40, seed=11)
    judge = Judge(evaluator, Lookahead(evaluator), POINTS)
    luck = np.where(np.arange(40) % 2 == 0, 0.999, 0.0)
    sure = judge.hold(boards, rolls, Contest(2, 0.06), SURE)
    held = judge.hold(boards, rolls, Contest(2, 0.06, 0.5), luck)
    finals, starts = Lookahead(evaluator).candidates(boards, rolls)
    for at in range(40):
        chosen = held.finals[held.best[at]]
        wanted = sure.finals[sure.best[at]] if at % 2 == 0 else finals[starts[at]]
        assert (chosen == wanted).all()
    assert len(held.finals) > len(sure.finals)


def test_any_play_is_as_likely_to_be_astray():
    starts = np.array([0, 4])
    luck = np.arange(0, 1, 1 / 1000)
    found = [int(straying(np.array([each]), starts, 0.5)[0]) for each in luck]
    counts = [found.count(final) for final in (-1, 0, 1, 2, 3)]
    assert counts == [500, 125, 125, 125, 125]
    assert (straying(luck[:1], starts, 0.0) == -1).all()


def test_luck_is_even():
    luck = luck_of(np.arange(20_000, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
    counts, _ = np.histogram(luck, bins=10, range=(0, 1))
    assert (np.abs(counts - 2000) < 250).all()
