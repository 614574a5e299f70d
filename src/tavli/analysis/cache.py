"""Answers kept on disk, by what was asked: a second look at a position is instant."""

import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

VARIABLE: Final = "TAVLI_ANSWERS"
"""The environment variable that names another file."""

LARGEST: Final = 512 * 2**20
"""Bytes that are kept; beyond them what was not asked for longest is forgotten."""

_SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS answers (
        key BLOB PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL
    ) WITHOUT ROWID
"""
_CHECK: Final = 4
"""Bytes before each value that tell whether the disk gave back what was kept."""

_HEAD: Final = b"SQLite format 3\0"
_OWN_SUFFIX: Final = ".sqlite3"
_FOLDER: Final = "this is a folder: name a file in it"
_NOT_PLAIN: Final = "this is no plain file: name another"
_NOT_OURS: Final = "this file holds something else: name another, or remove it"

_AT_ONCE: Final = 500
_PATIENCE: Final = 10.0
"""Seconds to wait for another process that writes."""

Found = TypeVar("Found")

Warn = Callable[[str], None]
"""Be told one sentence about what went wrong; the work goes on."""


def answers_path(environment: Mapping[str, str]) -> Path:
    """Return the file of answers that *environment* asks for, there or not."""
    if chosen := environment.get(VARIABLE):
        return Path(chosen)
    base = environment.get("XDG_CACHE_HOME")
    cache = Path(base) if base else Path.home() / ".cache"
    return cache / "tavli" / "answers.sqlite3"


class AnswerCache:
    """A file of answers, as bytes by key.

    It never stands in the way: a damaged file is named, removed and begun again, and
    one that can't be written, or holds anything else, is left alone.
    """

    def __init__(self, path: Path, warn: Warn, largest: int = LARGEST) -> None:
        """Open the file at *path*, which is made where it isn't there."""
        self.path, self._warn, self._largest = path, warn, largest
        self._read: set[bytes] = set()
        self._base: sqlite3.Connection | None = None
        self._run = 0
        self._given_up = False
        self._open()

    @property
    def keeps(self) -> bool:
        """Whether what is put is kept; once the file was given up, it no longer is."""
        return not self._given_up

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def get(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """Return the values that are kept of *keys*."""
        wanted = list(dict.fromkeys(keys))
        found: dict[bytes, bytes] = {}
        for first in range(0, len(wanted), _AT_ONCE):
            some = wanted[first : first + _AT_ONCE]
            found |= self._guarded(partial(_values, some)) or {}
        self._read.update(found)
        return found

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Keep *values* at once, whatever happens next."""
        rows = [(key, _sealed(value), self._run) for key, value in values.items()]
        self._guarded(lambda base: _write(base, rows))

    def close(self) -> None:
        """Note what was asked for, forget what is too much, and close the file."""
        rows = [(self._run, key) for key in self._read]
        self._guarded(lambda base: _touch(base, rows))
        self._guarded(self._forget)
        self._leave()

    def _open(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if reason := _why_left_alone(self.path):
                self._give_up(reason)
                return
            self._base = _opened(self.path)
            self._run = _next_run(self._base)
        except (_ForeignError, sqlite3.OperationalError) as error:
            self._give_up(str(error))
        except sqlite3.DatabaseError as error:
            self._begin_again(error)
        except OSError as error:
            self._give_up(error.strerror or str(error))

    def _guarded(self, work: Callable[[sqlite3.Connection], Found]) -> Found | None:
        """Do *work*; answer None where the file is not to be used."""
        if self._base is None:
            return None
        try:
            return work(self._base)
        except sqlite3.OperationalError as error:
            self._give_up(str(error))
        except sqlite3.DatabaseError as error:
            self._begin_again(error)
        return None

    def _give_up(self, reason: str) -> None:
        self._given_up = True
        self._warn(f"answers are not kept: {self.path}: {reason}")
        self._leave()

    def _leave(self) -> None:
        if self._base is not None:
            with suppress(sqlite3.Error):
                self._base.close()
        self._base = None

    def _begin_again(self, error: sqlite3.DatabaseError) -> None:
        """Remove a damaged file and make a new one; give up if that can't be done."""
        self._warn(f"{self.path} is damaged ({error}): it is begun again")
        self._leave()
        try:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)
            self._base = _opened(self.path)
            self._run = _next_run(self._base)
        except (_ForeignError, OSError, sqlite3.Error) as again:
            self._give_up(str(again))

    def _forget(self, base: sqlite3.Connection) -> None:
        """Forget what was not asked for longest, until the rest has room."""
        with base:
            (size,) = base.execute(
                "SELECT coalesce(sum(length(value) + length(key)), 0) FROM answers"
            ).fetchone()
            if size <= self._largest:
                return
            gone = []
            oldest = "SELECT key, length(value) FROM answers ORDER BY used"
            # A query that is still open would not let the file be made smaller.
            with closing(base.execute(oldest)) as rows:
                for key, length in rows:
                    gone.append((key,))
                    size -= length + len(key)
                    if size <= self._largest * 3 // 4:
                        break
            base.executemany("DELETE FROM answers WHERE key = ?", gone)
        base.execute("VACUUM")


class _ForeignError(Exception):
    """A database of somebody else."""


def _why_left_alone(path: Path) -> str | None:
    """Say why *path* must not be removed if it turns out to be damaged, if it mustn't.

    What is no database any more is believed to have been ours by its name alone.
    """
    if path.is_dir():
        return _FOLDER
    if not path.is_file():
        return _NOT_PLAIN if path.exists() else None
    with path.open("rb") as file:
        head = file.read(len(_HEAD))
    is_ours = head in (b"", _HEAD) or path.suffix == _OWN_SUFFIX
    return None if is_ours else _NOT_OURS


def _opened(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=_PATIENCE)
    rows = base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    if {name for (name,) in rows} - {"answers"}:
        base.close()
        raise _ForeignError(_NOT_OURS)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = NORMAL")
    with base:
        base.execute(_SCHEMA)
    return base


def _next_run(base: sqlite3.Connection) -> int:
    """Return a number larger than those of all uses so far."""
    with closing(base.execute("PRAGMA user_version")) as row:
        (last,) = row.fetchone()
    with base:
        base.execute(f"PRAGMA user_version = {int(last) % 2**30 + 1}")
    return int(last) % 2**30 + 1


def _values(keys: list[bytes], base: sqlite3.Connection) -> dict[bytes, bytes]:
    marks = ",".join("?" * len(keys))
    rows = base.execute(
        f"SELECT key, value FROM answers WHERE key IN ({marks})",  # noqa: S608  # marks
        keys,
    )
    opened = ((bytes(key), _unsealed(bytes(value))) for key, value in rows)
    return {key: value for key, value in opened if value is not None}


def _write(base: sqlite3.Connection, rows: list[tuple[bytes, bytes, int]]) -> None:
    with base:
        base.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", rows)


def _touch(base: sqlite3.Connection, rows: list[tuple[int, bytes]]) -> None:
    with base:
        base.executemany("UPDATE answers SET used = ? WHERE key = ?", rows)


def _sealed(value: bytes) -> bytes:
    packed = zlib.compress(value, 1)
    return zlib.crc32(packed).to_bytes(_CHECK, "big") + packed


def _unsealed(kept: bytes) -> bytes | None:
    """Return the value that was kept, or None if the disk lost it."""
    seal, packed = kept[:_CHECK], kept[_CHECK:]
    if zlib.crc32(packed).to_bytes(_CHECK, "big") != seal:
        return None
    return zlib.decompress(packed)
