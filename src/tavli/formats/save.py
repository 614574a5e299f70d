"""Write a match in any of the formats that are written, whole in memory."""

import io
from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from tavli.formats import mat_writer, page_writer, record, sgf_writer
from tavli.formats.judge import Complaint
from tavli.formats.ogxm_writer import ogxm_bytes, throws_left_out
from tavli.formats.record import MatchRecord


class SaveKind(Enum):
    """A format that matches are written in, by the usual suffix of its files."""

    RECORD = "tavli"
    MATCH_TEXT = "mat"
    SGF = "sgf"
    OGXM = "ogxm"
    PAGE = "html"


def save_match(found: MatchRecord, kind: SaveKind) -> bytes:
    """Return the content of a file of *kind* that holds *found*.

    Raises:
        ValueError: one sentence, if the format can't hold such a match.
    """
    return _WRITERS[kind](found)


def left_out(found: MatchRecord, kind: SaveKind) -> tuple[Complaint, ...]:
    """Return what a file of *kind* loses of *found*, though it can hold the match."""
    return tuple(throws_left_out(found)) if kind is SaveKind.OGXM else ()


def _as_text(write: Callable[[MatchRecord, io.StringIO], None]) -> Callable[..., bytes]:
    def written(found: MatchRecord) -> bytes:
        stream = io.StringIO()
        write(found, stream)
        # A name may hold half a sign of two, which no file can.
        return stream.getvalue().encode("utf-8", errors="replace")

    return written


_WRITERS: Final[Mapping[SaveKind, Callable[[MatchRecord], bytes]]] = MappingProxyType(
    {
        SaveKind.RECORD: _as_text(record.write),
        SaveKind.MATCH_TEXT: _as_text(mat_writer.write),
        SaveKind.SGF: _as_text(sgf_writer.write),
        SaveKind.PAGE: _as_text(page_writer.write),
        SaveKind.OGXM: ogxm_bytes,
    }
)
