"""Passing the turn."""

import random

import numpy as np
import pytest

from kernels.play import random_turns
from tavli.kernels.board import decode, encode
from tavli.kernels.turn import passed
from tavli.rules import RULESETS


@pytest.mark.parametrize("name", RULESETS)
def test_the_other_side_sees_what_the_definition_says(name):
    positions = [p for p, _ in random_turns(RULESETS[name], random.Random(6), 60)]
    boards = np.array([encode(position) for position in positions])
    before = boards.copy()
    seen = passed(boards)
    assert [decode(one) for one in seen] == [one.passed() for one in positions]
    assert seen.flags.c_contiguous
    assert (boards == before).all()
    assert (passed(seen) == before).all()
