"""Scores of the shipped nets against other engines, each with what is promised of it.

    python benchmarks/strength_scores.py --claim backgammon --games 200000 --processes 2

Without ``--claim`` all are measured, at the size given for each, which takes an hour or
two on two cores; ``--games`` overrides the sizes, ``--keep FOLDER`` keeps every block,
so that the same command goes on where it was interrupted. The exit status is 1 if the
lower end of an interval falls below a promise. Opponents from outside need the extra
``tavli[peers]``.
"""

import argparse
import os
import shlex
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import surroundings

from tavli.bots.arena.duel import Duel
from tavli.bots.arena.games import Games
from tavli.bots.arena.keeping import Keeper
from tavli.bots.arena.report import Report
from tavli.bots.arena.running import Block, play_blocks

_PEERS: Final = Path(__file__).parent / "peers"


def _peer(script: str, *options: str) -> str:
    words = (sys.executable, str(_PEERS / script), *options)
    return f"pipe:{shlex.join(words)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is promised of *first* against *second*: *least* points a game, or more."""

    game: str
    second: str
    games: int
    least: float
    first: str = "net"
    luck: str = ""


_GNUBG: Final = _peer("gnubg.py", "--plies", "0")

CLAIMS: Final[Mapping[str, Claim]] = MappingProxyType(
    {
        "pubeval": Claim(
            game="backgammon",
            second=_peer("gnubg.py", "--pubeval"),
            games=20_000,
            least=0.55,
        ),
        "backgammon": Claim(
            game="backgammon", second=_GNUBG, games=200_000, least=-0.02
        ),
        "portes": Claim(game="portes", second=_GNUBG, games=200_000, least=-0.01),
        "plakoto": Claim(game="plakoto", second="baseline", games=4_000, least=1.0),
        "fevga": Claim(game="fevga", second="baseline", games=4_000, least=1.0),
        "plakoto-1ply": Claim(
            game="plakoto",
            first="net-1ply",
            second="net",
            games=4_000,
            least=0.0,
            luck="net",
        ),
        "fevga-1ply": Claim(
            game="fevga",
            first="net-1ply",
            second="net",
            games=1_000,
            least=0.0,
            luck="net",
        ),
        "bgsage": Claim(
            game="backgammon",
            second=_peer("sage.py", "--plies", "0"),
            games=20_000,
            least=-1.0,  # for comparison: nothing is promised
        ),
    }
)


def main() -> int:
    """Measure, print and judge."""
    options = _parser().parse_args()
    figures: dict[str, object] = {"seed": options.seed, "processes": options.processes}
    reports: dict[str, object] = {}
    kept = True
    for name in options.claim or CLAIMS:
        claim = CLAIMS[name]
        begin = time.monotonic()
        report = _report(name, claim, options)
        figure = report.adjusted or report.score
        seconds = time.monotonic() - begin
        reports[name] = _without_paths(report) | {"least": claim.least}
        figures[name] = f"{figure}, {2 * report.pairs:,} games, {seconds:.0f} s"
        for what, told in report.rows():
            figures[f"{name}: {what}"] = told
        kept &= figure.low >= claim.least
    surroundings.print_table(figures)
    surroundings.keep("strength_scores", figures | {"reports": reports}, options.json)
    return 0 if kept else 1


def _without_paths(report: Report) -> dict[str, object]:
    """Return the report as JSON without the engines' command lines."""
    fields = report.to_json()
    return {key: fields[key] for key in fields if key not in ("first", "second")}


def _report(name: str, claim: Claim, options: argparse.Namespace) -> Report:
    duel = Duel(
        first=claim.first,
        second=claim.second,
        game=claim.game,
        pairs=max(1, (options.games or claim.games) // 2),
        seed=options.seed,
        luck=claim.luck,
    )
    blocks: list[Block] = []
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        blocks = Keeper.open(options.keep / f"{name}.jsonl", duel)
    missing = range(len(blocks), duel.blocks)
    for block in play_blocks(duel, missing, options.processes):
        blocks.append(block)
        _say_how_far(name, len(blocks), duel.blocks)
    games = Games.together([block.games for block in blocks])
    return Report.of(duel, blocks[0].names, games)


def _say_how_far(name: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{name}: block {done} of {total} ", end=end, file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure scores against others.")
    parser.add_argument("--claim", choices=CLAIMS, action="append")
    parser.add_argument("--games", type=int, help="instead of each claim's own size")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser


if __name__ == "__main__":
    sys.exit(main())
