"""The throws that reach a point, against a count by hand and by force."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavli.bots.shots import throw_set, throws_onto, with_die

FROM_ONE = {
    1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3,
    15: 1, 16: 1, 18: 1, 20: 1, 24: 1, 13: 0, 14: 0, 17: 0, 19: 0, 21: 0, 22: 0, 23: 0,
}  # fmt: skip
"""The shots at a blot by its distance, as every book on backgammon has them."""


@pytest.mark.parametrize(("distance", "shots"), FROM_ONE.items())
def test_a_lone_blot_is_hit_by_the_known_number_of_throws(distance, shots):
    assert throws_onto(1, [1 + distance], 0).bit_count() == shots


def by_force(target: int, source: int, closed: int) -> int:
    """Walk every throw step by step."""
    throws = 0
    for first in range(1, 7):
        for second in range(1, 7):
            orders = [(first, second), (second, first)]
            if first == second:
                orders = [(first,) * 4]
            for order in orders:
                at = source
                for die in order:
                    at -= die
                    if at == target:
                        throws |= 1 << (6 * first + second - 7)
                    if at < 1 or closed >> at & 1:
                        break
    return throws


@given(
    target=st.integers(1, 24), source=st.integers(1, 25), closed=st.integers(0, 2**25)
)
def test_shots_are_those_found_by_walking_every_throw(target, source, closed):
    closed &= ~(1 << target)
    expected = by_force(target, source, closed) if source > target else 0
    assert throws_onto(target, [source], closed) == expected


def test_several_shooters_hit_with_the_union_of_their_throws():
    together = throws_onto(1, [7, 3], 0)
    assert together == throws_onto(1, [7], 0) | throws_onto(1, [3], 0)
    assert together.bit_count() < 17 + 12


def test_sets_of_throws():
    assert throw_set(1, 6).bit_count() == 2
    assert throw_set(4, 4).bit_count() == 1
    assert with_die(3).bit_count() == 11
