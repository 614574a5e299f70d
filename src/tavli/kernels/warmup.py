"""Compiling before anybody waits for it.

Kernels compile when they are first called, and are kept on the disk from then on. Who
must answer at once, such as a server, does the work of a first call before.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from tavli.kernels.board import encode
from tavli.kernels.movegen import afterstates, batch_afterstates
from tavli.kernels.outcome import outcome
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import PORTES, Position


class FirstUse(NamedTuple):
    """Something that is slow for the first time: its name, and a call that does it."""

    name: str
    call: Callable[[], object]


Progress = Callable[[int, int, str], None]
"""Hears how far it has come: uses made, of how many, and the name of the next."""


def ignore(done: int, count: int, name: str) -> None:
    """Show no progress."""


def compile_all(uses: Sequence[FirstUse], progress: Progress = ignore) -> None:
    """Make each of *uses*, so that none of them is slow any more in any process.

    One process does this before others start, or each of them compiles for itself.
    """
    for done, use in enumerate(uses):
        progress(done, len(uses), use.name)
        use.call()


def _generate() -> None:
    """Generate as Python does. One game stands for all: tables have one type."""
    table, board = compile_ruleset(PORTES), encode(Position.start(PORTES))
    buffers = Buffers.make()
    count = afterstates(table, board, 3, 1, buffers)
    outcome(table, buffers.boards[count - 1])
    rolls, starts = np.array([(3, 1)], np.int8), np.zeros(2, np.int64)
    batch_afterstates(table, board[np.newaxis], rolls, starts, buffers)


GENERATOR: Final = FirstUse("legal plays", _generate)
