"""The fast way of choosing by a net is the plain one, only faster."""

import numpy as np
import pytest

from evaluation.test_net import random_net
from kernels.boards_of_play import played
from tavli.evaluation.chances import equity
from tavli.evaluation.net import NetEvaluator
from tavli.kernels.turn import passed
from tavli.rules import RULESETS
from tavli.search.net_chooser import NetChooser
from tavli.search.static import StaticChooser


@pytest.mark.parametrize("game", RULESETS)
def test_it_takes_what_the_net_likes_best(game):
    evaluator = NetEvaluator(random_net(game), RULESETS[game])
    boards, rolls = played(RULESETS[game], 400, seed=8)
    fast, left = NetChooser(evaluator).choose_with_chances(boards, rolls)
    plain = StaticChooser(evaluator).choose(boards, rolls)
    ours = equity(evaluator.chances(passed(fast)))
    theirs = equity(evaluator.chances(passed(plain)))
    assert np.allclose(ours, theirs, atol=1e-4)
    assert np.allclose(equity(left), ours, atol=1e-4)
