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
    machine = describe()
    width = max(map(len, [*figures, *machine]))
    for key, value in (*figures.items(), *machine.items()):
        print(f"{key.replace('_', ' '):{width}}  {value}")
    if path is not None:
        whole = {"benchmark": name, **figures, "machine": machine}
        path.write_text(json.dumps(whole, indent=2) + "\n")


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
