"""The look ahead of the house: its nets, its exact tables, and what prunes."""

from functools import cache
from typing import Final

from tavli.evaluation.evaluator import Evaluator
from tavli.evaluation.exact import Exact
from tavli.evaluation.house import HouseEvaluator, pruning_net
from tavli.evaluation.net import NetEvaluator
from tavli.rules import Ruleset
from tavli.search.lookahead import Lookahead, Pruning

KEPT: Final = 8
"""Replies that the pruning net leaves to the good net."""


def house_lookahead(ruleset: Ruleset) -> Lookahead:
    """Return a look ahead with all that the house knows of *ruleset*.

    Not to be shared between threads, as none is.
    """
    house = HouseEvaluator(ruleset)
    return Lookahead(house, pruning=house_pruning(ruleset), exact=house.tables)


def luck_judge(evaluator: Evaluator, exact: Exact | None) -> Lookahead:
    """Return a look ahead that tells the luck of rolls: *evaluator*'s, pruned.

    Where *exact* knows, it does. Three to five times as quick as one that isn't
    pruned, which halves the time of a rollout, and its word on luck is as good;
    plays it would choose worse.
    """
    return Lookahead(evaluator, pruning=house_pruning(evaluator.ruleset), exact=exact)


@cache
def house_pruning(ruleset: Ruleset) -> Pruning:
    """Return what keeps a look ahead of the house from judging every reply."""
    return Pruning(NetEvaluator(pruning_net(ruleset.name), ruleset), KEPT)
