"""What is said of a board is what the rules, asked the slow way, say as well."""

from itertools import islice

import pytest

from analysis.brute import (
    Counted,
    closed_at_home,
    longest_row,
    positions_at_random,
    rolls_expected,
)
from boards import line
from tavli.analysis.landmarks import (
    PIPS_OF_A_ROLL,
    borne_off,
    closed_home,
    hits,
    is_mother_pinned,
    longest_prime,
    wastage,
)
from tavli.analysis.shots import shots_at
from tavli.rules import FEVGA, PLAKOTO, PORTES, RULESETS, Position, Side

GAMES = list(RULESETS.values())


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.name)
def test_shots_are_those_of_the_rules(ruleset):
    for position in islice(positions_at_random(ruleset, 1), 25):
        found, counted = shots_at(ruleset, position), Counted(ruleset, position)
        assert found.hurt == counted.hurt, position
        assert dict(found.blots) == counted.blots, position
        assert found.mother == counted.mother, position
        assert found.lost == counted.lost, position


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.name)
def test_rows_and_pips_are_those_of_the_rules(ruleset):
    for position in islice(positions_at_random(ruleset, 2), 200):
        for mine, theirs in (
            (position.mover, position.waiter),
            (position.waiter, position.mover),
        ):
            found = longest_prime(ruleset, mine, theirs).length
            assert found == longest_row(ruleset, mine, theirs), position
            home = closed_home(ruleset, mine, theirs)
            assert home == closed_at_home(ruleset, mine, theirs), position


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda each: each.name)
@pytest.mark.parametrize("counts", [{1: 1, 0: 14}, {3: 2, 0: 13}, {6: 1, 2: 2, 0: 12}])
def test_wastage_is_what_rolls_bring_beyond_the_pips(ruleset, counts):
    side, other = Side.of(counts), Side.of({1: 2, 0: 13})
    wanted = rolls_expected(ruleset, side) * PIPS_OF_A_ROLL - side.pip_count
    assert wastage(ruleset, side, other) == pytest.approx(wanted, abs=1e-4)


def test_nothing_is_wasted_where_sides_meet_or_are_off():
    start = Position.start(PORTES)
    assert wastage(PORTES, start.mover, start.waiter) is None
    assert wastage(PORTES, Side.of({0: 15}), Side.of({1: 1, 0: 14})) is None


def test_a_row_that_nobody_is_behind_is_none():
    wall = Side.of({8: 2, 7: 2, 6: 3, 5: 3, 4: 3, 3: 2})
    assert longest_prime(PORTES, wall, Side.of({24: 15})).length == 6
    assert longest_prime(PORTES, wall, Side.of({12: 15})).length == 0


def test_a_row_of_fevga_goes_on_over_the_edge_of_the_board():
    # The mover's 1 and 24 are neighbours on the other side's way: its 13 and 12.
    wall = Side.of({2: 1, 1: 1, 24: 13})
    prime = longest_prime(FEVGA, wall, Side.of({24: 15}))
    assert (prime.length, prime.low, prime.behind) == (3, 12, 15)


def test_a_pinned_checker_closes_its_point_for_its_side():
    pinner = Side.of({20: 1, 19: 2, 18: 2, 10: 10})
    held = Side.of({24: 14}, pinned=[5])
    assert longest_prime(PLAKOTO, pinner, held).length == 3


def test_the_mother_in_danger_is_counted():
    ruleset, position = line("plakoto 24:1,10:14 24:14,4:1 w")
    found = shots_at(ruleset, position)
    # From 4 to 1, by a three (11 throws), by 2-1 either way, or by 1-1.
    assert found.mother == 14
    assert not is_mother_pinned(position.mover)


def test_what_a_play_did_is_counted():
    before = Position(Side.of({6: 13, 1: 2}), Side.of({20: 1, 6: 14}))
    after = Position(Side.of({6: 12, 5: 1, 1: 2}), Side.of({25: 1, 6: 14}))
    assert hits(before, after) == 1
    assert borne_off(before, after) == 0
    assert closed_home(PORTES, before.mover, before.waiter) == 2
