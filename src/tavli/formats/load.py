"""Turn the bytes of a file of any kind into matches: our record, and what is wrong.

This is the one door to every reader. A file may hold several matches; what is
broken in one game costs no other.
"""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import Final

from tavli.formats import mat, record, sgf
from tavli.formats.effort import Effort, TooMuchError
from tavli.formats.errors import RecordError
from tavli.formats.foreign import ForeignKind, foreign_kind_of, read_foreign
from tavli.formats.judge import Complaint, Judge
from tavli.formats.ogxm import written_of
from tavli.formats.record import Annotation, Header, MatchRecord, RecordedEvent
from tavli.formats.record_header import LONGEST_NAME
from tavli.formats.record_replay import replay_record
from tavli.formats.source import read_bytes
from tavli.formats.written import WrittenMatch
from tavli.formats.written_replay import replay_written
from tavli.match import MatchState
from tavli.words.findings import finding

_LONGEST_ID: Final = 60
_HEAD: Final = 400
# What damage leaves of "(;FF[4]GM[6]" is still no line of another format.
_SGF: Final = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*(?:\(\s*[;(]|(?:[(;]\s*)?[A-Z]{2}\[)")
_PAGE: Final = re.compile(
    rb"\A(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+)?html\b", re.IGNORECASE
)


class FileKind(Enum):
    """What a file turned out to be."""

    RECORD = "record"
    MATCH_TEXT = "match text"
    SGF = "SGF"
    XG = "XG"
    BGF = "BGF"
    OGXM = "OGXM"


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match of a file: its record, and what is wrong in the file.

    With complaints the record holds what was let stand, and *state* is where that
    leads to.
    """

    record: MatchRecord
    complaints: tuple[Complaint, ...]
    source_kind: FileKind
    state: MatchState

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """What another program said of single events."""
        return self.record.annotations


def load_file(path: Path, kind: FileKind | None = None) -> tuple[LoadedMatch, ...]:
    """Return the matches in the file at *path*, at least one, as `load_matches` does.

    Raises:
        RecordError: nothing in it can be read.
        OSError: it can't be opened.
    """
    return load_matches(read_bytes(path), path.name, kind)


def load_matches(
    content: bytes, name: str, kind: FileKind | None = None
) -> tuple[LoadedMatch, ...]:
    """Return the matches in *content*, at least one; *name* is the file's.

    Unless *kind* is given, the kind of file is told by its first bytes, not by its
    name.

    Raises:
        RecordError: nothing in it can be read, in one sentence with the place.
    """
    if _PAGE.match(_head(content)):
        raise RecordError(finding("page"))
    return _LOADERS[kind or kind_of(content)](content, PurePath(name).stem)


def kind_of(content: bytes) -> FileKind:
    """Return what kind of file *content* looks like."""
    if foreign := foreign_kind_of(content):
        return FileKind[foreign.name]
    if content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return FileKind.RECORD
    if _SGF.match(_head(content)):
        return FileKind.SGF
    return FileKind.MATCH_TEXT


def _head(content: bytes) -> bytes:
    """Return the beginning of *content*, and no UTF-16."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content[:_HEAD].decode("utf-16", errors="ignore").encode()
    return content


def _load_record(content: bytes, _: str) -> tuple[LoadedMatch, ...]:
    found = record.read(io.BytesIO(content))
    try:
        judge = replay_record(found, Effort())
    except TooMuchError as error:
        raise RecordError(error.what, 1) from error
    complaints = tuple(judge.complaints)
    return (LoadedMatch(found, complaints, FileKind.RECORD, judge.state),)


def _load_match_text(content: bytes, name: str) -> tuple[LoadedMatch, ...]:
    return _load_written(mat.read_all(content), name, FileKind.MATCH_TEXT)


def _load_sgf(content: bytes, name: str) -> tuple[LoadedMatch, ...]:
    return _load_written(sgf.read(content), name, FileKind.SGF)


def _load_foreign(kind: FileKind) -> "_Loader":
    def load(content: bytes, name: str) -> tuple[LoadedMatch, ...]:
        document, given = read_foreign(content, ForeignKind[kind.name])
        match = written_of(document, given.start)
        if given.fault:
            match.faults.append((0, finding("read_as_far", given.fault.placed)))
            match.games[-1].forget_result()
        return _load_written((match,), name, kind)

    return load


def _load_written(
    matches: tuple[WrittenMatch, ...], name: str, kind: FileKind
) -> tuple[LoadedMatch, ...]:
    """Return *matches* by the rules; those that can't be read so are left out.

    That is said before all else: who shows few complaints shows this one.

    Raises:
        RecordError: none of them can.
    """
    loaded: list[LoadedMatch] = []
    faults: list[RecordError] = []
    effort = Effort()
    for number, match in enumerate(matches, start=1):
        own = name if len(matches) == 1 else f"{name}-{number}"
        try:
            loaded.append(_by_the_rules(match, own, kind, effort))
        except RecordError as error:
            faults.append(error)
    if faults and not loaded:
        raise faults[0]
    if faults:
        complaints = (*_left_out(faults), *loaded[0].complaints)
        loaded[0] = replace(loaded[0], complaints=complaints)
    return tuple(loaded)


def _left_out(faults: list[RecordError]) -> Iterator[Complaint]:
    """Yield that matches are left out: why the first is, and how many others."""
    first, *others = faults
    what = finding("match_left_out", first.placed)
    yield Complaint(None, first.line or 0, what)
    if others:
        yield Complaint(None, 0, finding("more_left_out", more=len(others)))


def _by_the_rules(
    match: WrittenMatch, name: str, kind: FileKind, effort: Effort
) -> LoadedMatch:
    try:
        judge = replay_written(match, effort)
    except TooMuchError as error:
        line = match.length_line if match.first_byte is None else None
        raise RecordError(error.what, line, offset=match.first_byte) from error
    header = Header(
        match=name[:_LONGEST_ID] or "match",
        rules=judge.state.rules,
        white=_name(match.white, "White"),
        black=_name(match.black, "Black"),
    )
    found = MatchRecord(
        header,
        tuple(RecordedEvent(event) for event in judge.events),
        annotations=_annotations(match, judge),
    )
    complaints = tuple(_placed(complaint, match) for complaint in judge.complaints)
    return LoadedMatch(found, complaints, kind, judge.state)


def _placed(complaint: Complaint, match: WrittenMatch) -> Complaint:
    """Return *complaint* with a place that a binary file has, which has no lines."""
    byte, turn, what = match.first_byte, complaint.line, complaint.what
    if byte is None or what.code == "fault.read_as_far":  # it names its byte itself
        return complaint
    placed = (
        finding("from_byte_turn", what, byte=byte, turn=turn)
        if turn
        else finding("from_byte", what, byte=byte)
    )
    return Complaint(complaint.game, 0, placed)


def _name(text: str, otherwise: str) -> str:
    """Return the name *text*, kept as written, but short and on one line."""
    text = text.encode("utf-8", errors="replace").decode()  # half a sign is none
    return " ".join(text.split())[:LONGEST_NAME] or otherwise


def _annotations(match: WrittenMatch, judge: Judge) -> tuple[Annotation, ...]:
    return tuple(
        Annotation(event, match.program, fields)
        for event, fields in sorted(judge.notes.items())
    )


_Loader = Callable[[bytes, str], tuple[LoadedMatch, ...]]
_LOADERS: Final[Mapping[FileKind, _Loader]] = MappingProxyType(
    {
        FileKind.RECORD: _load_record,
        FileKind.MATCH_TEXT: _load_match_text,
        FileKind.SGF: _load_sgf,
        FileKind.XG: _load_foreign(FileKind.XG),
        FileKind.BGF: _load_foreign(FileKind.BGF),
        FileKind.OGXM: _load_foreign(FileKind.OGXM),
    }
)
