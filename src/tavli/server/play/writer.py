"""One thread that writes: what waits goes into one transaction, and one sync.

A job's answer is set only after the commit that holds its rows, so whoever hears
it may rely on it. There is no timer: while one commit is under way the next jobs
gather, which makes batches large exactly when the disk is busy.
"""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from tavli.server.play.database import Connect

_Answer = TypeVar("_Answer")
Job = Callable[[sqlite3.Connection], _Answer]
"""Writes rows within the transaction it is given; it neither begins nor commits."""

_LARGEST_BATCH: Final = 256
_PROBE_SECONDS: Final = 15.0


class NotSavedError(Exception):
    """The database did not take a job, and holds nothing of it."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    job: Job[Any]
    future: Future[Any]


class Writer:
    """Runs jobs on a thread and a connection of its own, in the order they came."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._is_failing = False
        self.batches = 0
        self.jobs = 0

    @property
    def is_running(self) -> bool:
        """Whether the thread writes."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, then end the thread."""
        self._queue.put(None)
        self._thread.join()

    def submit(self, job: Job[_Answer]) -> Future[_Answer]:
        """Queue *job*; its future answers after the commit or fails as not saved."""
        future: Future[_Answer] = Future()
        self._queue.put(_Waiting(job, future))
        return future

    async def write(self, job: Job[_Answer]) -> _Answer:
        """Wait until *job* is on the disk.

        Raises:
            NotSavedError: it isn't, and nothing of it is.
        """
        return await asyncio.wrap_future(self.submit(job))

    def can_save(self) -> bool:
        """Whether the disk took the last job; if it didn't, try it again."""
        if self._is_failing:
            with contextlib.suppress(NotSavedError, TimeoutError):
                self.submit(_touch).result(_PROBE_SECONDS)
        return not self._is_failing

    def _run(self) -> None:
        running = True
        while running:
            batch, running = self._gather()
            alive = [one for one in batch if one.future.set_running_or_notify_cancel()]
            if alive:
                self._write(alive)
        self._close()

    def _gather(self) -> tuple[list[_Waiting], bool]:
        batch: list[_Waiting] = []
        waiting = self._queue.get()
        while waiting is not None:
            batch.append(waiting)
            if len(batch) == _LARGEST_BATCH:
                return batch, True
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _write(self, batch: Sequence[_Waiting]) -> None:
        try:
            connection = self._begun()
        except sqlite3.Error as fault:
            # Somebody else holds the database: that is not one job's fault, and
            # each would wait as long again.
            self._refuse(batch, fault)
            return
        try:
            answers = [waiting.job(connection) for waiting in batch]
            connection.execute("COMMIT")
        except Exception as fault:  # a job's own fault must not end the thread
            self._close()
            self._fail(batch, fault)
            return
        self._is_failing = False
        self.batches += 1
        self.jobs += len(batch)
        for waiting, answer in zip(batch, answers, strict=True):
            waiting.future.set_result(answer)

    def _begun(self) -> sqlite3.Connection:
        """Return the connection, with a transaction open."""
        if self._connection is None:
            self._connection = self._connect()
        self._connection.execute("BEGIN IMMEDIATE")
        return self._connection

    def _fail(self, batch: Sequence[_Waiting], fault: Exception) -> None:
        """Fail a lone job; of several, give each a transaction of its own."""
        if len(batch) > 1:
            for waiting in batch:
                self._write([waiting])
        elif isinstance(fault, sqlite3.Error):
            self._refuse(batch, fault)
        else:
            batch[0].future.set_exception(fault)

    def _refuse(self, batch: Sequence[_Waiting], fault: sqlite3.Error) -> None:
        self._is_failing = True
        self._close()
        for waiting in batch:
            error = NotSavedError(f"The database did not save: {fault}.")
            error.__cause__ = fault
            waiting.future.set_exception(error)

    def _close(self) -> None:
        """Drop the connection; an open transaction is rolled back with it."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            try:
                connection.close()
            except sqlite3.Error:
                return  # it was broken, and it is gone


def _touch(connection: sqlite3.Connection) -> None:
    """Write something that changes nothing."""
    connection.execute("PRAGMA user_version = 0")
