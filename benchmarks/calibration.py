"""How often what the nets foresee comes true, in games of their own.

    python benchmarks/calibration.py --games 100000 --processes 2 --seed 1

Every position before a roll counts: what its evaluator gave the side on roll for a win,
and for a double win, against what became of the game. Positions are parted twice, into
tenths by the chance foreseen (0 to 0.1 and so on) and into deciles that hold equally
many. Positions of one game hang together; the intervals, Wilson's, count for it.
"""

import argparse
import csv
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings
from blocks import Blocks, Row, add_options, kept_in
from house import chooser, evaluator, net_of
from intervals import wilson
from numpy.typing import NDArray

from tavli.evaluation.chances import DOUBLE, WIN, Chances, turned
from tavli.evaluation.house import raw_evaluator
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import RULESETS, find_ruleset
from tavli.search.measuring import BLOCK, played

_FORESEEN: Final = {"win": WIN, "double": DOUBLE}
_PARTS: Final = 10
_TENTHS: Final = tuple(round(number / 10, 1) for number in range(1, _PARTS))
_PILOT: Final = 10**9
"""The block whose games tell where the deciles part: none of the measurement's own."""


def main() -> int:
    """Play, compare and print; 1 if a part of enough positions is too far off."""
    options = _options()
    rows = {game: _calibration(game, options) for game in options.game or RULESETS}
    figures: dict[str, object] = {
        "games": options.games,
        "seed": options.seed,
        "tables": options.tables,
    }
    if options.csv:
        _write(options.csv, rows)
    surroundings.print_table(figures | _shown(rows))
    surroundings.keep("calibration", figures | rows, options.json)
    return int(any(row["largest_deviation"] > options.within for row in rows.values()))


