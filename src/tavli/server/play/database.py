"""Connections of the live side; Django has its own to the same file."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

Connect = Callable[[], sqlite3.Connection]
"""Opens a connection; called again when one has failed."""


def is_undecodable(fault: Exception) -> bool:
    """Whether *fault* tells of one text that is no UTF-8, in a file that is whole.

    The driver gives it the kind of a full disk: only the words tell them apart.
    """
    return str(fault).startswith("Could not decode to UTF-8")


def connect_to(path: Path) -> Connect:
    """Return what opens durable connections to the database at *path*."""

    def connect() -> sqlite3.Connection:
        # Without an isolation level Python leaves BEGIN and COMMIT to us.
        connection = sqlite3.connect(path, isolation_level=None, timeout=10)
        connection.executescript(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        )
        return connection

    return connect
