"""Rows are acknowledged after their commit, and a failing disk fails one job only."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tavli.server.play.database import connect_to
from tavli.server.play.writer import NotSavedError, Writer


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "log.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE line (text TEXT UNIQUE)")
    return path


@pytest.fixture
def writer(database: Path) -> Iterator[Writer]:
    writer = Writer(connect_to(database))
    yield writer
    if writer.is_running:
        writer.stop()


def add(text: str) -> Callable[[sqlite3.Connection], bool]:
    def job(connection: sqlite3.Connection) -> bool:
        rows = connection.execute(
            "INSERT INTO line VALUES (?) ON CONFLICT DO NOTHING RETURNING text", (text,)
        )
        return rows.fetchone() is not None

    return job


def lines(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [text for (text,) in connection.execute("SELECT text FROM line")]


def test_what_is_acknowledged_can_be_read_by_others(writer, database):
    writer.start()
    assert writer.submit(add("a")).result(20) is True
    assert lines(database) == ["a"]


def test_jobs_that_wait_share_one_transaction(writer, database):
    futures = [writer.submit(add(str(number))) for number in range(100)]
    writer.start()
    assert all(future.result(20) for future in futures)
    assert (writer.batches, writer.jobs) == (1, 100)
    assert lines(database) == [str(number) for number in range(100)]


def test_a_duplicate_does_not_fail_its_batch(writer, database):
    futures = [writer.submit(add(text)) for text in ("a", "b", "a", "c")]
    writer.start()
    assert [future.result(20) for future in futures] == [True, True, False, True]
    assert (writer.batches, lines(database)) == (1, ["a", "b", "c"])


def broken(connection: sqlite3.Connection) -> bool:
    connection.execute("INSERT INTO line VALUES ('half')")
    raise ZeroDivisionError


def test_a_faulty_job_fails_alone_and_leaves_nothing(writer, database):
    futures = [writer.submit(job) for job in (add("a"), broken, add("b"))]
    writer.start()
    assert futures[0].result(20)
    assert futures[2].result(20)
    with pytest.raises(ZeroDivisionError):
        futures[1].result(20)
    assert lines(database) == ["a", "b"]


def test_a_job_that_was_given_up_before_its_turn_is_not_done(writer, database):
    future = writer.submit(add("a"))
    future.cancel()
    writer.start()
    assert writer.submit(add("b")).result(20)
    assert lines(database) == ["b"]


def test_stopping_writes_what_waits(writer, database):
    future = writer.submit(add("a"))
    writer.start()
    writer.stop()
    assert future.result(0)
    assert lines(database) == ["a"]


def test_a_full_disk_refuses_and_later_takes_again(database):
    room = threading.Event()

    def connect() -> sqlite3.Connection:
        connection = connect_to(database)()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        limit = 10_000 if room.is_set() else pages
        connection.execute(f"PRAGMA max_page_count = {limit}")
        return connection

    writer = Writer(connect)
    writer.start()
    with pytest.raises(NotSavedError, match="full"):
        writer.submit(add("x" * 100_000)).result(20)
    assert lines(database) == []
    room.set()
    assert writer.submit(add("y" * 100_000)).result(20)
    writer.stop()
    assert lines(database) == ["y" * 100_000]


def test_while_somebody_else_holds_the_database_all_that_waits_is_refused_at_once(
    database,
):
    tries = []

    def connect() -> sqlite3.Connection:
        tries.append(1)
        return sqlite3.connect(database, isolation_level=None, timeout=0)

    writer = Writer(connect)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        futures = [writer.submit(add(str(number))) for number in range(20)]
        writer.start()
        for future in futures:
            with pytest.raises(NotSavedError, match="locked"):
                future.result(20)
        assert len(tries) == 1
        assert not writer.can_save()
        other.execute("ROLLBACK")
    assert writer.can_save()
    assert writer.submit(add("a")).result(20)
    writer.stop()


def test_a_writer_that_never_failed_is_not_asked(writer):
    assert writer.can_save()  # it isn't even running


def test_a_faulty_job_is_no_faulty_disk(writer):
    writer.start()
    with pytest.raises(ZeroDivisionError):
        writer.submit(broken).result(20)
    assert writer.can_save()


def test_a_database_that_cannot_be_opened_refuses(tmp_path):
    writer = Writer(connect_to(tmp_path / "nowhere" / "log.sqlite3"))
    writer.start()
    with pytest.raises(NotSavedError):
        writer.submit(add("a")).result(20)
    writer.stop()


class Deaf:
    """A connection whose commit fails, as a disk that is pulled out does."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, statement: str) -> object:
        if statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(statement)

    def close(self) -> None:
        self._connection.close()


def test_a_commit_that_fails_acknowledges_nothing(database):
    connections = iter([True, False])

    def connect() -> object:
        connection = connect_to(database)()
        return Deaf(connection) if next(connections, False) else connection

    def job(connection: object) -> bool:
        connection.execute("INSERT INTO line VALUES ('a')")
        return True

    writer = Writer(connect)
    writer.start()
    with pytest.raises(NotSavedError, match="disk I/O error"):
        writer.submit(job).result(20)
    assert lines(database) == []
    assert writer.submit(job).result(20)
    writer.stop()
    assert lines(database) == ["a"]
