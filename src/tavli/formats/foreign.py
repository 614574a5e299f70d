"""Read binary formats of other programs with a kept library, in a process apart.

The library is given bytes from anywhere. It runs where it can take neither our memory
nor our time, and what it answers is checked like any other file.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from enum import Enum
from importlib.util import find_spec
from typing import Final

from tavli.formats.errors import RecordError
from tavli.formats.json_fields import Json
from tavli.formats.packed import check_packed

LIBRARY: Final = "gvformat"
"""The import name of the library; its package is gammonview, MIT."""

_PATIENCE: Final = 60.0
_XG_MAGIC: Final = b"RGMH"
_XG_PICTURE: Final = 20
"""Where the header says how long its picture is."""

_XG_HEADER_BYTES: Final = 8232
_PACKED: Final = (b"\x1f\x8b", b"\x78\x01", b"\x78\x9c", b"\x78\xda")
_OGXM_MAGIC: Final = b"OGXM"
_LONGEST_HEAD: Final = 65_536


class ForeignKind(Enum):
    """The binary formats that are read, by the suffix of their files."""

    XG = "xg"
    BGF = "bgf"
    OGXM = "ogxm"


def foreign_kind_of(content: bytes) -> ForeignKind | None:
    """Return which binary format *content* is in, by its first bytes."""
    if content.startswith(_XG_MAGIC):
        return ForeignKind.XG
    if content.startswith(_OGXM_MAGIC):
        return ForeignKind.OGXM
    head = content[:_LONGEST_HEAD].partition(b"\n")[0]
    if head.startswith(b"{") and b'"BGF"' in head:
        return ForeignKind.BGF
    return None


def read_foreign(content: bytes, kind: ForeignKind) -> tuple[Json, int]:
    """Return the document the library makes of *content*, and where its games begin.

    Raises:
        RecordError: one sentence with the offset, if it can't be read.
    """
    if find_spec(LIBRARY) is None:
        raise RecordError(
            f"reading {kind.value} files needs a library: pip install gammonview"
        )
    start = _CHECKS[kind](content)
    command = [sys.executable, "-m", "tavli.formats.foreign_worker", kind.value]
    try:
        done = subprocess.run(  # noqa: S603  # our own module
            command, input=content, capture_output=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise RecordError(
            f"this {kind.value} file takes too long to read", offset=start
        ) from error
    return _answer(done.stdout, kind, start), start


def _answer(text: bytes, kind: ForeignKind, start: int) -> Json:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):  # it died of its bounds
        answer = {}
    if isinstance(answer, dict) and isinstance(answer.get("match"), dict):
        found: Json = answer["match"]
        return found
    fault = answer.get("fault") if isinstance(answer, dict) else None
    why = f" ({fault})" if isinstance(fault, str) else ""
    raise RecordError(
        f"this {kind.value} file is damaged from here on, or of a kind not known{why}",
        offset=start,
    )


def _check_xg(content: bytes) -> int:
    """Return where the packed games of an XG file begin."""
    if len(content) < _XG_HEADER_BYTES:
        raise RecordError("this xg file breaks off in its header", offset=len(content))
    picture = int.from_bytes(content[_XG_PICTURE : _XG_PICTURE + 4], "little")
    start = _XG_HEADER_BYTES + picture
    if start >= len(content):
        raise RecordError(
            f"this xg file says its picture has {picture:,} bytes, and it has fewer",
            offset=_XG_PICTURE,
        )
    check_packed(content, start, "xg file")
    return start


def _check_bgf(content: bytes) -> int:
    """Return where the games of a BGBlitz file begin, behind its line of JSON."""
    start = content.find(b"\n", 0, _LONGEST_HEAD) + 1
    if not start or start >= len(content):
        raise RecordError("this bgf file breaks off in its header", offset=len(content))
    if content[start : start + 2] in (
        b"\x1f\x8b",
        b"\x78\x01",
        b"\x78\x9c",
        b"\x78\xda",
    ):
        check_packed(content, start, "bgf file")
    return start


def _check_ogxm(content: bytes) -> int:
    if len(content) < 16:
        raise RecordError(
            "this ogxm file breaks off in its header", offset=len(content)
        )
    return len(_OGXM_MAGIC)


_CHECKS: Final[dict[ForeignKind, Callable[[bytes], int]]] = {
    ForeignKind.XG: _check_xg,
    ForeignKind.BGF: _check_bgf,
    ForeignKind.OGXM: _check_ogxm,
}
