"""Sets of points as bits, and the arithmetic of races."""

from hypothesis import given
from hypothesis import strategies as st

from tavli.bots.board import mirrored, points_held, rotated, runs
from tavli.bots.race import chance_in_race, race_value
from tavli.rules import CHECKERS, Course

POINTS = st.sets(st.integers(1, 24))


def bits(points: set[int]) -> int:
    return sum(1 << point for point in points)


@given(POINTS)
def test_the_other_side_sees_each_point_across(points):
    contrary = {Course.CONTRARY.across(point) for point in points}
    parallel = {Course.PARALLEL.across(point) for point in points}
    assert mirrored(bits(points)) == bits(contrary)
    assert rotated(bits(points)) == bits(parallel)


@given(POINTS)
def test_runs_are_all_points_once_and_as_long_as_can_be(points):
    found = runs(bits(points))
    told = [low + step for low, length in found for step in range(length)]
    assert told == sorted(points)
    ends = {low + length for low, length in found}
    assert not ends & points


def test_points_are_held_from_the_number_that_holds_them():
    counts = (3, 1, 2, 0, 5, *(0,) * 20, 2)
    assert points_held(counts, at_least=1) == bits({1, 2, 4})
    assert points_held(counts, at_least=2) == bits({2, 4})


def home(counts: dict[int, int]) -> tuple[int, ...]:
    side = [counts.get(point, 0) for point in range(26)]
    side[0] = CHECKERS - sum(side)
    return tuple(side)


def test_a_race_prefers_checkers_off_and_no_stack_on_low_points():
    assert race_value(home({1: 1})) > race_value(home({1: 2}))
    assert race_value(home({6: 1, 4: 1})) > race_value(home({7: 1, 3: 1}))
    assert race_value(home({4: 1, 3: 1, 2: 1})) > race_value(home({7: 1, 1: 2}))


@given(st.integers(1, 167), st.integers(1, 167), st.integers(1, 20))
def test_the_chance_in_a_race_grows_with_the_lead(mine, theirs, more):
    chance = chance_in_race(mine, theirs)
    assert 0 <= chance <= 1
    assert chance_in_race(mine + more, theirs) <= chance


def test_known_races():
    """A lead of 8 % is a double at 100 pips, one of 12 % the last take."""
    assert 0.55 < chance_in_race(100, 100) < 0.62
    assert 0.70 < chance_in_race(100, 108) < 0.75
    assert 0.75 < chance_in_race(100, 112) < 0.80
    assert chance_in_race(0, 30) == 1.0
