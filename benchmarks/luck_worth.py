"""What taking the luck of the dice out of a rollout costs, and what it spares.

    python benchmarks/luck_worth.py --positions 12 --seed 101

Positions of the net's own games, one of a game, each rolled out by the raw net to the
end: blocks with the luck taken out and with the luck left in, in turn. *work* is
processor time a trial times variance, summed over the positions: what rollouts of them
to one standard error take. All three are of luck taken out against luck left in.
"""

import argparse
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings
from house import lookahead, net_of, positions

from tavli.evaluation.chances import COLUMNS
from tavli.evaluation.house import house_tables, raw_evaluator
from tavli.kernels.board import Boards
from tavli.rules import RULESETS, find_ruleset
from tavli.search.house import luck_judge
from tavli.search.measuring import BLOCK
from tavli.search.tally import Tally
from tavli.search.trials import Plan, play_block

_LEAST: Final = 1e-9
"""Variances below this are rounding: a table knew the position."""


class Worth(NamedTuple):
    """What trials of one position cost in seconds of the processor, and vary."""

    seconds: float
    variance: float


def main() -> int:
    """Roll out both ways, compare and print."""
    options = _options()
    figures: dict[str, object] = {
        "positions": options.positions,
        "blocks": options.blocks,
        "seed": options.seed,
    }
    figures |= {game: _compared(game, options) for game in options.game or RULESETS}
    surroundings.show("luck_worth", figures, options.json)
    return 0


def _compared(game: str, options: argparse.Namespace) -> Mapping[str, object]:
    ruleset = find_ruleset(game)
    judge = luck_judge(raw_evaluator(ruleset), house_tables(ruleset))
    look = lookahead(game)
    left_in = Plan(lookahead=look, adjusts_luck=False, seed=options.seed)
    taken_out = Plan(lookahead=look, luck=judge, seed=options.seed)
    for plan in (left_in, taken_out):
        play_block(plan, _position(game, options.seed, 0), options.blocks)
    out, kept = [], []
    for number in range(options.positions):
        board = _position(game, options.seed, number)
        out.append(_worth(taken_out, board, options.blocks))
        kept.append(_worth(left_in, board, options.blocks))
    return {
        "net": net_of(game),
        "time": round(_sum(out, "seconds") / _sum(kept, "seconds"), 2),
        "variance": round(_sum(out, "variance") / _sum(kept, "variance"), 3),
        "work": round(_work(out) / _work(kept), 2),
    }


def _position(game: str, seed: int, number: int) -> Boards:
    block, index = divmod(number, BLOCK)
    return positions(game, seed, block)[0][index : index + 1]


def _worth(plan: Plan, board: Boards, blocks: int) -> Worth:
    tally = Tally.empty(1)
    began = time.process_time()
    for block in range(blocks):
        tally += play_block(plan, board, block)
    seconds = time.process_time() - began
    variance = float(tally.errors[0, COLUMNS]) ** 2 * tally.trials
    return Worth(seconds, variance if variance > _LEAST else 0.0)


def _sum(worths: list[Worth], field: str) -> float:
    return float(np.sum([getattr(worth, field) for worth in worths]))


def _work(worths: list[Worth]) -> float:
    return sum(worth.seconds * worth.variance for worth in worths)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=12, help="of each game")
    parser.add_argument("--game", choices=RULESETS, action="append")
    parser.add_argument("--blocks", type=int, default=2, help="of trials a position")
    parser.add_argument("--seed", type=int, default=101)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
