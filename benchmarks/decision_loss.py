"""What nets of backgammon lose a decision, beside gnubg-nn's 0-ply.

    python benchmarks/decision_loss.py net runs/backgammon/net.safetensors
    python benchmarks/decision_loss.py net --decisions 6000 --seed 9

All nets choose, raw, in the same positions of the shipped net's games. Where a net and
gnubg-nn's 0-ply choose differently, gnubg-nn judges both a ply deeper, in a process of
its own. That judge leans to its own raw net: a loss of 0 would be somewhat better play
than gnubg-nn's. It is no score; it says soon, and to a few parts of ten thousand,
which of two nets is the better one.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np
import surroundings
from evaluation_speed import for_peer, positions_of_play
from numpy.typing import NDArray
from peer import Peer

from tavli.bots.arena.pipe import PipeChooser
from tavli.evaluation.house import raw_evaluator, weights_of
from tavli.evaluation.net import Net, NetEvaluator
from tavli.kernels.board import Boards
from tavli.kernels.outcome import RUNS_ON, outcome
from tavli.kernels.turn import passed
from tavli.rules import BACKGAMMON
from tavli.search.net_chooser import NetChooser

_PEER: Final = Path(__file__).parent / "peers" / "gnubg.py"
_JUDGE: Final = """
import json, sys, time
from gnubg_nn import probabilities
sys.stdin.readline()
for line in sys.stdin:
    begin = time.process_time()
    win, gammon, triple, lost, worst = probabilities(json.loads(line), 1)
    points = 2 * win - 1 + gammon + triple - lost - worst
    print(json.dumps([time.process_time() - begin, points]), flush=True)
"""

Losses = NDArray[np.float64]
"""Shape (n,): points a decision, above 0 where gnubg-nn chose better."""


class Judge:
    """gnubg-nn's opinion of a final, a ply deep, for the side that moved."""

    def __init__(self) -> None:
        self._peer = Peer(_JUDGE, None)
        self._known: dict[bytes, float] = {}
        self._table = raw_evaluator(BACKGAMMON).table

    def points(self, final: Boards) -> float:
        """Return what *final*, shape (4, 26), is worth, in points of money play."""
        key = final.tobytes()
        if key not in self._known:
            ended = outcome(self._table, final)
            self._known[key] = float(ended) if ended != RUNS_ON else -self._ask(final)
        return self._known[key]

    def end(self) -> None:
        """Let it end, as nothing more will be asked."""
        self._peer.end()

    def _ask(self, final: Boards) -> float:
        return float(self._peer.ask(for_peer(passed(final[np.newaxis])[0]))[1])


def main() -> int:
    """Measure and print."""
    options = _parser().parse_args()
    boards, rolls = positions_of_play(
        NetChooser(raw_evaluator(BACKGAMMON)), options.decisions, options.seed
    )
    theirs = PipeChooser(f"{sys.executable} {_PEER} --plies 0", BACKGAMMON)
    best = theirs.choose(boards, rolls)
    theirs.close()
    judge = Judge()
    figures: dict[str, object] = {"decisions": len(boards)}
    for path in options.net:
        file = weights_of(BACKGAMMON.name) if path == "net" else Path(path)
        net = Net.read(file, BACKGAMMON.name)
        chosen = NetChooser(NetEvaluator(net, BACKGAMMON)).choose(boards, rolls)
        figures[net.mark] = _described(_losses(judge, best, chosen))
    judge.end()
    surroundings.show("decision_loss", figures, options.json)
    return 0


def _losses(judge: Judge, best: Boards, chosen: Boards) -> Losses:
    return np.array(
        [
            0.0
            if np.array_equal(one, other)
            else judge.points(one) - judge.points(other)
            for one, other in zip(best, chosen, strict=True)
        ]
    )


def _described(losses: Losses) -> str:
    error = losses.std(ddof=1) / np.sqrt(len(losses))
    differ = np.count_nonzero(losses) / len(losses)
    return f"{losses.mean():.5f} ± {error:.5f} points, another play in {differ:.1%}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure losses a decision.")
    parser.add_argument("net", nargs="+", help="net (the shipped one) or a file")
    parser.add_argument("--decisions", type=int, default=6000, help="of the games")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
