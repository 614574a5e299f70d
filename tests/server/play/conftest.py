"""An empty database that every scene begins with."""

import sqlite3
from pathlib import Path

import pytest

from tavli.server.place import Place


@pytest.fixture(scope="session")
def template(place: Place, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with the schema of today."""
    copy = tmp_path_factory.mktemp("template") / "template.sqlite3"
    original, target = sqlite3.connect(place.database), sqlite3.connect(copy)
    original.backup(target)
    for table in ("result", "action", "challenge", "match", "player"):
        target.execute(f"DELETE FROM tavli_{table}")
    target.commit()
    target.execute("PRAGMA journal_mode=DELETE")
    original.close()
    target.close()
    return copy
