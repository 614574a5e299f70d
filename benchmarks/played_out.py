"""A position of backgammon played to its end, by our nets and by GNU Backgammon's.

    python benchmarks/played_out.py "backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"
    python benchmarks/played_out.py "backgammon 6:3 6:3 w" --player gnubg --player net

What a rollout says depends on who plays it. Here each player plays both sides of as
many games, on the same dice, without a cube and without any judgement of positions on
the way: only ends are counted. That shows what each net's own play comes to, where our
analysis and GNU Backgammon's differ; it is no proof of what a position is worth. The
cube and the score of a position are left aside. A player is gnubg
(gnubg-nn's 0-ply, in a process of its own) or any engine that `tavli arena` knows.
Figures are points a game for the side on roll, and shares of the games.
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
from tavli.bots.arena.pipe import PipeError
from tavli.bots.arena.players import PlayerError, make_chooser
from tavli.evaluation.net import NetError
from tavli.kernels.board import encode
from tavli.kernels.outcome import RUNS_ON, outcome
from tavli.kernels.table import compile_ruleset
from tavli.kernels.turn import passed
from tavli.notation.position import read_position
from tavli.rules import BACKGAMMON, Position, result_of
from tavli.search.chooser import Chooser

_GNUBG: Final = (
    f"pipe:{sys.executable} {Path(__file__).parent / 'peers' / 'gnubg.py'} --plies 0"
)
_ENDS: Final = {
    "won triple": 3,
    "won double": 2,
    "won": 1,
    "lost": -1,
    "lost double": -2,
    "lost triple": -3,
}
_MOST_TURNS: Final = 1000

Points = NDArray[np.float64]
"""Shape (games,): what the side on roll at the start has won, below 0 if lost."""


def asked_for(line: str) -> Position:
    """Return the position that *line* says, seen by the side on roll.

    Raises:
        ValueError: it is none, of another game, over, or nobody is about to roll.
    """
    given = read_position(line)
    if given.ruleset != BACKGAMMON:
        raise ValueError(f"this is played out in backgammon, not {given.ruleset.key}")
    if given.turn is None or given.state.dice is not None:
        raise ValueError("somebody has to be about to roll: w or b, and no dice")
    for position in (given.position, given.position.passed()):
        if result_of(BACKGAMMON, position) is not None:
            raise ValueError("the game is over in this position")
    return given.position


def throws(games: int, seed: int) -> Iterator[NDArray[np.int8]]:
    """Yield the dice of each turn, shape (games, 2), that follow from *seed*.

    Those of a game are its own, however many others still go on.
    """
    random = np.random.default_rng(seed)
    for _ in range(_MOST_TURNS):
        yield random.integers(1, 7, (games, 2), dtype=np.int8)
    raise RuntimeError(f"a game lasts more than {_MOST_TURNS} turns")


def played(chooser: Chooser, start: Position, games: int, seed: int) -> Points:
    """Return what comes of *games* from *start*, by one player on both sides."""
    table = compile_ruleset(BACKGAMMON)
    boards = np.repeat(encode(start)[np.newaxis], games, axis=0)
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


def described(points: Points, seed: int) -> dict[str, float]:
    """Return the mean with its interval, and the share of each end."""
    ends = {name: float(np.mean(points == worth)) for name, worth in _ENDS.items()}
    found = {**Figure.of(points, seed)._asdict(), **ends}
    return {name: round(value, 4) for name, value in found.items()}


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Play a position to its end.")
    parser.add_argument("position", help="a position line, before the roll")
    parser.add_argument("--player", action="append", help="gnubg, or as in the arena")
    parser.add_argument("--games", type=int, default=2000, help="2 or more")
    parser.add_argument("--seed", type=int, default=1, help="of the dice; 0 or more")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    wanted = parser.parse_args()
    if wanted.games < 2 or wanted.seed < 0:
        parser.error("games are 2 or more, and a seed is 0 or more")
    figures: dict[str, object] = {"position": wanted.position, "games": wanted.games}
    try:
        start = asked_for(wanted.position)
        for name in wanted.player or ["gnubg", "net"]:
            engine = _GNUBG if name == "gnubg" else name
            chooser = make_chooser(engine, BACKGAMMON, wanted.seed)
            points = played(chooser, start, wanted.games, wanted.seed)
            figures[name] = described(points, wanted.seed)
    except (ValueError, NetError, PlayerError, PipeError) as error:
        parser.error(str(error))
    surroundings.show("played_out", figures, wanted.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
