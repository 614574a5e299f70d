"""Races against brute force, against published values, and at their edges."""

import numpy as np
import pytest

from evaluation.tables import published
from evaluation.tables.brute import DONE, Alone, alone, finals, side, sides
from tavli.evaluation.chances import (
    DOUBLE,
    LOST_DOUBLE,
    WIN,
    equity,
    turned,
)
from tavli.evaluation.tables.race import RaceTable
from tavli.kernels.board import encode
from tavli.kernels.combination import (
    number_of,
    number_of_unopened,
    set_counts,
    step_to_next,
    ways,
)
from tavli.kernels.race import Tails, tail
from tavli.rules import CHECKERS, FEVGA, OFF, Position, Side


def number(standing: Side, points: int = 6) -> int:
    return number_of(np.array(standing.checkers, np.int8), points, CHECKERS)


def unopened(standing: Side) -> int:
    return number_of_unopened(np.array(standing.checkers, np.int8), 6)


def tails(found: Tails, at: int) -> list[float]:
    return [tail(found, at, rolls) for rolls in range(20)]


def chances(table: RaceTable, mover: Side, waiter: Side):
    boards = encode(Position(mover, waiter))[None]
    assert table.covers(boards).all()
    return table.chances(boards)[0]


def test_ways_are_numbered_one_by_one():
    counts = np.zeros(26, np.int8)
    counts[OFF] = CHECKERS
    written = np.zeros(26, np.int8)
    for at in range(ways(4, CHECKERS)):
        assert number_of(counts, 4, CHECKERS) == at
        set_counts(written, at, 4, CHECKERS)
        assert (written == counts).all()
        step_to_next(counts)


def test_a_number_is_the_same_with_more_points():
    for standing in sides(4, 3):
        assert len({number(standing, points) for points in (4, 6, 12)}) == 1


def test_every_end_of_few_checkers_is_what_brute_force_finds(race):
    for standing in sides(4, 3):
        wanted, at = alone(standing), number(standing)
        assert race.race.means[at] == pytest.approx(wanted.mean, abs=1e-9)
        later = 1 - np.cumsum(wanted.finish)
        assert tails(race.race.finish, at) == pytest.approx(list(later[:20]), abs=1e-6)


@published.needed
def test_published_rolls_until_all_are_off(race):
    rows = published.rows("OS")
    assert len(rows) == 100
    for counts, mean, distribution in rows:
        at = number(side(*published.counts(counts)))
        assert race.race.means[at] == pytest.approx(float(mean), abs=2e-9)
        late = tails(race.race.finish, at)
        for entry in distribution.split():
            rolls, chance = entry.split(":")
            found = late[int(rolls) - 1] - late[int(rolls)]
            assert found == pytest.approx(float(chance), abs=1e-6)


def ahead(fast, slow, lead: int) -> float:
    """Return the chance that *fast* comes before *slow*, which rolls so much later."""
    return sum(
        chance * slow[rolls + 1 - lead :].sum() for rolls, chance in enumerate(fast)
    )


def wanted_chances(mover: Alone, waiter: Alone) -> tuple[float, float, float]:
    return (
        ahead(mover.finish, waiter.finish, 1),
        ahead(mover.finish, waiter.opening, 1),
        ahead(waiter.finish, mover.opening, 0),
    )


@pytest.mark.parametrize(
    ("mover", "waiter"),
    [
        (side(1), side(2, 1)),
        (side(0, 2), side(1, 1, 1)),
        (side(0, 0, 3), side(3)),
        (side(2), side(13, 2)),
        (side(13, 2), side(1)),
        (side(14, 1), side(13, 2)),
        (side(0, 1, 1), side(0, 1, 1)),
    ],
)
def test_two_races_are_two_distributions(race, mover, waiter):
    wanted = wanted_chances(alone(mover), alone(waiter))
    got = chances(race, mover, waiter)[[WIN, DOUBLE, LOST_DOUBLE]]
    assert got == pytest.approx(wanted, abs=2e-6)


def test_the_first_checker_may_take_more_than_one_roll(race):
    stack = side(0, 0, 0, 0, 0, 15)
    late = 0.0
    for chance, ends in finals(stack):
        best = min(ends, key=lambda end: race.race.means[number(end)])
        late += 0 if best.checkers[OFF] else chance
    assert late > 0.3
    assert tail(race.race.opening, unopened(stack), 1) == pytest.approx(late, abs=1e-6)


def test_a_side_whose_first_checker_is_late_loses_double(race):
    stack, last = side(0, 0, 0, 0, 0, 15), side(1)
    opening = tail(race.race.opening, unopened(stack), 1)
    found = chances(race, stack, last)
    assert found[WIN] == 0
    assert found[LOST_DOUBLE] == pytest.approx(opening, abs=1e-6)
    found = chances(race, last, stack)
    assert found[WIN] == found[DOUBLE] == 1


def test_a_side_with_a_checker_off_loses_single(race):
    found = chances(race, side(1), side(14))
    assert found[WIN] == 1
    assert found[DOUBLE] == 0


def test_the_roll_is_worth_something(race):
    for standing in sides(3, 2):
        assert chances(race, standing, standing)[WIN] > 0.5


def test_the_chances_before_a_roll_are_the_mean_of_those_after_it(race):
    """What both sides see of one race fits together, roll by roll."""
    mover, waiter = side(3, 3, 3, 2, 2, 2), side(0, 2, 1, 3, 4, 5)
    total = 0.0
    for chance, ends in finals(mover):
        best = min(ends, key=lambda end: race.race.means[number(end)])
        after = turned(chances(race, waiter, best)[None])
        total += chance * float(equity(after)[0])
    assert equity(chances(race, mover, waiter)[None])[0] == pytest.approx(
        total, abs=2e-6
    )


def outside(**changes: Side) -> Position:
    home = side(0, 0, 5, 5, 5)
    return Position(changes.get("mover", home), changes.get("waiter", home))


@pytest.mark.parametrize(
    "position",
    [
        outside(mover=Side.of({7: 1, 1: 14})),
        outside(waiter=Side.of({7: 1, 1: 14})),
        outside(mover=Side.of({25: 1, 1: 14})),
        outside(waiter=Side.of({25: 1, 1: 14})),
        outside(mover=Side.of({1: 14}, pinned={3})),
        outside(waiter=Side.of({1: 14}, pinned={20})),
        outside(mover=DONE),
        outside(waiter=DONE),
        Position.start(FEVGA),
    ],
)
def test_what_is_no_race_within_the_points_is_not_covered(race, position):
    assert not race.covers(encode(position)[None]).any()


def test_no_position_is_no_trouble(race):
    nothing = np.zeros((0, 4, 26), np.int8)
    assert race.covers(nothing).shape == (0,)
    assert race.chances(nothing).shape == (0, 6)
