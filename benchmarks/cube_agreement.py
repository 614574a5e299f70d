"""Doubles and takes in money play, beside those of GNU Backgammon two plies deep.

    python benchmarks/cube_agreement.py --positions 2000 --seed 1
    python benchmarks/cube_agreement.py --gnubg /another/python

Positions come from the shipped net's own games. Counted are those where for GNU
Backgammon doubling, or taking, is within 0.20 points of the other choice, and among
them those within 0.05. Where both choices come to the same number, as in a game that
is won, nothing is to be decided: it prints three digits, and such are left out. The
package ``gnubg`` (GPL) runs in a process of its own, by the interpreter that is named.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np
import surroundings
from numpy.typing import NDArray

from tavli.evaluation.house import raw_evaluator
from tavli.kernels.board import MOVER, WAITER, Board, Boards, encode
from tavli.kernels.turn import passed
from tavli.rules import BACKGAMMON, CHECKERS, OFF, Position
from tavli.search.cube_place import CubePlace
from tavli.search.cubeful import CubefulSearch
from tavli.search.efficiency import efficiencies
from tavli.search.house import house_lookahead
from tavli.search.live_cube import LiveCube
from tavli.search.net_chooser import NetChooser
from tavli.search.stakes import MoneyStakes
from tavli.search.who import Who

_NEAR: Final = 0.20
_CLOSE: Final = 0.05
_EQUAL: Final = 0.0005
_GAMES: Final = 400
_A_TURN: Final = 10
_CUBES: Final = (CubePlace(), CubePlace(2, Who.OTHER))
_GNUBG: Final = """
import sys, gnubg
for command in ("threads 1", "jacoby off", "output matchpc off",
                "evaluation cubedecision evaluation plies 2",
                "evaluation cubedecision evaluation cubeful on"):
    gnubg.command("set " + command)
for number, line in enumerate(sys.stdin):
    print("###", number, flush=True)
    gnubg.set_gnubg_id(line.strip())
    gnubg.command("eval")
"""
_VALUES: Final = {
    "stay": re.compile(r"\d\. No double\s+([+-]\d+\.\d+)"),
    "take": re.compile(r"\d\. Double, take\s+([+-]\d+\.\d+)"),
}

Pairs = NDArray[np.float64]
"""Shape (n, 2): the points without a double, and doubled and taken."""


def main() -> int:
    """Measure and print."""
    options = _parser().parse_args()
    boards = _positions(options.positions, options.seed)
    theirs, answered = _theirs(options.gnubg, boards)
    ours = _ours(boards[answered], options.plies)
    figures: dict[str, object] = {"plies": options.plies, "positions": len(theirs)}
    for bound in (_NEAR, _CLOSE):
        figures |= _agreement(ours, theirs, bound)
    surroundings.show("cube_agreement", figures, options.json)
    return 0


def _agreement(ours: Pairs, theirs: Pairs, bound: float) -> dict[str, object]:
    """Return how often both decide alike where the choices are within *bound*."""
    doubles = [np.minimum(both[:, 1], 1) - both[:, 0] for both in (ours, theirs)]
    takes = [1 - both[:, 1] for both in (ours, theirs)]
    counts = []
    figures: dict[str, object] = {}
    for name, (mine, other) in (("double", doubles), ("take", takes)):
        near = (np.abs(other) <= bound) & (np.abs(other) > _EQUAL)
        same = ((mine >= 0) == (other >= 0))[near]
        counts.append((same.sum(), near.sum()))
        figures[f"{name}_within_{bound}"] = f"{same.mean():.3f} of {near.sum()}"
    agreed, asked = np.sum(counts, axis=0)
    figures[f"both_within_{bound}"] = f"{agreed / max(asked, 1):.3f} of {asked}"
    return figures


def _ours(boards: Boards, plies: int) -> Pairs:
    search = CubefulSearch(house_lookahead(BACKGAMMON), plies)
    parts = np.array_split(boards, -(-len(boards) // 20))
    return np.concatenate(
        [search.values(part, MoneyStakes(), _CUBES) for part in parts]
    )


def _theirs(python: str, boards: Boards) -> tuple[Pairs, list[int]]:
    """Return what GNU Backgammon says, and of which boards it says all."""
    lines = "".join(_xgid(board) + "\n" for board in boards)
    done = subprocess.run(  # noqa: S603  # words of our own
        [python, "-c", _GNUBG], input=lines, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{python} can't run the package gnubg: {done.stderr[-300:]}")
    pairs, answered = [], []
    for text in done.stdout.split("###")[1:]:
        found = {name: rule.search(text) for name, rule in _VALUES.items()}
        values = [float(match.group(1)) for match in found.values() if match]
        if len(values) == len(_VALUES):
            pairs.append(values)
            answered.append(int(text.split()[0]))
    return np.array(pairs), answered


def _positions(count: int, seed: int) -> Boards:
    """Return positions in which the raw net finds the cube worth a thought."""
    found: list[Board] = []
    for boards in _turns(seed):
        chances = raw_evaluator(BACKGAMMON).chances(boards)
        model, efficiency = LiveCube(MoneyStakes(), chances), efficiencies(boards)
        stay, take = (model.values(cube, efficiency) for cube in _CUBES)
        gaps = np.abs(np.minimum(take, 1) - stay), np.abs(take - 1)
        near = np.flatnonzero(np.minimum(*gaps) < 1.5 * _NEAR)
        found += [boards[index].copy() for index in near[:_A_TURN]]
        if len(found) >= count:
            return np.array(found[:count])
    raise AssertionError("games begin anew for ever")


def _turns(seed: int) -> Iterator[Boards]:
    """Yield the positions before each turn of games in step."""
    random, chooser = np.random.default_rng(seed), NetChooser(raw_evaluator(BACKGAMMON))
    start = encode(Position.start(BACKGAMMON))
    boards: Boards = np.repeat(start[np.newaxis], _GAMES, axis=0)
    while True:
        rolls = random.integers(1, 7, (_GAMES, 2)).astype(np.int8)
        ends = chooser.choose(boards, rolls)
        over = ends[:, MOVER, OFF] == CHECKERS
        boards = passed(ends)
        boards[over] = start
        yield boards


def _xgid(board: Board) -> str:
    """Write a money position with a centred cube as XG does; X is on roll."""
    signs = ["-"] * 26
    for point in range(1, 26):
        if board[MOVER, point]:
            signs[point] = chr(ord("A") - 1 + board[MOVER, point])
        if board[WAITER, point]:
            signs[25 - point] = chr(ord("a") - 1 + board[WAITER, point])
    return f"XGID={''.join(signs)}:0:0:1:00:0:0:0:0:10"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Compare cube decisions.")
    parser.add_argument("--positions", type=int, default=300, help="asked about")
    parser.add_argument("--plies", type=int, default=2, help="how far we look")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--gnubg", default=sys.executable, help="a Python with gnubg")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
