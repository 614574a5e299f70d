"""What the house knows of itself."""

import numpy as np
import pytest

from kernels.boards_of_play import played
from tavli.evaluation.chances import WIN
from tavli.evaluation.house import HouseEvaluator, raw_evaluator
from tavli.kernels.board import encode
from tavli.notation.position import read_position
from tavli.rules import RULESETS, find_ruleset


@pytest.mark.parametrize("game", RULESETS)
def test_the_net_judges_what_no_table_knows(game):
    boards, _ = played(RULESETS[game], 100, seed=1)
    house, raw = HouseEvaluator(RULESETS[game]), raw_evaluator(RULESETS[game])
    unknown = boards[~house.tables.covers(boards)]
    assert len(unknown) > 50
    assert np.array_equal(house.chances(unknown), raw.chances(unknown))


@pytest.mark.parametrize("game", RULESETS)
def test_a_race_is_judged_exactly(game):
    # 27 of 36 rolls bear off from 6. Who misses is at 3 or nearer and off next time,
    # so he wins if the other misses too.
    line = read_position(f"{game} 6:1 6:1 w")
    found = HouseEvaluator(line.ruleset).chances(encode(line.position)[None])
    assert found[0, WIN] == pytest.approx(27 / 36 + (9 / 36) ** 2, abs=1e-6)


def test_house_rules_have_their_evaluators():
    ruleset = find_ruleset("plakoto:mother_points=1")
    assert HouseEvaluator(ruleset).ruleset == ruleset
