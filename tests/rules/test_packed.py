"""Positions as integers and as short texts."""

from hypothesis import given

from boards import reachable
from tavli.rules.packed import pack, swapped, unpack, written
from tavli.rules.position import Side


def _plainly(side: Side) -> str:
    counts = "".join(f"{count:x}" for count in side.checkers)
    return counts + "." + "".join(f"{point:02d}" for point in sorted(side.pinned))


@given(reachable())
def test_a_packed_position_is_written_as_its_sides_are(game):
    _, position = game
    sides = (_plainly(position.mover), _plainly(position.waiter))
    assert written(pack(position)) == sides


@given(reachable())
def test_swapping_a_packed_position_passes_the_turn(game):
    _, position = game
    assert unpack(swapped(pack(position))) == position.passed()
