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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings

from tavli.analysis.cache import AnswerCache
from tavli.analysis.entry import Decision, Kind
from tavli.analysis.graded import GradedGame
from tavli.analysis.judge import Depth
from tavli.analysis.lines import line_of
from tavli.analysis.study import Study, study
from tavli.analysis.tally import PER_RATING
from tavli.analysis.workshop import Workshop
from tavli.formats.load import load_file
from tavli.notation.position import read_position, write_position
from tavli.rules import Player

_ERROR: Final = 0.005
"""What costs less, in points, neither side calls an error."""

_NEAR: Final = 1.0
"""Ratings so near each other agree."""

_LARGEST: Final = 10
_TAVLI: Final = str(Path(sys.executable).with_name("tavli"))
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

Match = dict[str, Any]
"""What GNU Backgammon tells of a match."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A decision with its error in points by both, 0 or less.

    *line* is the position as its roller or doubler has it, with its dice if they are
    thrown; *scale* is what a rollout at the score counts for a point of the cube as it
    lies, *drop* what it counts for a double that is given up to, where one can be.
    """

    where: str
    made: str
    best: str
    line: str
    scale: float
    ours: float
    theirs: float
    drop: float | None = None


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


def pairs(found: Study, theirs: Match, name: str) -> Iterator[Pair]:
    """Yield the decisions that both know, game by game and play by play."""
    for game, other in zip(found.games, theirs["games"], strict=True):
        plays = [each for each in game.decisions if each.kind is Kind.PLAY]
        doubles = {
            each.turn: each for each in game.decisions if each.kind is Kind.DOUBLE
        }
        turns = [each for each in other["game"] if each["action"] == "move"]
        for number, (play, turn) in enumerate(zip(plays, turns, strict=False), 1):
            where = f"{name} game {game.story.number} play {number}"
            yield from _of_play(where, game, play, turn)
            if play.turn in doubles and doubles[play.turn].made == "roll":
                yield from _of_cube(where, game, doubles[play.turn], turn)
        yield from _of_doubles(f"{name} game {game.story.number}", game, other["game"])


def _of_play(
    where: str, game: GradedGame, play: Decision, turn: dict[str, Any]
) -> Iterator[Pair]:
    known = turn.get("analysis", {})
    moves, made = known.get("moves"), known.get("imove")
    if moves and made is not None and play.plays > 1:
        error = moves[made]["score"] - moves[0]["score"]
        yield _pair(where, game, play, min(error, 0.0))


def _of_doubles(
    where: str, game: GradedGame, theirs: list[dict[str, Any]]
) -> Iterator[Pair]:
    """Compare the doubles that were made, and what was answered to them."""
    doubles = [each for each in theirs if each["action"] == "double"]
    ours = [each for each in game.decisions if each.made == "double"]
    answers = [each for each in game.decisions if each.kind is Kind.ANSWER]
    for number, (double, known) in enumerate(zip(ours, doubles, strict=False), 1):
        yield from _of_cube(f"{where} double {number}", game, double, known)
    for number, (answer, known) in enumerate(zip(answers, doubles, strict=False), 1):
        yield from _of_cube(f"{where} answer {number}", game, answer, known)


def _of_cube(
    where: str, game: GradedGame, decision: Decision, turn: dict[str, Any]
) -> Iterator[Pair]:
    """Compare a decision about the cube; both tell it as a chance of the match.

    GNU Backgammon tells all three ways to go on as the one sees them who may double.
    """
    known = turn.get("analysis", {})
    stay, take = known.get("nd-cubeful-eq"), known.get("dt-cubeful-eq")
    if stay is None or take is None:
        return
    doubler = decision.player
    if decision.kind is Kind.ANSWER:
        doubler = doubler.opponent
    sign = 1 if doubler is Player.WHITE else -1
    drop = sign * game.aim.worth(sign * decision.cube)
    gains = _gains(2 * stay - 1, 2 * take - 1, drop)
    if decision.made not in gains:
        return  # beavers are theirs alone who play for money
    error = min(gains[decision.made], 0.0) / game.aim.scale(decision.cube)
    pair = _pair(where, game, decision, error)
    asked = replace(read_position(pair.line), turn=doubler)
    yield replace(pair, line=write_position(asked), drop=drop)


def _gains(stay: float, take: float, drop: float) -> dict[str, float]:
    """Return by how much each choice is better than its other one.

    The values are the doubler's, of a cube that stays, is taken and is dropped.
    """
    return {
        "roll": stay - min(take, drop),
        "double": min(take, drop) - stay,
        "take": drop - take,
        "drop": take - drop,
    }


def _pair(where: str, game: GradedGame, decision: Decision, theirs: float) -> Pair:
    return Pair(
        where,
        decision.made,
        decision.best,
        line_of(game, decision),
        game.aim.scale(decision.cube),
        decision.cost.points,
        theirs,
    )


def settled(pair: Pair, trials: int) -> list[float]:
    """Return what a rollout with the cube says of *pair*, with its joint error.

    Both in points of the cube as it lies.
    """
    if pair.drop is None:
        lost, error = _settled_play(pair, trials)
    else:
        rows = {row["play"]: row for row in _rolled_out(pair, trials, candidates=1)}
        stay, take = rows["no double"], rows["double, take"]
        gains = _gains(stay["points"], take["points"], pair.drop)
        # The error is of how far the one is behind the other, which stands with it.
        error = max(stay["joint_error"], take["joint_error"])
        lost = min(gains[pair.made], 0.0)
    return [round(lost / pair.scale, 4), round(error / pair.scale, 4)]


def _settled_play(pair: Pair, trials: int) -> tuple[float, float]:
    """Return what the play lost, looked for among few plays first, then among all."""
    for candidates in (12, 50):
        for row in _rolled_out(pair, trials, candidates):
            if row["play"] == pair.made:
                return -row["behind"], row["joint_error"]
    raise ValueError(f"{pair.where}: {pair.made} is not among the 50 best plays")


def _rolled_out(pair: Pair, trials: int, candidates: int) -> list[dict[str, Any]]:
    asked = f"rollout {pair.line} --cube --json --seed 1 --turns 15"
    options = ["--candidates", str(candidates), "--trials", str(trials)]
    done = subprocess.run(  # noqa: S603  # our own program
        [_TAVLI, *asked.split(), *options],
        stdout=subprocess.PIPE,
        check=True,
    )
    rows: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return rows


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