def _calibration(game: str, options: argparse.Namespace) -> Row:
    facts = {
        "measures": "calibration",
        "game": game,
        "seed": options.seed,
        "tables": options.tables,
        "net": net_of(game),
    }
    keep = kept_in(options.keep, facts)
    edges = _edges(game, options.seed, tables=options.tables)
    blocks = Blocks(
        facts=facts | {"edges": edges},
        count=-(-options.games // BLOCK),
        processes=options.processes,
        keep=keep,
    )
    work = partial(play, game, options.seed, edges, tables=options.tables)
    parts = together(blocks.rows(work))
    worst = max(
        abs(part["observed"]["mean"] - part["foreseen"])
        for name, some in parts.items()
        if name.endswith("deciles")
        for part in some
    )
    return {
        "net": facts["net"],
        "games": options.games,
        "largest_deviation": round(worst, 4),
        **parts,
    }


@dataclass(slots=True)
class _Seen:
    """What was foreseen in a block, and in which game and for which side."""

    games: list[NDArray[np.int64]] = field(default_factory=list)
    turns: list[NDArray[np.int64]] = field(default_factory=list)
    chances: list[Chances] = field(default_factory=list)


def _foreseen(
    game: str, seed: int, block: int, *, tables: bool
) -> tuple[NDArray[np.int64], Chances, Chances]:
    """Return of each position of a block its game, its chances and what came of it."""
    judge = evaluator(game) if tables else raw_evaluator(find_ruleset(game))
    seen = _Seen()

    def watch(turn: int, games: NDArray[np.int64], boards: Boards, _: Rolls) -> None:
        seen.games.append(games.copy())
        seen.turns.append(np.full(len(games), turn))
        seen.chances.append(judge.chances(boards))

    ends = played(chooser(game, tables=tables), seed, block, watch)
    games, turns = np.concatenate(seen.games), np.concatenate(seen.turns)
    starters = (turns % 2 == 0)[:, np.newaxis]
    came = np.where(starters, ends[games], turned(ends)[games])
    return games, np.concatenate(seen.chances), came


def _edges(game: str, seed: int, *, tables: bool) -> dict[str, list[float]]:
    """Return what parts the positions: into tenths, and into deciles of a pilot."""
    _, chances, _ = _foreseen(game, seed, _PILOT, tables=tables)
    edges: dict[str, list[float]] = {}
    for name, column in _FORESEEN.items():
        shares = np.arange(1, _PARTS) / _PARTS
        edges[f"{name}_tenths"] = list(_TENTHS)
        edges[f"{name}_deciles"] = np.quantile(chances[:, column], shares).tolist()
    return edges


def play(
    game: str,
    seed: int,
    edges: Mapping[str, list[float]],
    block: int,
    *,
    tables: bool,
) -> Row:
    """Return the sums of a block for each of the ways to part its positions.

    Each part has the positions, what was foreseen and what was observed, and over the
    games the sums of the squares and products of positions and observed.
    """
    games, chances, came = _foreseen(game, seed, block, tables=tables)
    row: Row = {}
    for name, bounds in edges.items():
        column = _FORESEEN[name.partition("_")[0]]
        parts = np.searchsorted(bounds, chances[:, column], side="right")
        row[name] = _sums(games, parts, chances[:, column], came[:, column])
    return row


def _sums(
    games: NDArray[np.int64], parts: NDArray[np.int64], hoped: Chances, came: Chances
) -> list[list[float]]:
    cells = games * _PARTS + parts
    shape = (BLOCK, _PARTS)
    size = BLOCK * _PARTS
    counts, foreseen, observed = (
        np.bincount(cells, weights, size).reshape(shape)
        for weights in (None, hoped, came)
    )
    sums = (
        counts.sum(axis=0),
        foreseen.sum(axis=0),
        observed.sum(axis=0),
        (counts**2).sum(axis=0),
        (counts * observed).sum(axis=0),
        (observed**2).sum(axis=0),
    )
    return np.stack(sums, axis=1).tolist()


def together(rows: list[Row]) -> dict[str, list[Row]]:
    """Return the parts of all blocks, as rates with intervals; no empty ones."""
    return {
        name: [
            _rate(part)
            for part in np.sum([row[name] for row in rows], axis=0)
            if part[0]
        ]
        for name in rows[0]
    }


def _rate(part: NDArray[np.float64]) -> Row:
    """Return a part's rate; its interval is that of as many independent positions.

    The rate is a ratio of sums over games, whose variance counts each game once.
    """
    count, foreseen, observed, counts2, products, observed2 = map(float, part)
    rate = observed / count
    variance = (observed2 - 2 * rate * products + rate**2 * counts2) / count**2
    alike = rate * (1 - rate) / variance if variance > 0 else 0.0
    return {
        "positions": int(count),
        "foreseen": round(foreseen / count, 5),
        "observed": wilson(rate, alike).rounded(5),
    }


def _shown(rows: Mapping[str, Row]) -> dict[str, object]:
    """Return the deciles as lines to print."""
    lines: dict[str, object] = {}
    for game, row in rows.items():
        lines[f"{game} net"] = row["net"]
        for name in _FORESEEN:
            lines[f"{game} {name}"] = " ".join(
                f"{part['foreseen']:.3f}:{part['observed']['mean']:.3f}"
                for part in row[f"{name}_deciles"]
            )
        lines[f"{game} largest deviation"] = row["largest_deviation"]
    return lines


def _write(path: Path, rows: Mapping[str, Row]) -> None:
    """Write a line for each game and part."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(
            ["game", "parted", "positions", "foreseen", "observed", "low", "high"]
        )
        for game, row in rows.items():
            for name, parts in row.items():
                for part in parts if isinstance(parts, list) else ():
                    seen = (part["positions"], part["foreseen"])
                    writer.writerow([game, name, *seen, *part["observed"].values()])


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000, help="of each game")
    parser.add_argument("--game", choices=RULESETS, action="append")
    parser.add_argument(
        "--tables", action="store_true", help="the exact tables judge and play too"
    )
    parser.add_argument(
        "--within", type=float, default=0.015, help="the largest deviation of a decile"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="the same as a table")
    add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
