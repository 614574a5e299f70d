"""Static evaluations a second of the shipped backgammon net, beside gnubg-nn's 0-ply.

    python benchmarks/evaluation_speed.py --positions 4000 --repeat 9 --seed 1

Both judge the same fresh positions of the net's own games, each asked once a round in
batches as self-play asks, one thread, in turn; times are the processor's. Ours is
measured twice: positions as such, and the finals of their rolls, as a play is chosen.
"""

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np
import surroundings
from peer import Peer

from tavli.evaluation.house import raw_evaluator
from tavli.kernels.board import WAITER, Boards, encode
from tavli.kernels.lessons import Games, throw
from tavli.kernels.movegen import Rolls, batch_afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.turn import passed
from tavli.rules import BACKGAMMON, BAR, CHECKERS, OFF, Position
from tavli.search.net_chooser import NetChooser

_PEER: Final = """
import json, sys, time
from gnubg_nn import probabilities
batches = json.loads(sys.stdin.readline())
for number, _ in enumerate(sys.stdin):
    boards = batches[number]
    begin = time.process_time()
    for board in boards:
        probabilities(board, 0)
    print(json.dumps([time.process_time() - begin, []]), flush=True)
"""


def main() -> int:
    """Measure and print."""
    options = _parser().parse_args()
    evaluator = raw_evaluator(BACKGAMMON)
    count = options.positions * options.repeat
    boards, rolls = positions_of_play(NetChooser(evaluator), count, options.seed)
    parts = np.split(np.arange(count), options.repeat)
    batches = [[for_peer(board) for board in boards[part]] for part in parts]
    peer = Peer.start("gnubg_nn", _PEER, batches)
    rounds = [_round(boards[part], rolls[part], peer) for part in parts]
    static, choosing, theirs = zip(*rounds, strict=True)
    figures: dict[str, object] = {
        "net": "x".join(map(str, evaluator.net.narrow.shape)),
        "evaluations_per_s": round(median(static)),
        "finals_judged_per_s_generation_included": round(median(choosing)),
    }
    if peer is not None:
        peer.end()
        figures["gnubg_nn_per_s"] = round(median(theirs))
        figures["ratio"] = _ratio(static, theirs)
        figures["ratio_choosing"] = _ratio(choosing, theirs)
    surroundings.show("evaluation_speed", figures, options.json)
    return 0


def _round(
    boards: Boards, rolls: Rolls, peer: Peer | None
) -> tuple[float, float, float]:
    """Return positions a second of ours, finals a second, and of the peer's."""
    evaluator = raw_evaluator(BACKGAMMON)
    chooser = NetChooser(evaluator)
    evaluator.chances(boards[:10])
    chooser.choose(boards[:10], rolls[:10])  # both are compiled, or loaded
    begin = time.thread_time()
    evaluator.chances(boards)
    static = len(boards) / (time.thread_time() - begin)
    count = _finals(boards, rolls)
    begin = time.thread_time()
    chooser.choose(boards, rolls)
    choosing = count / (time.thread_time() - begin)
    return static, choosing, len(boards) / peer.ask()[0] if peer else 0.0


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return round(median(a / b for a, b in zip(ours, theirs, strict=True)), 2)


def positions_of_play(
    chooser: NetChooser, count: int, seed: int
) -> tuple[Boards, Rolls]:
    """Return *count* different positions of the net's own games, and their rolls."""
    start = encode(Position.start(BACKGAMMON))
    games = Games.make(start, 64, 0, seed)
    rolls = np.zeros((64, 2), np.int8)
    found: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
    boards = games.boards
    while len(found) < count:
        throw(games, rolls)
        for board, roll in zip(boards, rolls, strict=True):
            found.setdefault(board.tobytes(), (board.copy(), roll.copy()))
        ends = chooser.choose(boards, rolls)
        over = ends[:, 0, OFF] == CHECKERS
        boards[:] = passed(ends)
        boards[over] = start
        games.turns[:] = 1
    kept = list(found.values())[:count]
    return np.array([b for b, _ in kept]), np.array([r for _, r in kept])


def _finals(boards: Boards, rolls: Rolls) -> int:
    """Return how many finals the rolls have."""
    table = raw_evaluator(BACKGAMMON).table
    buffers, starts = Buffers.make(2**16), np.zeros(len(boards) + 1, np.int64)
    first = total = 0
    while first < len(boards):
        done = batch_afterstates(table, boards[first:], rolls[first:], starts, buffers)
        total += int(starts[done])
        first += done
    return total


def for_peer(board: np.ndarray) -> list[list[int]]:
    """Return *board* as gnubg-nn reads it: the waiter, then the side on roll."""
    return [
        [int(count) for count in (*board[row, 1:BAR], board[row, BAR])]
        for row in (WAITER, 0)
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure static evaluations.")
    parser.add_argument("--positions", type=int, default=4000, help="of a round")
    parser.add_argument("--repeat", type=int, default=9, help="rounds")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
