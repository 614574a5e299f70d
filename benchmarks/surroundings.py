"""What every measurement says beside its figures: the machine, its load, the commit.

Imported first, it also lets the scripts use the clients of ``tests/live``.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

Figures = Mapping[str, object]


def describe() -> Figures:
    """Return where and of what the measurement is."""
    return {
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
        "processor": _processor(),
        "python": platform.python_version(),
        "commit": _commit(),
    }


def show(name: str, figures: Figures, path: Path | None) -> None:
    """Print *figures* as a table, and keep them as JSON if *path* is given."""
    print_table(figures)
    keep(name, figures, path)


def print_table(figures: Figures) -> None:
    """Print *figures* as a table."""
    machine = describe()
    width = max(map(len, [*figures, *machine]))
    for key, value in (*figures.items(), *machine.items()):
        print(f"{key.replace('_', ' '):{width}}  {value}")


def keep(name: str, figures: Figures, path: Path | None) -> None:
    """Keep *figures* as JSON if *path* is given, with the command that made them."""
    if path is None:
        return
    command = " ".join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *_asked()])
    whole = {
        "benchmark": name,
        "command": command,
        **figures,
        "machine": describe(),
    }
    path.write_text(json.dumps(whole, indent=2) + "\n")


def _asked() -> list[str]:
    """Return the arguments without those that say where to write."""
    places = {"--json", "--csv", "--keep", "--rates", "--gnubg"}
    words = sys.argv[1:]
    return [
        word
        for index, word in enumerate(words)
        if word not in places and (index == 0 or words[index - 1] not in places)
    ]


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _commit() -> str:
    answer = subprocess.run(  # noqa: S603  # git, with words of our own
        [shutil.which("git") or "git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip() or "unknown"
