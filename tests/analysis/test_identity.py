"""Start, luck and errors add up to the result, in every game of every kind."""

import pytest

from analysis.matches_at_random import events_at_random, graded_by
from tavli.analysis.entry import Kind
from tavli.analysis.judge import Depth, Judge
from tavli.analysis.tally import Sum
from tavli.evaluation.pips import PipEvaluator
from tavli.match import MatchRules

KINDS = (
    ("portes", "game", {}),
    ("portes", "3", {"starter_next": "alternate", "opening_first": "reroll"}),
    ("plakoto", "game", {}),
    ("plakoto", "3", {"draw_starter": "roll_off"}),
    ("fevga", "game", {}),
    ("fevga", "2", {"starter_next": "roll_off"}),
    ("backgammon", "game", {}),
    ("backgammon", "money", {}),
    (
        "backgammon",
        "money",
        {
            "bg.jacoby": "on",
            "bg.beaver": "on",
            "bg.raccoon": "on",
            "bg.auto_doubles": "on",
        },
    ),
    ("backgammon", "1", {}),
    ("backgammon", "5", {}),
    ("backgammon", "7", {"bg.holland": "on"}),
    ("tavli", "3", {}),
)


@pytest.fixture(scope="module")
def judges():
    return {plies: Judge(Depth(plies), PipEvaluator) for plies in (0, 1)}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("game", "length", "options"), KINDS)
def test_start_luck_and_errors_are_the_result(judges, game, length, options, seed):
    rules = MatchRules.parse(game, length, options)
    for graded in graded_by(judges[0], rules, events_at_random(rules, seed)):
        found = Sum.of(graded)
        assert graded.result is not None
        assert found.unexplained == 0
        assert found.rest == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize(("game", "length"), [("backgammon", "3"), ("plakoto", "game")])
def test_it_holds_at_other_depths(judges, game, length):
    rules = MatchRules.parse(game, length, {})
    events = events_at_random(rules, 3, games=1)
    for graded in graded_by(judges[1], rules, events):
        assert Sum.of(graded).rest == pytest.approx(0, abs=1e-5)
        assert {entry.plies for entry in graded.entries} == {1}


@pytest.mark.parametrize(("game", "length", "options"), KINDS)
def test_no_decision_is_better_than_the_best(judges, game, length, options):
    rules = MatchRules.parse(game, length, options)
    for graded in graded_by(judges[0], rules, events_at_random(rules, 4)):
        assert all(decision.cost.value <= 0 for decision in graded.decisions)


def test_all_kinds_of_decisions_are_met(judges):
    met = set()
    for seed in range(8):
        rules = MatchRules.parse("backgammon", "money", {"bg.beaver": "on"})
        for graded in graded_by(judges[0], rules, events_at_random(rules, seed)):
            met |= {decision.kind for decision in graded.decisions}
    assert met == set(Kind)
