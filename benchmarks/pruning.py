"""What the small nets that prune a look ahead save, and what they cost.

    python benchmarks/pruning.py --game backgammon --positions 3000 --seed 1

For several numbers of replies kept: how often the best play is among them, what the
best of them loses in points, by how much judgements one ply deep differ from those
that weigh every reply, and how fast both depths become, in turn on one thread.
"""

import argparse
import os
import time
from itertools import pairwise
from pathlib import Path
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np
import surroundings
from house import positions

from tavli.evaluation.house import pruning_net, raw_evaluator
from tavli.evaluation.net import NetEvaluator
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import RULESETS
from tavli.search.deep import DeepChooser
from tavli.search.lookahead import Lookahead, Pruning
from tavli.search.measuring import BLOCK
from tavli.search.ranking import Search
from tavli.search.utility import POINTS

_KEPT: Final = (3, 5, 8, 12)
_DEEP: Final = 60


def main() -> int:
    """Measure and print."""
    options = _parser().parse_args()
    ruleset = RULESETS[options.game]
    good = raw_evaluator(ruleset)
    small = NetEvaluator(pruning_net(options.game), ruleset)
    boards, rolls = _positions(options.game, options.positions, options.seed)
    every = Lookahead(good)
    figures: dict[str, object] = {"game": options.game, "net": good.name}
    figures |= _choices(every, small, boards, rolls)
    whole, figures["all"] = _judged(every, boards[:1000])
    figures["all_2_ply"] = _decided(every, boards, rolls)
    for kept in _KEPT[1:]:
        pruned = Lookahead(good, pruning=Pruning(small, kept))
        values, figures[f"{kept}"] = _judged(pruned, boards[:1000])
        differ = float(np.sqrt(np.mean((values - whole) ** 2)))
        figures[f"{kept}_1_ply_differs"] = round(differ, 4)
        figures[f"{kept}_2_ply"] = _decided(pruned, boards, rolls)
    surroundings.show("pruning", figures, options.json)
    return 0


def _positions(game: str, count: int, seed: int) -> tuple[Boards, Rolls]:
    """Return *count* positions of the net's games, no two of the same game."""
    blocks = [positions(game, seed, block) for block in range(-(-count // BLOCK))]
    boards, rolls = (
        np.concatenate(parts)[:count] for parts in zip(*blocks, strict=True)
    )
    return boards, rolls


def _choices(
    every: Lookahead, small: NetEvaluator, boards: Boards, rolls: Rolls
) -> dict[str, object]:
    """Return how often the best play is kept, and what is lost."""
    finals, starts = every.candidates(boards, rolls)
    assert isinstance(every.evaluator, NetEvaluator)
    worth = -POINTS.of(every.evaluator.chances_of_finals(boards, starts, finals))
    seeming = -POINTS.of(small.chances_of_finals(boards, starts, finals))
    figures: dict[str, object] = {}
    for kept in _KEPT:
        lost = np.array(
            [
                worth[a:b].max() - worth[a:b][np.argsort(-seeming[a:b])[:kept]].max()
                for a, b in pairwise(starts)
            ]
        )
        figures[f"best_among_{kept}"] = f"{(lost == 0).mean():.1%}"
        figures[f"lost_with_{kept}"] = round(float(lost.mean()), 5)
    return figures


def _judged(lookahead: Lookahead, boards: Boards) -> tuple[np.ndarray, str]:
    """Return the points one ply deep, and the rate."""
    lookahead.chances(boards[:10], 1)
    begin = time.thread_time()
    values = POINTS.of(lookahead.chances(boards, 1))
    return values, f"{len(boards) / (time.thread_time() - begin):,.0f} judged a second"


def _decided(lookahead: Lookahead, boards: Boards, rolls: Rolls) -> str:
    """Return the rate of decisions two plies deep."""
    chooser = DeepChooser(Search(lookahead))
    chooser.choose(boards[:2], rolls[:2])
    begin = time.thread_time()
    chooser.choose(boards[:_DEEP], rolls[:_DEEP])
    return f"{_DEEP / (time.thread_time() - begin):.1f} a second"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure pruned look aheads.")
    parser.add_argument("--game", choices=tuple(RULESETS), default="backgammon")
    parser.add_argument("--positions", type=int, default=3000, help="of play")
    parser.add_argument("--seed", type=int, default=1, help="of the games")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
