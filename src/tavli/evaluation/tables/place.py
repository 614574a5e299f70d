"""Where tables are kept between two runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

VARIABLE: Final = "TAVLI_TABLES"
"""The environment variable that names another folder."""


def tables_folder(environment: Mapping[str, str]) -> Path:
    """Return the folder of tables that *environment* asks for, there or not."""
    if chosen := environment.get(VARIABLE):
        return Path(chosen)
    if cache := environment.get("XDG_CACHE_HOME"):
        return Path(cache) / "tavli" / "tables"
    return Path.home() / ".cache" / "tavli" / "tables"


def table_path(folder: Path, name: str) -> Path:
    """Return where the table *name* is kept in *folder*."""
    return folder / f"{name}.safetensors"


def unfinished_path(folder: Path, name: str) -> Path:
    """Return where a build of the table *name* leaves what it has, to go on later."""
    return folder / f"{name}.unfinished.safetensors"
