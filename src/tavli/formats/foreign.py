"""Read binary formats of other programs with a kept library, in a process apart.

The library is given bytes from anywhere. It runs where it can take neither our memory
nor our time, and what it answers is checked like any other file.
"""

import json
import math
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from typing import Final

from tavli.formats.errors import RecordError
from tavli.formats.json_fields import Json
from tavli.formats.packed import check_packed, unpacked
from tavli.words.findings import finding

LIBRARY: Final = "gvformat"
"""The import name of the library; its package is gammonview, MIT."""

_PATIENCE: Final = 60.0
_XG_MAGIC: Final = b"RGMH"
XG_PICTURE: Final = 20
"""Where the header says how long its picture is."""

XG_HEADER_BYTES: Final = 8232
XG_RECORD_BYTES: Final = 2560
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


@dataclass(frozen=True, slots=True)
class ForeignFile:
    """What the library is given: *content*, whose games begin at byte *start*.

    *fault* is set where the content is only what was left of a damaged file.
    """

    content: bytes
    start: int
    fault: RecordError | None = None


def read_foreign(content: bytes, kind: ForeignKind) -> tuple[Json, ForeignFile]:
    """Return the document the library makes of *content*, and what it was given.

    Raises:
        RecordError: one sentence with the offset, if it can't be read.
    """
    if find_spec(LIBRARY) is None:
        raise RecordError(finding("needs_library", kind=kind.value))
    found = _CHECKS[kind](content)
    task = f"{kind.value}-rest" if found.fault else kind.value
    command = [sys.executable, "-m", "tavli.formats.foreign_worker", task]
    try:
        done = subprocess.run(  # noqa: S603  # our own module
            command,
            input=found.content,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise RecordError(
            finding("too_slow", kind=kind.value), offset=found.start
        ) from error
    return _answer(done.stdout, kind, found), found


def _answer(text: bytes, kind: ForeignKind, given: ForeignFile) -> Json:
    try:
        answer = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):  # it died of its bounds
        answer = {}
    if isinstance(answer, dict) and isinstance(answer.get("match"), dict):
        found: Json = answer["match"]
        return found
    if given.fault:
        raise given.fault
    fault = answer.get("fault") if isinstance(answer, dict) else None
    if isinstance(fault, str):
        damaged = finding("damaged_detail", kind=kind.value, detail=fault)
    else:
        damaged = finding("damaged", kind=kind.value)
    raise RecordError(damaged, offset=given.start)


def _finite(text: str) -> float | None:
    """Return the number *text*, None for one that a record can't hold."""
    value = float(text)
    return value if math.isfinite(value) else None


def _check_xg(content: bytes) -> ForeignFile:
    """Unpack the games of an XG file; of a damaged one, what stands before the damage.

    Its records are all of one size, so that whole ones can be told.
    """
    if len(content) < XG_HEADER_BYTES:
        raise RecordError(finding("breaks_off_header", kind="xg"), offset=len(content))
    start = xg_start(content)
    if start >= len(content):
        raise RecordError(finding("xg_picture", end=start), offset=XG_PICTURE)
    records, fault = unpacked(content, start, "xg")
    if fault is None:
        return ForeignFile(content, start)
    whole = len(records) // XG_RECORD_BYTES * XG_RECORD_BYTES
    if not whole:
        raise fault
    return ForeignFile(content[:start] + zlib.compress(records[:whole]), start, fault)


def xg_start(content: bytes) -> int:
    """Return where the packed games of an XG file begin, by its header."""
    picture = int.from_bytes(content[XG_PICTURE : XG_PICTURE + 4], "little")
    return XG_HEADER_BYTES + picture


def _check_bgf(content: bytes) -> ForeignFile:
    """Find the games of a BGBlitz file, behind its line of JSON."""
    start = content.find(b"\n", 0, _LONGEST_HEAD) + 1
    if not start or start >= len(content):
        raise RecordError(finding("breaks_off_header", kind="bgf"), offset=len(content))
    if content.startswith(_PACKED, start):
        check_packed(content, start, "bgf")
    return ForeignFile(content, start)


def _check_ogxm(content: bytes) -> ForeignFile:
    if len(content) < 16:
        raise RecordError(
            finding("breaks_off_header", kind="ogxm"), offset=len(content)
        )
    return ForeignFile(content, len(_OGXM_MAGIC))


_CHECKS: Final[dict[ForeignKind, Callable[[bytes], ForeignFile]]] = {
    ForeignKind.XG: _check_xg,
    ForeignKind.BGF: _check_bgf,
    ForeignKind.OGXM: _check_ogxm,
}
