"""A position of backgammon played to its end, by our nets and by GNU Backgammon's.

    python benchmarks/played_out.py "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"
    python benchmarks/played_out.py "backgammon 6:3 6:3 w" --player gnubg --player net

What a rollout says depends on who plays it. Here each player plays both sides of the
same games, on the same dice, without a cube and without any judgement of positions on
the way: only ends are counted. That shows what each net's own play comes to, where our
analysis and GNU Backgammon's differ; it is no proof of what a position is worth. The
cube and the score of a position are left aside. A player is gnubg
(gnubg-nn's 0-ply, in a process of its own), net (the shipped one) or a file of weights.
Figures are points a game for the side on roll.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np
import surroundings
from numpy.typing import NDArray

from tavli.bots.arena.interval import Figure
from tavli.bots.arena.pipe import PipeChooser, PipeError
from tavli.evaluation.house import raw_evaluator, weights_of
from tavli.evaluation.net import Net, NetError, NetEvaluator
from tavli.kernels.board import encode
from tavli.kernels.outcome import RUNS_ON, outcome
from tavli.kernels.turn import passed
from tavli.notation.position import read_position
from tavli.rules import BACKGAMMON, Position, result_of
from tavli.search.chooser import Chooser
from tavli.search.net_chooser import NetChooser

_PEER: Final = Path(__file__).parent / "peers" / "gnubg.py"
_MOST_TURNS: Final = 1000

Points = NDArray[np.float64]
"""Shape (games,): what the side on roll at the start has won, below 0 if lost."""


def player(name: str) -> Chooser:
    """Return who is called *name*: gnubg, net, or a file of weights."""
    if name == "gnubg":
        return PipeChooser(f"{sys.executable} {_PEER} --plies 0", BACKGAMMON)
    file = weights_of(BACKGAMMON.name) if name == "net" else Path(name)
    return NetChooser(NetEvaluator(Net.read(file, BACKGAMMON.name), BACKGAMMON))


def asked_for(line: str) -> Position:
    """Return the position at *line*, seen by the side on roll.

    Raises:
        ValueError: nobody is to roll in it, or it is of another game.
    """
    given = read_position(line)
    is_over = any(
        result_of(given.ruleset, position)
        for position in (given.position, given.position.passed())
    )
    if given.ruleset != BACKGAMMON or given.turn is None or given.state.dice or is_over:
        raise ValueError(f"wanted is a position of backgammon before a roll: {line}")
    return given.position


def throws(games: int, seed: int) -> Iterator[NDArray[np.int8]]:
    """Yield the dice of each turn, shape (games, 2): those of a game are its own."""
    random = np.random.default_rng(seed)
    for _ in range(_MOST_TURNS):
        yield random.integers(1, 7, (games, 2), dtype=np.int8)
    raise RuntimeError(f"a game lasts more than {_MOST_TURNS} turns")


def played(chooser: Chooser, line: str, games: int, seed: int) -> Points:
    """Return what comes of *games* from the position at *line*, by one player."""
    table = raw_evaluator(BACKGAMMON).table
    boards = np.repeat(encode(asked_for(line))[np.newaxis], games, axis=0)
    points = np.zeros(games)
    running = np.arange(games)
    sign = 1
    for dice in throws(games, seed):
        finals = chooser.choose(boards, dice[running])
        ends = np.array([outcome(table, final) for final in finals])
        over = ends != RUNS_ON
        points[running[over]] = sign * ends[over]
        boards, running = passed(finals[~over]), running[~over]
        sign = -sign
        if not len(running):
            break
    return points


def described(points: Points, seed: int) -> dict[str, object]:
    """Return the mean, and how often each end came."""
    ends = {
        name: f"{np.mean(points == worth):.1%}"
        for name, worth in (
            ("won triple", 3),
            ("won double", 2),
            ("won", 1),
            ("lost", -1),
            ("lost double", -2),
            ("lost triple", -3),
        )
    }
    return {"points": str(Figure.of(points, seed)), **ends}


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Play a position to its end.")
    parser.add_argument("position", help="a position line, before the roll")
    parser.add_argument("--player", action="append", help="gnubg, net or a file")
    parser.add_argument("--games", type=int, default=2000, help="2 or more")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    wanted = parser.parse_args()
    try:
        asked_for(wanted.position)
        choosers = {name: player(name) for name in wanted.player or ["gnubg", "net"]}
    except (ValueError, NetError, PipeError) as error:
        parser.error(str(error))
    if wanted.games < 2:
        parser.error(f"games are 2 or more, not {wanted.games}")
    figures: dict[str, object] = {"position": wanted.position, "games": wanted.games}
    for name, chooser in choosers.items():
        points = played(chooser, wanted.position, wanted.games, wanted.seed)
        figures[name] = described(points, wanted.seed)
    surroundings.show("played_out", figures, wanted.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
