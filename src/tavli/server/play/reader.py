"""Reads matches on a thread and a connection of its own."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tavli.server.play.database import Connect

_Answer = TypeVar("_Answer")


class Reader:
    """Runs queries one after another, off the event loop."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reader")

    async def read(self, query: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        """Return the answer of *query*; a failed connection is replaced next time."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._run, query)

    def stop(self) -> None:
        """Close the connection and end the thread."""
        self._thread.submit(self._close)
        self._thread.shutdown()

    def _run(self, query: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        if self._connection is None:
            self._connection = self._connect()
        try:
            return query(self._connection)
        except sqlite3.Error:
            self._close()
            raise

    def _close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.close()
