"""Our analysis beside GNU Backgammon's own analysis of the same match files.

    python benchmarks/analysis_agreement.py shared/data/matches/*.mat --plies 2
    python benchmarks/analysis_agreement.py match.mat --gnubg /usr/games/gnubg

Every play and decision about the cube is told by its error in points of the cube as it
lies; a cube that is left alone is compared where a play follows. Reported are the
correlation over the decisions that either side calls an error, the performance ratings
of all players, the processor time of both, and the decisions on which they differ most:
those are settled by rollouts with the cube, if --settle asks for it. GNU Backgammon
(GPL) runs as a program of its own, one thread, at the same depth. What --keep holds
already costs no time, nor what --theirs does: GNU Backgammon's answers, a file a match.
"""

import argparse
import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings
from both_judged import Match, Pair, pairs
from settling import settled

from tavli.analysis.cache import AnswerCache
from tavli.analysis.judge import Depth
from tavli.analysis.study import Study, study
from tavli.analysis.tally import PER_RATING
from tavli.analysis.workshop import Workshop
from tavli.formats.load import load_file
from tavli.rules import Player

_ERROR: Final = 0.005
"""What costs less, in points, neither side calls an error."""

_NEAR: Final = 1.0
"""Ratings so near each other agree."""

_LARGEST: Final = 10
_LIMIT: Final = 3600
_SCRIPT: Final = """
import gnubg, json
gnubg.command("set threads 1")
gnubg.command('import mat "%(file)s"')
for part in ("chequerplay", "cubedecision"):
    gnubg.command("set analysis %%s evaluation plies %(plies)d" %% part)
    gnubg.command("set analysis %%s evaluation cubeful on" %% part)
gnubg.command("analyse match")
found = gnubg.match(analysis=1, boards=0, statistics=1, verbose=0)
with open("%(out)s", "w") as stream:
    json.dump(found, stream)
"""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The performance rating of a player by both."""

    who: str
    ours: float
    theirs: float


def asked(path: Path, plies: int, program: str) -> tuple[Match, float]:
    """Return GNU Backgammon's analysis of the match at *path*, and the time it took."""
    with tempfile.TemporaryDirectory() as folder:
        script, out = Path(folder) / "ask.py", Path(folder) / "match.json"
        script.write_text(
            _SCRIPT % {"file": path.resolve(), "out": out, "plies": plies}
        )
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(  # noqa: S603  # the program that was named
            [program, "-t", "-q", "-r", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_LIMIT,
            check=True,
        )
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return json.loads(out.read_text()), ended.ru_utime - began.ru_utime


def remembered(
    path: Path, plies: int, program: str, folder: Path | None
) -> tuple[Match, float]:
    """Return what `asked` does, from *folder* if it was asked before."""
    if folder is None:
        return asked(path, plies, program)
    digest = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    kept = folder / f"{path.stem}-{digest}-{plies}.json"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        new = kept.with_suffix(".new")
        new.write_text(json.dumps(asked(path, plies, program)))
        new.replace(kept)
    match, seconds = json.loads(kept.read_text())
    return match, seconds


def ratings(found: Study, theirs: Match) -> Iterator[Ratings]:
    """Yield what both say of each player."""
    names = {theirs["match-info"][side]["name"]: side for side in ("X", "O")}
    for player in Player:
        side = theirs["stats"][names[found.name(player)]]
        cube = side["cube"]
        errors = side["moves"]["error-skill"] + sum(
            value
            for key, value in cube.items()
            if key.startswith("err-") and key.endswith("-skill")
        )
        count = side["moves"]["unforced-moves"] + cube["close-cube"]
        ours = found.tally(player).all.rating
        yield Ratings(
            found.name(player), ours or 0.0, PER_RATING * errors / max(1, count)
        )


def report(
    both: Sequence[Pair], rated: Sequence[Ratings], trials: int
) -> dict[str, Any]:
    """Return what the comparison comes to; *trials* settle the largest differences."""
    called = [pair for pair in both if min(pair.ours, pair.theirs) <= -_ERROR]
    ours = np.array([pair.ours for pair in called])
    theirs = np.array([pair.theirs for pair in called])
    near = [abs(each.ours - each.theirs) <= _NEAR for each in rated]
    largest = sorted(called, key=lambda pair: -abs(pair.ours - pair.theirs))
    return {
        "decisions": len(both),
        "errors": len(called),
        "correlation": round(float(np.corrcoef(ours, theirs)[0, 1]), 4),
        "sum_ours": round(float(ours.sum()), 3),
        "sum_theirs": round(float(theirs.sum()), 3),
        "players": len(rated),
        "ratings_near": round(sum(near) / max(1, len(near)), 3),
        "ratings": [[r.who, round(r.ours, 2), round(r.theirs, 2)] for r in rated],
        "largest": [
            {
                "where": p.where,
                "made": p.made,
                "best": p.best,
                "line": p.line,
                "ours": round(p.ours, 4),
                "theirs": round(p.theirs, 4),
                "rollout": settled(p, trials) if trials else [],
            }
            for p in largest[:_LARGEST]
        ],
    }


def compared(wanted: argparse.Namespace) -> dict[str, Any]:
    """Analyse the match files that are named by both, and report."""
    both: list[Pair] = []
    rated: list[Ratings] = []
    ours = theirs = 0.0
    with ExitStack() as stack:
        cache = wanted.keep and stack.enter_context(AnswerCache(wanted.keep, print))
        workshop = stack.enter_context(
            Workshop(Depth(wanted.plies), cache=cache, processes=1)
        )
        for path in wanted.files:
            (match,) = load_file(path)
            began = time.process_time()
            found = study(match, workshop)
            ours += time.process_time() - began
            known, seconds = remembered(path, wanted.plies, wanted.gnubg, wanted.theirs)
            theirs += seconds
            both += pairs(found, known, path.stem)
            rated += ratings(found, known)
            print(f"{path.name}: {len(both):,} decisions so far", file=sys.stderr)
    times = {"cpu_ours": round(ours, 1), "cpu_theirs": round(theirs, 1)}
    return {"plies": wanted.plies, **times, **report(both, rated, wanted.settle)}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Compare analyses of matches.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--plies", type=int, default=2, choices=(0, 1, 2))
    parser.add_argument("--gnubg", default="/usr/games/gnubg", help="the program")
    parser.add_argument("--keep", type=Path, help="keep our answers in this file")
    parser.add_argument("--theirs", type=Path, help="keep their answers in this folder")
    parser.add_argument(
        "--settle",
        type=int,
        default=0,
        metavar="TRIALS",
        help="roll out what both differ most about, on so many trials each",
    )
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    wanted = parser.parse_args()
    surroundings.show("analysis_agreement", compared(wanted), wanted.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
