"""Numbers and tables of ends, small enough to be built without the compiler too."""

import random

import numpy as np
import pytest

from boards import line
from kernels.interpreted import INTERPRETED
from tavli.kernels.board import MOVER, WAITER, encode
from tavli.kernels.combination import (
    number_of,
    number_of_unopened,
    set_counts,
    stands_within,
    step_to_next,
    ways,
)
from tavli.kernels.pins import held_number, others_number, pin_of, straggler_of
from tavli.kernels.race import Race, is_race, race_chances, tail
from tavli.kernels.race_build import Growth, grow, with_room
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.kernels.two_sided import (
    CENTRED,
    COLUMNS,
    CUBELESS,
    HOME,
    THEIRS,
    Choices,
    fill_two_sided,
    find_choices,
    with_cube,
)
from tavli.rules import CHECKERS, OFF, PORTES

POINTS = 2 if INTERPRETED else 4


@pytest.fixture(scope="module")
def race() -> Race:
    growth, states = Growth.start(POINTS), ways(POINTS, CHECKERS)
    rules, buffers = compile_ruleset(PORTES), Buffers.make()
    while growth.progress[0] < states:
        growth = with_room(growth, 50)
        grow(rules, growth, 50, buffers)
    return growth.race


@pytest.fixture(scope="module")
def pair():
    choices = Choices.room(2)
    find_choices(compile_ruleset(PORTES), 2, choices, Buffers.make())
    states = ways(HOME, 2)
    values = np.zeros((states, states, COLUMNS), np.float32)
    fill_two_sided(choices, values, 1, states)
    return values


def counts(*standing: int):
    found = np.zeros(26, np.int8)
    found[1 : 1 + len(standing)] = standing
    found[OFF] = CHECKERS - sum(standing)
    return found


def test_numbers_run_without_a_gap():
    standing = counts()
    for number in range(ways(3, CHECKERS)):
        assert number_of(standing, 3, CHECKERS) == number
        step_to_next(standing)


def test_a_number_leads_back():
    standing = np.zeros(26, np.int8)
    for number in range(0, ways(12, CHECKERS), 100_003):
        set_counts(standing, number, 12, CHECKERS)
        assert number_of(standing, 12, CHECKERS) == number
        assert standing.sum() == CHECKERS


def test_a_step_forward_lowers_the_number():
    rng = random.Random(4)
    for _ in range(100):
        standing = counts(*np.bincount(rng.choices(range(6), k=15), minlength=6))
        source = max(np.flatnonzero(standing))
        ahead = standing.copy()
        ahead[source] -= 1
        ahead[rng.randrange(source)] += 1
        assert number_of(ahead, 6, CHECKERS) < number_of(standing, 6, CHECKERS)


def test_unopened_ways_are_numbered_by_themselves():
    assert number_of_unopened(counts(15), 6) == 0
    assert number_of_unopened(counts(0, 0, 0, 0, 0, 15), 6) == ways(5, CHECKERS) - 1


@pytest.mark.parametrize(
    ("standing", "fits"),
    [
        (counts(3, 3), True),
        (counts(), True),
        (counts(0, 0, 1), False),
        (counts(16), False),  # with a checker less than none off
        (np.zeros(26, np.int8), False),
        (np.full(26, 127, np.int8), False),
    ],
)
def test_only_fifteen_checkers_have_a_number(standing, fits):
    assert stands_within(standing, 2, CHECKERS) == fits


def test_known_rolls(race):
    # One checker on 1, two on 1, and three of which a double takes all.
    for standing, one, mean in (
        (counts(1), 0, 1),
        (counts(2), 0, 1),
        (counts(3), 30 / 36, 1 + 30 / 36),
    ):
        number = number_of(standing, POINTS, CHECKERS)
        assert tail(race.finish, number, 1) == pytest.approx(one)
        assert race.means[number] == pytest.approx(mean)


def test_chances_of_a_known_race(race):
    _, position = line("portes 1:3 1:2 w")
    row = np.zeros(6, np.float32)
    board = encode(position)
    assert is_race(board, POINTS)
    race_chances(race, board, row)
    assert list(row) == pytest.approx([6 / 36, 0, 0, 0, 0, 0])


def test_a_double_needs_the_first_checker(race):
    _, position = line("portes 1:3 1:15 w")
    row = np.zeros(6, np.float32)
    race_chances(race, encode(position), row)
    assert list(row) == pytest.approx([1, 6 / 36, 0, 0, 0, 0])


def test_known_equities_of_the_last_checkers(pair):
    one, six = number_of(counts(1), HOME, 2), number_of(counts(0, 0, 0, 0, 0, 1), 6, 2)
    assert pair[one, six, CUBELESS] == 1
    assert pair[six, one, CUBELESS] == pytest.approx(0.5)
    assert pair[six, one, THEIRS] == pytest.approx(0.5)
    assert with_cube(pair[six, one], CENTRED) == pytest.approx(1)


def test_a_pin_is_seen_from_both_sides():
    _, position = line("plakoto 3:2 22x,1:14 w")
    board, back = encode(position), encode(position.passed())
    assert (pin_of(board, MOVER), pin_of(board, WAITER)) == (3, 0)
    assert (pin_of(back, MOVER), pin_of(back, WAITER)) == (0, 3)
    assert straggler_of(board, MOVER) == 0
    assert others_number(board[WAITER]) == 0
    assert held_number(2, 0, 1) == 1
    assert held_number(2, 0, 99) == held_number(2, 1, 0) - 1
