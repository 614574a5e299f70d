"""What is in a folder, and in those within it."""

import os
from pathlib import Path


def look_through(folder: Path) -> tuple[list[Path], list[OSError]]:
    """Return the files in *folder*, sorted, and what can't be looked into there.

    A link that leads nowhere is among the files: whoever reads it says why it can't.
    """
    faults: list[OSError] = []
    files = [
        path
        for inside, _, names in os.walk(folder, onerror=faults.append)
        for path in (Path(inside, name) for name in names)
        if path.is_file() or leads_nowhere(path)
    ]
    return sorted(files), faults


def leads_nowhere(path: Path) -> bool:
    """Whether *path* is a link behind which nothing is."""
    return path.is_symlink() and not path.exists()
