"""Engines that play whole games fast, and programs that answer over a pipe."""

import sys
from pathlib import Path

import numpy as np

from tavli.evaluation.chances import COLUMNS, WIN, Chances
from tavli.evaluation.pips import PipEvaluator
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset
from tavli.search.static import StaticChooser

WIRE = Path(__file__).parents[3] / "benchmarks" / "peers"


class SpreadEvaluator:
    """Pips, and a liking for checkers on many points."""

    name = "spread"

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._pips = PipEvaluator(ruleset)

    def chances(self, boards: Boards) -> Chances:
        found = self._pips.chances(boards)
        mine, theirs = ((boards[:, row, 1:] > 0).sum(axis=1) for row in (0, 1))
        found[:, WIN] += 0.001 * (mine - theirs)
        return found


class EvenEvaluator:
    """Everything is even, which no roll can change."""

    name = "even"

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def chances(self, boards: Boards) -> Chances:
        found = np.zeros((len(boards), COLUMNS), np.float32)
        found[:, WIN] = 0.5
        return found


class CountingChooser:
    """Count the questions that reach another chooser."""

    def __init__(self, chooser: StaticChooser) -> None:
        self.name = chooser.name
        self.ruleset = chooser.ruleset
        self.questions = 0
        self._chooser = chooser

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        self.questions += len(boards)
        return self._chooser.choose(boards, rolls)


def pips(ruleset: Ruleset) -> StaticChooser:
    return StaticChooser(PipEvaluator(ruleset))


def spread(ruleset: Ruleset) -> StaticChooser:
    return StaticChooser(SpreadEvaluator(ruleset))


def program(tmp_path: Path, body: str) -> str:
    """The command line of a program whose text is *body*."""
    path = tmp_path / "engine.py"
    path.write_text(f"import sys\nsys.path.insert(0, {str(WIRE)!r})\n{body}")
    return f"{sys.executable} {path}"


HONEST = """
from wire import serve
from tavli.kernels.movegen import afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import PLAKOTO
table, buffers = compile_ruleset(PLAKOTO), Buffers.make()
def choose(board, first, second):
    print("thinking")
    count = afterstates(table, board, first, second, buffers)
    return buffers.boards[count - 1].copy()
serve("last of all", choose)
"""

CHEAT = """
from wire import serve
def choose(board, first, second):
    other = board.copy()
    other[0, 0], other[0, 24] = 1, 14
    return other
serve("cheat", choose)
"""
