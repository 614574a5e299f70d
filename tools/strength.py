"""Measure all that `docs/strength.md` says, and write it anew: `make strength`.

    python tools/strength.py --processes 2          everything, in hours
    python tools/strength.py --quick                everything, small, in minutes
    python tools/strength.py --only openings-fevga  one step, and the page

Steps that were broken off go on where they stopped; what has been finished is measured
again only if a net has changed or ``--again`` asks for it. With ``--quick`` the page
and its figures go to ``.strength/quick``: they are too rough to be published.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from surroundings import describe  # noqa: E402  # found in the folder just named

GAMES: Final = ("portes", "plakoto", "fevga", "backgammon")
PUBLISHED: Final = ROOT / "docs" / "strength"
_RUN: Final = ROOT / ".strength"
_WEIGHTS: Final = ROOT / "src" / "tavli" / "evaluation" / "weights"
_RATES: Final = "src/tavli/search/equities"
_MARK: Final = "nets.json"
_OPENINGS: Final = ROOT / "src" / "tavli" / "search" / "first_rolls"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A command that measures something.

    *words* are its own, *full* and *quick* say how much; ``{out}`` and ``{keep}`` are
    the folders for figures and for what is kept, ``{openings}`` that for first rolls,
    which are shipped, ``{processes}`` is a number. *games*
    are those whose nets it depends on, *minutes* what it takes on two cores at rest.
    Steps that are *published_only* change files that are shipped.
    """

    name: str
    words: str
    full: str = ""
    quick: str = ""
    games: tuple[str, ...] = GAMES
    minutes: int = 1
    published_only: bool = False

    def asked(self, options: argparse.Namespace) -> str:
        """Return the command line with its places open."""
        size = self.quick if options.quick else self.full
        return f"{self.words} {size}".strip()

    def command(self, options: argparse.Namespace) -> str:
        """Return the command line, with its places filled in."""
        return self.asked(options).format(
            out=os.path.relpath(options.out, ROOT),
            openings=os.path.relpath(options.openings, ROOT),
            keep=os.path.relpath(options.run / self.name, ROOT),
            processes=options.processes,
            gnubg=options.gnubg,
        )


def steps() -> Iterator[Step]:
    """Yield the steps in their order."""
    yield Step(
        name="self-play",
        words="python benchmarks/self_play_facts.py --seed 1 --processes {processes} "
        "--keep {keep} --json {out}/self-play.json --csv {out}/self-play.csv",
        full=f"--games 100000 --rates {_RATES}/rates.json",
        quick="--games 1000",
        minutes=15,
    )
    for match in ("tavli", *GAMES):
        yield Step(
            name=f"equities-{match}",
            words=f"tavli met table {match} --to 7 --out {_RATES}",
            published_only=True,
        )
    for game in GAMES:
        yield Step(
            name=f"openings-{game}",
            words=f"tavli openings {game} --seed 1 --processes {{processes}} "
            "--keep {keep} --out {openings}",
            full="--trials 5184 --error 0.002 --turns 15",
            quick="--trials 144 --turns 3",
            games=(game,),
            minutes=20,
        )
    yield Step(
        name="backgammon-openings",
        words="python benchmarks/openings.py --json {out}/backgammon-openings.json",
        games=("backgammon",),
    )
    yield Step(
        name="calibration",
        words="python benchmarks/calibration.py --seed 1 --processes {processes} "
        "--keep {keep} --json {out}/calibration.json --csv {out}/calibration.csv",
        full="--games 100000",
        quick="--games 1000",
        minutes=20,
    )
    for game in GAMES:
        yield Step(
            name=f"rollout-error-{game}",
            words=f"python benchmarks/rollout_error.py --game {game} --seed 101 "
            "--processes {processes} --keep {keep} "
            f"--json {{out}}/rollout-error/{game}.json "
            f"--csv {{out}}/rollout-error/{game}.csv",
            full="--positions 500 --error 0.01",
            quick="--positions 3 --error 0.05 --turns 8",
            games=(game,),
            minutes=60,
        )
    yield Step(
        name="scores",
        words="python benchmarks/strength_scores.py --seed 1 --processes {processes} "
        "--keep {keep} --json {out}/scores.json",
        quick="--games 40",
        minutes=120,
    )
    for game in GAMES:
        yield Step(
            name=f"levels-{game}",
            words=f"python benchmarks/levels.py --game {game} --seed 1 "
            "--processes {processes} --write",
            full="--games 2000 --top-games 100",
            games=(game,),
            minutes=8,
            published_only=True,
        )
    yield Step(
        name="cube",
        words="python benchmarks/cube_agreement.py --seed 1 --json {out}/cube.json "
        "--gnubg {gnubg}",
        full="--positions 3000",
        quick="--positions 20",
        games=("backgammon",),
        minutes=20,
    )
    yield Step(
        name="search",
        words="python benchmarks/search_speed.py --seed 1 --processes {processes} "
        "--json {out}/search.json",
        full="--decisions 2000 --judged 200 --error 0.005 --turns 15",
        quick="--decisions 10",
        games=("backgammon",),
        minutes=30,
    )
    yield Step(
        name="ply-speed",
        words="python benchmarks/ply_speed.py --seed 1 --json {out}/ply-speed.json",
        quick="--positions 20 10 4 --repeat 2",
        games=("backgammon",),
        minutes=3,
    )


