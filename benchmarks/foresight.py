"""Which of two nets foresees better what becomes of games.

    python benchmarks/foresight.py NEW.safetensors --game plakoto --games 30000

The shipped raw net plays both sides to the end; of its positions before a roll one in
eight is drawn. Each net's equity of them is compared with the points that the side on
roll came to win. A single game says little of one position, but the luck of it is the
same for all nets: the difference of their mean squares is the difference of their
squared distance from what rollouts would say, for a hundredth of the work.
"""

import argparse
import hashlib
import os
from functools import cache, partial
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings
from blocks import Blocks, Row, add_options, kept_in
from house import chooser, net_of
from intervals import normal
from numpy.typing import NDArray

from tavli.evaluation.chances import equity, turned
from tavli.evaluation.house import weights_of
from tavli.evaluation.net import Net, NetEvaluator
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import RULESETS, find_ruleset
from tavli.search.measuring import BLOCK, played

_SHARE: Final = 1 / 8
"""Neighbours in a game hang together: more of them cost more and tell little."""


def main() -> int:
    """Play, compare and print."""
    options = _options()
    facts = {
        "measures": "foresight",
        "game": options.game,
        "seed": options.seed,
        "net": net_of(options.game),
        "against": [
            hashlib.sha256(path.read_bytes()).hexdigest() for path in options.nets
        ],
    }
    blocks = Blocks(
        facts=facts,
        count=-(-options.games // BLOCK),
        processes=options.processes,
        keep=kept_in(options.keep, facts),
    )
    rows = blocks.rows(partial(play, options.game, options.seed, tuple(options.nets)))
    figures: dict[str, object] = {
        "game": options.game,
        "net": facts["net"],
        "games": len(rows) * BLOCK,
        "positions": sum(row["positions"] for row in rows),
        "seed": options.seed,
    }
    for index, path in enumerate(options.nets):
        figures[str(path)] = _difference([row["gains"][index] for row in rows])
    surroundings.show("foresight", figures, options.json)
    return 0


def play(game: str, seed: int, nets: tuple[Path, ...], block: int) -> Row:
    """Return by how much each net's mean square is above that of the shipped one."""
    boards, came = _drawn(game, seed, block)
    shipped = _squares(weights_of(game), game, boards, came)
    return {
        "positions": len(boards),
        "gains": [_squares(path, game, boards, came) - shipped for path in nets],
    }


def _drawn(game: str, seed: int, block: int) -> tuple[Boards, NDArray[np.float64]]:
    """Return positions of a block and what the side on roll won from there, points."""
    random = np.random.default_rng([seed, block, 11])
    games: list[NDArray[np.int64]] = []
    turns: list[NDArray[np.int64]] = []
    seen: list[Boards] = []

    def watch(turn: int, numbers: NDArray[np.int64], boards: Boards, _: Rolls) -> None:
        drawn = random.random(len(numbers)) < _SHARE
        games.append(numbers[drawn])
        turns.append(np.full(int(drawn.sum()), turn))
        seen.append(boards[drawn])

    ends = played(chooser(game), seed, block, watch)
    starters = (np.concatenate(turns) % 2 == 0)[:, np.newaxis]
    which = np.concatenate(games)
    came = np.where(starters, ends[which], turned(ends)[which])
    return np.concatenate(seen), equity(came).astype(np.float64)


def _squares(path: Path, game: str, boards: Boards, came: NDArray[np.float64]) -> float:
    return float(((equity(_evaluator(path, game).chances(boards)) - came) ** 2).mean())


@cache
def _evaluator(path: Path, game: str) -> NetEvaluator:
    return NetEvaluator(Net.read(path, game), find_ruleset(game))


def _difference(gains: list[float]) -> dict[str, float]:
    """Return the mean difference, below 0 if the net is better, with its interval."""
    squares = sum(gain * gain for gain in gains)
    return normal(sum(gains), squares, len(gains)).rounded(5)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("nets", nargs="+", type=Path, metavar="NET", help="to compare")
    parser.add_argument("--game", choices=RULESETS, required=True)
    parser.add_argument("--games", type=int, default=30_000)
    add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
