"""Node counts of all four games by the compiled generator."""

import pytest

from boards import line
from kernels.interpreted import INTERPRETED
from rules.test_perft import COUNTS, Count
from tavli.kernels.board import encode
from tavli.kernels.perft import perft
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset

BUFFERS = Buffers.make()


@pytest.mark.parametrize(
    "count",
    [count for count in COUNTS if count.leaves <= 500 or not INTERPRETED],
    ids=lambda count: f"{count.game}, {count.name}, {count.depth}",
)
def test_leaves(count: Count):
    ruleset, position = line(count.position)
    table = compile_ruleset(ruleset)
    assert perft(table, encode(position), count.depth, BUFFERS) == count.leaves


def test_the_position_itself_is_the_leaf_at_depth_0():
    ruleset, position = line(COUNTS[0].position)
    assert perft(compile_ruleset(ruleset), encode(position), 0, BUFFERS) == 1