def main() -> int:
    """Take the steps that are wanted, then write the page; 1 if a step failed."""
    options = _options()
    wanted = [step for step in steps() if _is_wanted(step, options)]
    if not wanted:
        raise SystemExit(f"the steps are {', '.join(step.name for step in steps())}")
    (options.out / "rollout-error").mkdir(parents=True, exist_ok=True)
    options.run.mkdir(parents=True, exist_ok=True)
    failed = []
    for number, step in enumerate(wanted, 1):
        _say(f"{number} of {len(wanted)}: {step.name}")
        if not options.again and _is_done(step, options):
            _say("  is measured with these nets already; --again measures it anew")
            continue
        if not _take(step, options):
            failed.append(step.name)
    page = [str(ROOT / "tools" / "strength_page.py"), "--figures", str(options.out)]
    if options.training:
        page += ["--training", str(options.training)]
    subprocess.run([sys.executable, *page], check=True)  # noqa: S603  # our own
    if failed:
        _say(f"not all is well with {', '.join(failed)}: see above")
    return int(bool(failed))


def _take(step: Step, options: argparse.Namespace) -> bool:
    """Measure one step; return whether all went well and promises were kept."""
    _clear(step, options)
    command = step.command(options)
    _say(f"  {command}")
    if not options.quick:
        _say(f"  takes some {step.minutes} min on two cores at rest")
    begin = time.time()  # noqa: TID251  # compared with when a file was written
    try:
        done = subprocess.run(_argv(command), cwd=ROOT, check=False)  # noqa: S603  # our own
    except KeyboardInterrupt:
        raise SystemExit(
            f"\nbroken off in {step.name}; the same command goes on from here"
        ) from None
    if done.returncode == 130:
        raise SystemExit(f"broken off in {step.name}; the same command goes on")
    if done.returncode and not _has_written(command, begin):
        return False
    _note(step, options, command, round(time.time() - begin))  # noqa: TID251  # the same
    return done.returncode == 0


def _has_written(command: str, begin: float) -> bool:
    """Whether figures were written since *begin*: a promise was broken, no more."""
    words = command.split()
    if "--json" not in words:
        return False
    path = ROOT / words[words.index("--json") + 1]
    return path.exists() and path.stat().st_mtime >= begin


def _argv(command: str) -> list[str]:
    program, *words = command.split()
    if program == "python":
        return [sys.executable, *words]
    return [str(Path(sys.executable).with_name(program)), *words]


def _note(step: Step, options: argparse.Namespace, command: str, seconds: int) -> None:
    """Note in ``measured.json`` how, where and with which nets *step* was measured."""
    notes = _notes(options.out)
    shown = command.replace(f" --gnubg {options.gnubg}", "")
    notes[step.name] = {
        "command": shown,
        "asked": step.asked(options),
        "seconds": seconds,
        "nets": _nets(step),
        "machine": describe(),
    }
    text = json.dumps(notes, indent=1, sort_keys=True) + "\n"
    (options.out / "measured.json").write_text(text, encoding="utf-8")


def _notes(folder: Path) -> dict[str, Any]:
    path = folder / "measured.json"
    notes: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return notes


def _nets(step: Step) -> str:
    """Return a text that changes with the nets that *step* depends on."""
    return " ".join(_net(game) for game in step.games)


def _net(game: str) -> str:
    path = _WEIGHTS / f"{game}.safetensors"
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def _is_done(step: Step, options: argparse.Namespace) -> bool:
    note = _notes(options.out).get(step.name, {})
    asked = step.asked(options)
    return bool(note.get("nets") == _nets(step) and note.get("asked") == asked)


def _clear(step: Step, options: argparse.Namespace) -> None:
    """Forget what was kept of games whose nets are others now, or all if asked to."""
    folder = options.run / step.name
    folder.mkdir(parents=True, exist_ok=True)
    mark, now = folder / _MARK, {game: _net(game) for game in step.games}
    before = json.loads(mark.read_text("utf-8")) if mark.exists() else {}
    for path in folder.iterdir():
        games = [game for game in step.games if game in path.name] or step.games
        is_stale = any(before.get(game) != now[game] for game in games)
        if path != mark and (options.again or is_stale):
            path.unlink()
    mark.write_text(json.dumps(now) + "\n", encoding="utf-8")


def _is_wanted(step: Step, options: argparse.Namespace) -> bool:
    if options.quick and step.published_only:
        return False
    return not options.only or any(step.name.startswith(name) for name in options.only)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small, to try it out")
    parser.add_argument(
        "--only", action="append", metavar="STEP", help="steps that begin so"
    )
    parser.add_argument("--again", action="store_true", help="measure what is measured")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--gnubg", default=sys.executable, help="a Python with the package gnubg"
    )
    parser.add_argument(
        "--training", type=Path, metavar="FOLDER", help="runs to draw: GAME/log.jsonl"
    )
    options = parser.parse_args()
    options.run = _RUN / "quick-kept" if options.quick else _RUN / "kept"
    options.out = _RUN / "quick" if options.quick else PUBLISHED
    options.openings = options.out / "openings" if options.quick else _OPENINGS
    return options


if __name__ == "__main__":
    raise SystemExit(main())
