"""Set the computer's levels evenly apart, and measure how far apart they are.

    python benchmarks/levels.py --games 4000 --top-games 400 --processes 2 --write

The strongest level looks two plies ahead and errs nowhere on purpose; the others don't
look ahead, and misjudge each play by some points, their stray. First the distances
between a few strays are measured, in points a game; then strays are chosen at even
distances, and the levels that come of them play their neighbours. ``--check`` leaves
the shipped levels as they are and measures them again. ``--write`` keeps the result as
``src/tavli/bots/levels.json``, from which the levels are made.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings

from tavli.bots.arena.duel import Duel
from tavli.bots.arena.games import Games
from tavli.bots.arena.report import Report
from tavli.bots.arena.running import play_blocks
from tavli.bots.levels import (
    STRONGEST,
    Gap,
    Ladder,
    Level,
    shipped_levels,
    shipped_path,
)
from tavli.rules import RULESETS

SPAN: Final = 2.1
"""How many points a game lie between the weakest level and the strongest, step by step.

Level 1 then misses about what people do who have just learnt the rules.
"""

STRAYS: Final = (0.0, 0.02, 0.045, 0.08, 0.125, 0.18, 0.25, 0.35)
_TOP: Final = Level(plies=2, stray=0.0)
_VERSION: Final = 1


def main() -> int:
    """Measure, print and perhaps write."""
    options = _parser().parse_args()
    ladders = {game: _ladder(game, options) for game in options.game or RULESETS}
    figures: dict[str, object] = {"games": options.games, "seed": options.seed}
    for game, ladder in ladders.items():
        for number, level in enumerate(ladder, 1):
            figures[f"{game} level {number}"] = _told(level)
    surroundings.show("levels", figures, options.json)
    if options.write:
        _write(ladders, options)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Set and measure the levels.")
    parser.add_argument("--games", type=int, default=1000, help="games a distance")
    parser.add_argument(
        "--top-games",
        type=int,
        default=60,
        help="games of the level that looks ahead, with luck taken off",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--game", choices=RULESETS, action="append")
    parser.add_argument("--check", action="store_true", help="measure what is shipped")
    parser.add_argument("--write", action="store_true", help="ship the result")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


def _ladder(game: str, options: argparse.Namespace) -> Ladder:
    """Return the levels of *game*, each with its distance to the next."""
    if options.check:
        levels = list(shipped_levels()[game])
    else:
        levels = [*_evenly(_scale(game, options)), _TOP]
    measured = [
        replace(level, gap=_gap(game, above, level, options))
        for level, above in pairwise(levels)
    ]
    return (*measured, replace(levels[-1], gap=None))


def _scale(game: str, options: argparse.Namespace) -> list[float]:
    """Return how far each of STRAYS lies below the strongest level."""
    rungs = [_TOP, *(Level(plies=0, stray=stray) for stray in STRAYS)]
    gaps = [_gap(game, above, below, options).mean for above, below in pairwise(rungs)]
    return np.maximum.accumulate(np.cumsum(gaps)).tolist()


def _evenly(scale: Sequence[float]) -> list[Level]:
    """Return the levels below the strongest, the weakest first.

    While the strongest is farther from the best that doesn't look ahead than a step
    should be, that one comes next, and the rest are even.
    """
    count = STRONGEST - 1
    nearest = max(SPAN / count, scale[0])
    depths = np.linspace(min(SPAN, scale[-1]), nearest, count)
    strays = np.interp(depths, scale, STRAYS)
    return [Level(plies=0, stray=round(float(stray), 4)) for stray in strays]


def _gap(game: str, above: Level, below: Level, options: argparse.Namespace) -> Gap:
    """Return by how many points a game *above* beats *below*."""
    deep = above.plies > 0
    duel = Duel(
        first=_name(above),
        second=_name(below),
        game=game,
        pairs=max(1, (options.top_games if deep else options.games) // 2),
        seed=options.seed,
        luck="net" if deep else "",
    )
    blocks = list(play_blocks(duel, range(duel.blocks), options.processes))
    games = Games.together([block.games for block in blocks])
    report = Report.of(duel, blocks[0].names, games)
    figure = report.adjusted or report.score
    print(f"{game}: {duel.first} against {duel.second} {figure}", file=sys.stderr)
    mean, low, high = (round(value, 4) for value in figure)
    return Gap(mean=mean, low=low, high=high, games=2 * duel.pairs)


def _name(level: Level) -> str:
    """Return what the arena calls *level*."""
    depth = f"-{level.plies}ply" if level.plies else ""
    stray = f"~{level.stray:g}" if level.stray else ""
    return f"house{depth}{stray}"


def _told(level: Level) -> str:
    told = f"{level.plies}-ply, strays by {level.stray:g}"
    if level.gap is None:
        return told
    gap = level.gap
    return f"{told}; the next is {gap.mean:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]"


def _write(ladders: dict[str, Ladder], options: argparse.Namespace) -> None:
    """Ship *ladders*; games that were not measured stay as they are."""
    path = shipped_path()
    games = json.loads(path.read_text())["games"] if path.exists() else {}
    games |= {
        game: [asdict(level) for level in ladder] for game, ladder in ladders.items()
    }
    whole = {
        "tavli_levels": _VERSION,
        "command": f"benchmarks/levels.py --games {options.games} "
        f"--top-games {options.top_games} --seed {options.seed}",
        "games": games,
    }
    path.write_text(json.dumps(whole, indent=2) + "\n")


if __name__ == "__main__":
    sys.exit(main())
