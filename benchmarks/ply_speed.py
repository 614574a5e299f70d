"""Plays chosen a second, 0, 1 and 2 plies deep, beside gnubg-nn's.

    python benchmarks/ply_speed.py --repeat 5 --seed 1

Both choose a play in the same fresh positions of the shipped net's own games, in turn,
one thread, one position a call; each asked once. Times are the processor's. Ours is
measured also with all positions of a round in one call, as the arena asks.
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
from house import chooser, net_of, positions
from peer import Peer

from tavli.kernels.board import WAITER, Board, Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import BACKGAMMON, BAR
from tavli.search.chooser import Chooser
from tavli.search.deep import DeepChooser
from tavli.search.filters import NORMAL
from tavli.search.house import house_lookahead
from tavli.search.measuring import BLOCK
from tavli.search.ranking import Search

_PEER: Final = """
import json, sys, time
from gnubg_nn import best_move
rounds = json.loads(sys.stdin.readline())
for (plies, questions), _ in zip(rounds, sys.stdin):
    begin = time.process_time()
    for board, first, second in questions:
        best_move(board, first, second, n=plies, b=1)
    print(json.dumps([time.process_time() - begin, []]), flush=True)
"""


def main() -> int:
    """Measure and print."""
    options = _options()
    sizes = dict(enumerate(options.positions))
    if sum(sizes.values()) * options.repeat > BLOCK:
        raise SystemExit(f"there are {BLOCK} fresh positions: ask for fewer")
    boards, rolls = positions("backgammon", options.seed, 0)
    parts = _parts(sizes, options.repeat)
    asked = [
        (
            plies,
            [_for_peer(*pair) for pair in zip(boards[part], rolls[part], strict=True)],
        )
        for plies, part in parts
    ]
    peer = Peer.start("gnubg_nn", _PEER, asked)
    figures: dict[str, object] = {"net": net_of("backgammon")}
    rates: dict[int, list[tuple[float, float, float]]] = {plies: [] for plies in sizes}
    for plies, part in parts:
        single, together = _ours(plies, boards[part], rolls[part])
        theirs = (part.stop - part.start) / peer.ask()[0] if peer else 0.0
        rates[plies].append((single, together, theirs))
    for plies, rows in rates.items():
        figures |= _told(plies, rows, is_alone=peer is None)
    if peer is not None:
        peer.end()
    surroundings.show("ply_speed", figures, options.json)
    return 0


def _parts(sizes: dict[int, int], repeat: int) -> list[tuple[int, slice]]:
    """Return depths and positions in the order they are asked."""
    parts, first = [], 0
    for _ in range(repeat):
        for plies, count in sizes.items():
            parts.append((plies, slice(first, first + count)))
            first += count
    return parts


def _ours(plies: int, boards: Boards, rolls: Rolls) -> tuple[float, float]:
    """Return how many a second we choose one by one, and together."""
    player = _player(plies)
    player.choose(boards[:1], rolls[:1])  # compiled, or loaded
    begin = time.thread_time()
    for number in range(len(boards)):
        player.choose(boards[number : number + 1], rolls[number : number + 1])
    single = len(boards) / (time.thread_time() - begin)
    begin = time.thread_time()
    player.choose(boards, rolls)
    return single, len(boards) / (time.thread_time() - begin)


def _player(plies: int) -> Chooser:
    if plies == 0:
        return chooser("backgammon")
    return DeepChooser(Search(house_lookahead(BACKGAMMON), NORMAL[:plies]))


def _told(
    plies: int, rows: Sequence[tuple[float, float, float]], *, is_alone: bool
) -> dict[str, object]:
    single, together, theirs = zip(*rows, strict=True)
    figures: dict[str, object] = {
        f"{plies}_ply_per_s": round(median(single), 1),
        f"{plies}_ply_together_per_s": round(median(together), 1),
    }
    if not is_alone:
        figures[f"{plies}_ply_gnubg_nn_per_s"] = round(median(theirs), 1)
        figures[f"{plies}_ply_ratio"] = _ratio(single, theirs)
        figures[f"{plies}_ply_ratio_together"] = _ratio(together, theirs)
    return figures


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return round(median(a / b for a, b in zip(ours, theirs, strict=True)), 2)


def _for_peer(board: Board, roll: np.ndarray) -> tuple[list[list[int]], int, int]:
    """Return a question as gnubg-nn reads it: the waiter's side first, and the dice."""
    sides = [
        [int(count) for count in (*board[row, 1:BAR], board[row, BAR])]
        for row in (WAITER, 0)
    ]
    return sides, int(roll[0]), int(roll[1])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--positions",
        type=int,
        nargs=3,
        default=(100, 50, 25),
        metavar=("ZERO", "ONE", "TWO"),
        help="of a round, for each depth",
    )
    parser.add_argument("--repeat", type=int, default=5, help="rounds")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
