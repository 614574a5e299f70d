"""The house's look ahead: quicker by its small nets, and hardly another."""

import numpy as np
import pytest

from kernels.boards_of_play import played
from tavli.evaluation.house import HouseEvaluator
from tavli.rules import RULESETS, find_ruleset
from tavli.search.house import KEPT, house_lookahead, house_pruning
from tavli.search.lookahead import Lookahead
from tavli.search.utility import POINTS


@pytest.mark.parametrize("game", RULESETS)
def test_pruned_judgements_are_close_to_those_of_every_reply(game):
    # Random games come through wilder positions than play does.
    ruleset = RULESETS[game]
    boards, _ = played(ruleset, 60, seed=4)
    house = HouseEvaluator(ruleset)
    pruned = POINTS.of(house_lookahead(ruleset).chances(boards, 1))
    whole = POINTS.of(Lookahead(house, exact=house.tables).chances(boards, 1))
    assert np.sqrt(np.mean((pruned - whole) ** 2)) < 0.02
    assert not np.array_equal(pruned, whole), "nothing was pruned"


def test_its_name_tells_what_prunes():
    found = house_lookahead(RULESETS["fevga"])
    small = house_pruning(RULESETS["fevga"]).evaluator
    assert f"pruned to {KEPT} by {small.name}" in found.name


def test_a_house_rule_is_pruned_by_the_net_of_its_game():
    ruleset = find_ruleset("plakoto:mother_points=1")
    assert house_lookahead(ruleset).ruleset == ruleset
