"""Rows that nothing would write: any value in any column."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

_TYPED: Final = re.compile(r'("\w+") [a-z]+(?:\(\d+\))? NOT NULL(?! PRIMARY)')


def damage(database: Path, statement: str) -> None:
    """Change rows as by a hand that knows nothing of what the columns may hold."""
    with closing(sqlite3.connect(database)) as connection, connection:
        tables = connection.execute(
            "SELECT sql, name FROM sqlite_master"
            " WHERE type = 'table' AND name LIKE 'tavli_%'"
        ).fetchall()
        _write(connection, [(_TYPED.sub(r"\1", sql), name) for sql, name in tables])
    # Whoever opens it now finds columns without types; those who are in it notice
    # nothing, because the version of the schema stays the same.
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)
        _write(connection, tables)


def _write(connection: sqlite3.Connection, tables: list[tuple[str, str]]) -> None:
    connection.execute("PRAGMA writable_schema = ON")
    connection.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", tables)
