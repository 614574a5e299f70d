"""The process that reads one binary file, bytes in, one JSON object out, or writes one.

    python -m tavli.formats.foreign_worker xg < match.xg
    python -m tavli.formats.foreign_worker write < document.json > match.ogxm

It bounds its own memory and time before it looks at a byte.
"""

import contextlib
import json
import sys
import zlib
from collections.abc import Callable
from typing import Final, cast

from tavli.formats.foreign import XG_RECORD_BYTES, xg_start

MOST_MEMORY: Final = 400 * 1024 * 1024
MOST_SECONDS: Final = 50
MOST_ANSWER: Final = 24 * 1024 * 1024

_LEAST_RECORDS: Final = 3
"""Fewer records than this are no game."""

_DERIVED: Final = ("ogid_before", "ogid_after")


def main() -> int:
    """Read standard input as the kind of file that the argument names."""
    _bound()
    content = sys.stdin.buffer.read()
    if sys.argv[1] == "write":
        return _write(content)
    try:
        answer = json.dumps({"match": _read(sys.argv[1], content)}, default=str)
    except MemoryError:
        answer = json.dumps({"fault": "it takes too much memory"})
    except Exception as error:  # a library may fail in any way
        answer = json.dumps({"fault": f"{type(error).__name__}: {error}"[:200]})
    if len(answer) > MOST_ANSWER:
        answer = json.dumps({"fault": "it holds more than any match"})
    sys.stdout.write(answer)
    return 0


def _bound() -> None:
    """Take no more memory and time than a match needs, where the system can say so."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  # not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def _write(content: bytes) -> int:
    """Write the document that *content* is, in the binary form, to standard output."""
    import gvformat  # noqa: PLC0415  # loaded in this process alone

    try:
        sys.stdout.buffer.write(gvformat.write_gvab(json.loads(content)))
    except Exception as error:  # a library may fail in any way
        sys.stderr.write(f"{type(error).__name__}: {error}"[:200])
        return 1
    return 0


def _read(kind: str, content: bytes) -> dict[str, object]:
    import gvformat  # noqa: PLC0415  # loaded in this process alone

    readers: dict[str, Callable[[bytes], object]] = {
        "xg": gvformat.convert_xg,
        "xg-rest": lambda left: _longest_read(left, gvformat.convert_xg),
        "bgf": gvformat.convert_bgf,
        "ogxm": gvformat.read_gvab,
    }
    found = cast("dict[str, object]", readers[kind](content))
    for game in cast("list[dict[str, object]]", found.get("games") or []):
        for ply in cast("list[dict[str, object]]", game.get("plies") or []):
            for name in _DERIVED:
                ply.pop(name, None)
    return found


def _longest_read(content: bytes, read: Callable[[bytes], object]) -> object:
    """Return what *read* makes of the games of an XG file, as many as it can read.

    Behind the place of its damage such a file holds nonsense.
    """
    start = xg_start(content)
    records = zlib.decompress(content[start:])
    left = len(records) // XG_RECORD_BYTES
    while True:
        try:
            packed = zlib.compress(records[: left * XG_RECORD_BYTES], 1)
            return read(content[:start] + packed)
        except Exception:
            if left < _LEAST_RECORDS:
                raise
            left = left * 4 // 5


if __name__ == "__main__":
    sys.exit(main())
