"""A player over many matches: sums that add up, and no mixing of depths."""

from dataclasses import replace

import pytest

from records import record_of, tavli_record, text_of
from tavli.analysis.judge import Depth
from tavli.analysis.study import Study, luckiest, study, turning_points, worst
from tavli.analysis.trends import most_met, trend_of
from tavli.analysis.workshop import Workshop
from tavli.formats.load import load_matches
from tavli.rules import Player


def studied(seed: int, plies: int = 0) -> Study:
    content = text_of(tavli_record(seed, "1")).encode()
    (match,) = load_matches(content, "match.tavli")
    with Workshop(Depth(plies), processes=1) as workshop:
        return study(match, workshop)


@pytest.fixture(scope="module")
def studies():
    return [studied(1), studied(2)]


def test_the_errors_of_all_matches_are_those_of_each(studies):
    trend = trend_of(studies, "άννα: 1")
    assert [step.player for step in trend.steps] == [Player.WHITE, Player.WHITE]
    assert trend.depth == "0-ply"
    points = sum(step.tally.all.cost.points for step in trend.steps)
    counts = sum(step.tally.all.count for step in trend.steps)
    assert trend.all.all.cost.points == pytest.approx(points)
    assert trend.all.all.count == counts
    phases = sum(errors.count for _, errors in trend.weakest)
    assert phases == counts


def test_nobody_of_that_name_is_said_so(studies):
    with pytest.raises(ValueError, match="no player of these matches is called"):
        trend_of(studies, "Βασίλης")


def test_depths_are_not_put_side_by_side(studies):
    with pytest.raises(ValueError, match="0-ply and 1-ply"):
        trend_of([studies[0], studied(1, plies=1)], "Άννα: 1")


def test_the_name_most_met_is_in_more_than_one_match(studies):
    assert most_met(studies) == "Άννα: 1"
    assert most_met([]) is None


def test_the_computer_is_one_player_by_the_names_of_all_records(studies):
    names = ["computer (level-4)", "computer (4 · café regular)", "level-4"]
    asked = [*names, "Computer (Level-4)"]
    met = [
        replace(found, header=replace(found.header, white=f"Άννα {name}", black=name))
        for found, name in zip([*studies, studies[0]], names, strict=True)
    ]
    assert most_met(met) == "computer (4 · café regular)"
    for name in asked:
        assert [step.player for step in trend_of(met, name).steps] == [Player.BLACK] * 3


def test_what_stands_out_is_found(studies):
    (game, *_) = studies[0].games
    changed = turning_points(game)
    largest = max(game.entries, key=lambda entry: abs(entry.cost.value))
    assert largest in changed
    assert [e.moment for e in changed] == sorted(e.moment for e in changed)
    costs = [decision.cost.points for decision in worst(studies[0].games, 3)]
    assert costs == sorted(costs)
    gains = [abs(luck.cost.points) for luck in luckiest(studies[0].games, 3)]
    assert gains == sorted(gains, reverse=True)


def test_a_record_that_breaks_off_is_graded_as_far_as_it_goes():
    whole = tavli_record(1, "1")
    events = [entry.event for entry in whole.events[:20]]
    content = text_of(record_of(whole.header.rules, events)).encode()
    (match,) = load_matches(content, "cut.tavli")
    with Workshop(Depth(0), processes=1) as workshop:
        found = study(match, workshop)
    (game,) = found.games
    assert game.result is None
    assert game.decisions
