"""Measure all that `docs/strength.md` says, and write it anew: `make strength`.

    python tools/strength.py --processes 2          everything, in hours
    python tools/strength.py --quick                everything, small, in minutes
    python tools/strength.py --only openings-fevga  one step, and the page

Steps that were broken off go on where they stopped; what has been finished is measured
again only if a net has changed or ``--again`` asks for it. With ``--quick`` the page
and its figures go to ``.strength/quick``: they are too rough to be published.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from strength_figures import FIGURES, FIRST_ROLLS, ROOT
from strength_kept import commits_of, take_up
from strength_steps import Step, steps

sys.path.insert(0, str(ROOT / "benchmarks"))

from surroundings import describe  # found in the folder just named

_RUN: Final = ROOT / ".strength"


def main() -> int:
    """Take the steps that are wanted, then write the page; 1 if a step failed."""
    options = _options()
    wanted = [step for step in steps() if _is_wanted(step, options)]
    if not wanted:
        raise SystemExit(f"the steps are {', '.join(step.name for step in steps())}")
    for folder in ("self-play", "calibration", "rollout-error", "scores"):
        (options.out / folder).mkdir(parents=True, exist_ok=True)
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
    went_on = take_up(
        options.run / step.name,
        step,
        step.asked(options),
        str(describe()["commit"]),
        again=options.again,
    )
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
    seconds = round(time.time() - begin)  # noqa: TID251  # the same
    _note(step, options, command, seconds, went_on=went_on)
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


def _note(
    step: Step,
    options: argparse.Namespace,
    command: str,
    seconds: int,
    *,
    went_on: bool,
) -> None:
    """Note in ``measured.json`` how, where and with which nets *step* was measured.

    One that *went_on* from what was kept took longer than *seconds*, and the machine
    is that of its last stretch.
    """
    notes = _notes(options.out)
    shown = command.replace(f" --gnubg {options.gnubg}", "")
    notes[step.name] = {
        "command": shown,
        "asked": step.asked(options),
        "seconds": seconds,
        "commits": commits_of(options.run / step.name),
        "went_on": went_on,
        "nets": step.nets,
        "small_nets": step.small_nets,
        "machine": describe(),
    }
    text = json.dumps(notes, indent=1, sort_keys=True) + "\n"
    (options.out / "measured.json").write_text(text, encoding="utf-8")


def _notes(folder: Path) -> dict[str, Any]:
    path = folder / "measured.json"
    notes: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return notes


def _is_done(step: Step, options: argparse.Namespace) -> bool:
    if step.is_short:
        return False
    note = _notes(options.out).get(step.name, {})
    return bool(step.is_of_now(note) and note.get("asked") == step.asked(options))


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
    options.out = _RUN / "quick" if options.quick else FIGURES
    options.openings = options.out / "openings" if options.quick else FIRST_ROLLS
    return options


if __name__ == "__main__":
    raise SystemExit(main())
