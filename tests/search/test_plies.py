"""Looks ahead against the definition."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from boards import board, reachable, rulesets
from search.brute import brute_best, brute_chances, ended_chances
from search.skewed import SkewedEvaluator
from tavli.evaluation.chances import LOST_DOUBLE, WIN, Chances, turned
from tavli.evaluation.pips import PipEvaluator
from tavli.kernels.board import Boards, decode, encode
from tavli.kernels.turn import passed
from tavli.rules import PLAKOTO, PORTES, ROLLS, RULESETS, Dice, Position, legal_plays
from tavli.search.lookahead import Lookahead, Pruning
from tavli.search.plies import PlyEvaluator
from tavli.search.static import StaticChooser
from tavli.search.utility import POINTS, WINS, Utility

SCORE = Utility("a score", (-0.9, 1.8, 0.2, 0.7, -1.4, -0.3, 1.1))


@given(reachable())
@settings(max_examples=12)
def test_one_ply_is_the_mean_over_all_rolls_of_the_best_reply(game):
    ruleset, position = game
    evaluator = SkewedEvaluator(ruleset)
    for utility in (POINTS, SCORE):
        deep = PlyEvaluator(evaluator, 1, utility=utility)
        got = deep.chances(encode(position)[np.newaxis])
        wanted = brute_chances(evaluator, position, 1, utility)
        assert np.allclose(got, wanted, atol=1e-5)


@pytest.mark.parametrize(
    ("game", "mover", "waiter"),
    [
        ("portes", "3:1 1:1", "6:2 1:1"),
        ("backgammon", "bar:1 2:1", "4:2 22:1"),
        ("plakoto", "24x 3:1", "1:1 2:1"),
        ("fevga", "14:1 2:1", "3:1 13:1"),
    ],
)
def test_two_plies_go_on_from_each_best_reply(game, mover, waiter):
    evaluator = SkewedEvaluator(RULESETS[game])
    position = board(mover=mover, waiter=waiter)
    got = PlyEvaluator(evaluator, 2).chances(encode(position)[np.newaxis])
    assert np.allclose(got, brute_chances(evaluator, position, 2, POINTS), atol=1e-5)


@given(reachable())
@settings(max_examples=25)
def test_the_static_choice_is_the_best_for_all_36_throws(game):
    ruleset, position = game
    evaluator = SkewedEvaluator(ruleset)
    throws = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    boards = np.repeat(encode(position)[np.newaxis], 36, axis=0)
    chosen = StaticChooser(evaluator, SCORE).choose(boards, np.array(throws, np.int8))
    for (one, other), final in zip(throws, chosen, strict=True):
        assert decode(final) in legal_plays(ruleset, position, Dice(one, other))
        assert np.array_equal(final, chosen[throws.index((other, one))])
        best = brute_best(evaluator, position, Dice(one, other), SCORE)
        both = passed(np.array([final, encode(best)]))
        values = SCORE.of(turned(evaluator.chances(both)))
        assert values[0] == pytest.approx(values[1], abs=1e-5)


@given(reachable())
@settings(max_examples=10)
def test_each_board_of_a_batch_is_judged_as_alone(game):
    ruleset, position = game
    ends = [end.passed() for end in legal_plays(ruleset, position, Dice(2, 1))]
    boards = np.array([encode(end) for end in ends[:5]])
    deep = PlyEvaluator(SkewedEvaluator(ruleset), 1)
    alone = np.concatenate([deep.chances(one[np.newaxis]) for one in boards])
    assert np.allclose(deep.chances(boards), alone, atol=1e-6)


@given(reachable(rulesets(["portes", "plakoto"])))
@settings(max_examples=10)
def test_chances_stay_chances(game):
    ruleset, position = game
    found = PlyEvaluator(SkewedEvaluator(ruleset), 1).chances(
        encode(position)[np.newaxis]
    )[0]
    win, double, triple, lost_double, lost_triple, draw = (float(x) for x in found)
    falling = (win, double, triple, 0), (1 - win - draw, lost_double, lost_triple, 0)
    for chain in falling:
        assert all(more >= less - 1e-5 for more, less in pairwise(chain))


def test_a_finished_game_is_not_looked_into():
    evaluator = SkewedEvaluator(PORTES)
    over = board(mover="6:15", waiter="off:15")
    found = PlyEvaluator(evaluator, 2).chances(encode(over)[np.newaxis])
    assert np.array_equal(found, ended_chances(PORTES, over))
    assert evaluator.asked == 1


def test_a_drawn_plakoto_is_a_draw_at_every_depth():
    over = board(mover="24x 6:14", waiter="24x 6:14")
    for plies in (1, 2):
        found = PlyEvaluator(PipEvaluator(PLAKOTO), plies).chances(
            encode(over)[np.newaxis]
        )
        assert found[0].tolist() == [0, 0, 0, 0, 0, 1]


def test_a_last_roll_by_hand():
    position = board(mover="6:1", waiter="1:1")
    found = PlyEvaluator(PipEvaluator(PORTES), 2).chances(encode(position)[np.newaxis])
    # Nine throws leave a checker from 6 on the board: 1-1, 2-1, 3-1, 4-1 and 3-2.
    assert found[0, 0] == pytest.approx(27 / 36)


def test_what_pruning_keeps_whole_changes_nothing():
    evaluator = SkewedEvaluator(PORTES)
    start = encode(Position.start(PORTES))[np.newaxis]
    whole = Lookahead(evaluator, pruning=Pruning(PipEvaluator(PORTES), 4096))
    assert np.array_equal(
        whole.chances(start, 1), Lookahead(evaluator).chances(start, 1)
    )


def test_pruning_by_the_evaluator_itself_changes_nothing_and_asks_less():
    evaluator, quick = SkewedEvaluator(PORTES), SkewedEvaluator(PORTES)
    start = encode(Position.start(PORTES))[np.newaxis]
    pruned = Lookahead(evaluator, pruning=Pruning(quick, 1)).chances(start, 1)
    assert evaluator.asked <= len(ROLLS)
    assert np.allclose(pruned, Lookahead(quick).chances(start, 1), atol=1e-6)


class _Gambler:
    """Think the start stack wins more doubles but fewer games if it is left whole."""

    name, ruleset = "gambler", PORTES

    def chances(self, boards: Boards) -> Chances:
        stays = boards[:, 1, 24] == 2
        found = np.zeros((len(boards), 6), np.float32)
        found[:, WIN] = np.where(stays, 0.5, 0.4)
        found[:, LOST_DOUBLE] = np.where(stays, 0.4, 0.0)
        return found


@pytest.mark.parametrize(("utility", "left"), [(POINTS, 2), (WINS, 1)])
def test_a_utility_decides_what_is_best(utility, left):
    start = encode(Position.start(PORTES))[np.newaxis]
    chooser = StaticChooser(_Gambler(), utility)
    final = chooser.choose(start, np.array([(6, 5)], np.int8))[0]
    assert final[0, 24] == left


def test_a_depth_of_nothing_is_refused():
    with pytest.raises(ValueError, match="1 ply deep or more"):
        PlyEvaluator(PipEvaluator(PORTES), 0)
    with pytest.raises(ValueError, match="another game"):
        Lookahead(PipEvaluator(PORTES), pruning=Pruning(PipEvaluator(PLAKOTO), 3))
