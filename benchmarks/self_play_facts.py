"""What each game is like between equals: starting, doubles, draws, length.

    python benchmarks/self_play_facts.py --games 100000 --processes 2 --seed 1

Each game's shipped net plays itself without looking ahead. The winner of the last game
throws both dice first, so the first throw may be a double; in games with a cube it
comes of a roll-off and is none.
"""

import argparse
import csv
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings
from blocks import Blocks, Row, add_options, kept_in
from house import chooser, net_of
from intervals import normal, wilson

from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import RULESETS
from tavli.search.measuring import BLOCK, played
from tavli.search.rates import Rates, read_rates, write_rates
from tavli.search.utility import POINTS

_POINTS: Final = (-3, -2, -1, 0, 1, 2, 3)
_LONGEST: Final = 400
"""Longer games are counted with those of this many turns, for the picture only."""


def main() -> int:
    """Play, count and print."""
    options = _options()
    rows = {game: _facts(game, options) for game in options.game or RULESETS}
    figures = {"games": options.games, "seed": options.seed, **rows}
    if options.csv:
        _write(options.csv, rows)
    if options.rates:
        _write_rates(options.rates, rows, options.seed)
    surroundings.show("self_play_facts", figures, options.json)
    return 0


def _facts(game: str, options: argparse.Namespace) -> Row:
    facts = {
        "measures": "self-play",
        "game": game,
        "seed": options.seed,
        "net": net_of(game),
    }
    blocks = Blocks(
        facts=facts,
        count=-(-options.games // BLOCK),
        processes=options.processes,
        keep=kept_in(options.keep, facts),
    )
    rows = blocks.rows(partial(play, game, options.seed))
    return summed(rows) | {"net": facts["net"]}


def play(game: str, seed: int, block: int) -> Row:
    """Return how often a block's games gave how many points, and took how many turns.

    Points are the starter's.
    """
    turns = np.zeros(BLOCK, np.int64)

    def watch(_: int, games: np.ndarray, __: Boards, ___: Rolls) -> None:
        turns[games] += 1

    ends = played(chooser(game), seed, block, watch)
    points = np.rint(POINTS.of(ends)).astype(int)
    counts = np.bincount(np.minimum(turns, _LONGEST), minlength=_LONGEST + 1)
    return {
        "points": [int((points == value).sum()) for value in _POINTS],
        "turns": int(turns.sum()),
        "turns_squared": int((turns**2).sum()),
        "lengths": counts.tolist(),
    }


def summed(rows: list[Row]) -> Row:
    """Return the figures of all blocks together, each with its interval."""
    counts = np.sum([row["points"] for row in rows], axis=0).tolist()
    ends = dict(zip(_POINTS, counts, strict=True))
    games = sum(ends.values())
    turns = sum(row["turns"] for row in rows)
    turns_squared = sum(row["turns_squared"] for row in rows)
    lengths = np.sum([row["lengths"] for row in rows], axis=0)

    def share(*points: int) -> Row:
        return wilson(sum(ends[value] for value in points) / games, games).rounded()

    points = sum(value * count for value, count in ends.items())
    squares = sum(value**2 * count for value, count in ends.items())
    return {
        "games": games,
        "starter_points": normal(points, squares, games).rounded(),
        "starter_wins": share(1, 2, 3),
        "doubles": share(-3, -2, 2, 3),
        "triples": share(-3, 3),
        "draws": share(0),
        "turns": normal(turns, turns_squared, games).rounded(2),
        "points": {str(value): count for value, count in ends.items()},
        "lengths": np.trim_zeros(lengths, "b").tolist(),
    }


def _write(path: Path, rows: Mapping[str, Row]) -> None:
    """Write a line for each game and figure."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["game", "figure", "mean", "low", "high"])
        for game, row in rows.items():
            for name, value in row.items():
                if isinstance(value, dict) and "mean" in value:
                    writer.writerow([game, name, *value.values()])


def _write_rates(path: Path, rows: Mapping[str, Row], seed: int) -> None:
    """Write the rates of the games into a file, as `tavli met measure` would."""
    known = read_rates(path) if path.exists() else {}
    for game, row in rows.items():
        source = f"{chooser(game).name}, {row['games']} games, seed {seed}"
        known[game] = _rates(row).noted(source)
    write_rates(path, known)


def _rates(row: Row) -> Rates:
    games, ends = row["games"], row["points"]

    def share(*points: int) -> float:
        return sum(ends[str(value)] for value in points) / games

    return Rates(
        win=share(1, 2, 3),
        double=share(2, 3),
        triple=share(3),
        lost_double=share(-2, -3),
        lost_triple=share(-3),
        draw=share(0),
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000, help="of each game")
    parser.add_argument("--game", choices=RULESETS, action="append")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="the same as a table")
    parser.add_argument(
        "--rates", type=Path, metavar="FILE", help="the rates for tavli met, too"
    )
    add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
