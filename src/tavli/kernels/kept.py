"""Where compiled code is kept, and for which sources it holds.

Numba looks only at the file of a kernel before it takes compiled code from the disk.
A kernel contains those it calls and the constants it was compiled with, which other
files define: so each module has a folder of its own, named after all sources that it
imports from this package. Changed sources find an empty folder.
"""

import os
import re
import shutil
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[1]
_IMPORT: Final = re.compile(r"^from tavli\.([\w.]+) import", re.MULTILINE)


def folder_for(module: str, chosen: str, environment: Mapping[str, str]) -> Path | None:
    """Return the folder for the code of *module*, or None if none can be written.

    *module* is a name such as ``tavli.kernels.steps``. *chosen* is what Numba was told
    by NUMBA_CACHE_DIR, or empty: then it is beside the sources, or else where the
    system keeps what can be made again.
    """
    base = _writable_base(chosen, environment)
    if base is None:
        return None
    place = sha256(bytes(_PACKAGE)).hexdigest()[:8]
    label = f"{module.rpartition('.')[2]}-{place}"
    folder = base / f"{label}-{_digest(module)}"
    if not folder.exists():
        for old in base.glob(f"{label}-*"):
            shutil.rmtree(old, ignore_errors=True)
    return folder


def _writable_base(chosen: str, environment: Mapping[str, str]) -> Path | None:
    if chosen:
        bases = [Path(chosen)]
    else:
        cached = environment.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        beside = _PACKAGE / "kernels" / "__pycache__"
        bases = [beside, Path(cached) / "tavli" / "kernels"]
    return next((base for base in bases if _can_be_written(base)), None)


def _can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def _digest(module: str) -> str:
    """Return what stands for the text of *module* and of all that it imports."""
    found: dict[Path, str] = {}
    ahead = [_path(module.removeprefix("tavli."))]
    while ahead:
        path = ahead.pop()
        if path not in found:
            found[path] = text = _text(path)
            ahead += [_path(name) for name in _IMPORT.findall(text)]
    all_text = "\0".join(found[path] for path in sorted(found))
    return sha256(all_text.encode()).hexdigest()[:16]


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _path(name: str) -> Path:
    """Return the file of ``tavli.name``."""
    path = _PACKAGE.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
