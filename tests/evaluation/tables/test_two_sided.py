"""The last checkers of both sides against brute force and published values."""

import numpy as np
import pytest

from evaluation.tables import published
from evaluation.tables.brute import DONE, side, sides, worth
from tavli.evaluation.chances import DOUBLE, LOST_DOUBLE, WIN
from tavli.evaluation.tables.two_sided import Access
from tavli.kernels.board import encode
from tavli.kernels.turn import passed
from tavli.rules import Position, Side

ALL = tuple(Access)


def boards(*pairs: tuple[Side, Side]):
    return np.stack([encode(Position(*pair)) for pair in pairs])


def test_every_end_of_few_checkers_is_what_brute_force_finds(two_sided):
    few = list(sides(5, 2))
    pairs = [(mover, waiter) for mover in few for waiter in few]
    wanted = np.array([worth(*pair) for pair in pairs])
    found = boards(*pairs)
    assert two_sided.covers(found).all()
    for access in ALL:
        got = two_sided.without_double(found, access)
        assert got == pytest.approx(wanted[:, access], abs=2e-6)


@published.needed
def test_published_values_with_and_without_a_cube(two_sided):
    rows = published.rows("TS")
    assert len(rows) == 100
    columns = (
        lambda board: two_sided.points(board, Access.NOBODY),
        lambda board: two_sided.without_double(board, Access.BOTH),
        lambda board: two_sided.points(board, Access.BOTH),
        lambda board: two_sided.without_double(board, Access.MOVER),
        lambda board: two_sided.points(board, Access.MOVER),
        lambda board: two_sided.points(board, Access.WAITER),
    )
    for mover, waiter, *values in rows:
        pair = side(*published.counts(mover)), side(*published.counts(waiter))
        for value, column in zip(values, columns, strict=True):
            assert column(boards(pair))[0] == pytest.approx(float(value), abs=1e-6)


def test_a_win_is_single_and_its_chance_fits_the_points(two_sided):
    found = boards((side(0, 1, 2), side(1, 1, 1)), (side(6), side(0, 0, 0, 0, 0, 6)))
    chances = two_sided.chances(found)
    points = two_sided.points(found, Access.NOBODY)
    assert 2 * chances[:, WIN] - 1 == pytest.approx(points, abs=1e-6)
    assert not chances[:, [DOUBLE, LOST_DOUBLE]].any()


def test_a_double_that_must_be_passed_wins_the_cube(two_sided):
    sure = boards((side(1), side(0, 0, 0, 0, 0, 6)))
    assert two_sided.points(sure, Access.BOTH)[0] == 1
    assert two_sided.taken(sure)[0] == 2


def test_the_last_roll_is_doubled_and_taken_at_one_chance_in_four(two_sided):
    # 6-5, 6-3 and the like: 27 of 36 rolls bear off a checker from 6.
    last = boards((side(0, 0, 0, 0, 0, 1), side(1)))
    assert two_sided.chances(last)[0, WIN] == pytest.approx(27 / 36)
    assert two_sided.taken(last)[0] == pytest.approx(1)
    assert two_sided.points(last, Access.MOVER)[0] == pytest.approx(1)
    assert two_sided.without_double(last, Access.MOVER)[0] == pytest.approx(0.5)


def test_the_owner_of_the_cube_is_never_worse_off(two_sided):
    few = list(sides(3, 2))
    found = boards(*((mover, waiter) for mover in few for waiter in few))
    mine, both, theirs = (
        two_sided.points(found, access)
        for access in (Access.MOVER, Access.BOTH, Access.WAITER)
    )
    assert (mine >= both - 1e-6).all()
    assert (both >= theirs - 1e-6).all()


def test_the_same_end_from_the_other_side_is_another_end(two_sided):
    pair = boards((side(0, 2), side(3, 1)))
    there, back = two_sided.chances(pair), two_sided.chances(passed(pair))
    assert there[0, WIN] + back[0, WIN] > 1


@pytest.mark.parametrize(
    ("mover", "waiter"),
    [
        (side(7), side(1)),
        (side(1), side(7)),
        (Side.of({7: 1, 0: 14}), side(1)),
        (Side.of({25: 1, 0: 14}), side(1)),
        (side(1), DONE),
        (DONE, side(1)),
        (Side.of({0: 13, 1: 1}, pinned={2}), side(1)),
    ],
)
def test_what_it_does_not_know_is_not_covered(two_sided, mover, waiter):
    assert not two_sided.covers(boards((mover, waiter))).any()
