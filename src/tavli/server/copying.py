"""Copy a house's data, whether or not it is being served."""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tavli.server.place import Place, PlaceError


@dataclass(frozen=True, slots=True)
class Copy:
    """What was saved: so many matches, and the key in a file of its own."""

    matches: int
    key_file: Path


def copy_house(place: Place, target: Path) -> Copy:
    """Copy the database at *place* to *target* as of one moment, and the key beside it.

    Raises:
        PlaceError: there is nothing to copy, or nowhere to put it.
    """
    if not place.database.is_file() or not place.key_file.is_file():
        raise PlaceError(
            f"There is no server's data in {place.folder}; name its folder with --data."
        )
    key_file = target.with_name(f"{target.name}.key")
    for taken in (target, key_file):
        if taken.exists():
            raise PlaceError(f"{taken} is there already; name a new file.")
    # Whole or not at all: the copy gets its name when it is complete.
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        matches = _copy_database(place.database, draft)
        key_file.touch(mode=0o600)  # before there is anything to read in it
        shutil.copyfile(place.key_file, key_file)
        draft.replace(target)
    except (OSError, sqlite3.Error) as fault:
        key_file.unlink(missing_ok=True)
        raise PlaceError(f"The copy to {target} failed: {fault}.") from fault
    finally:
        draft.unlink(missing_ok=True)
    return Copy(matches, key_file)


def _copy_database(source: Path, draft: Path) -> int:
    """Copy with SQLite's own backup, which sees one state while others write."""
    draft.touch(mode=0o600)
    with (
        closing(sqlite3.connect(source, timeout=10)) as original,
        closing(sqlite3.connect(draft)) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        (matches,) = copy.execute("SELECT count(*) FROM tavli_match").fetchone()
    return int(matches)
