"""Read a file that somebody brought, away from the server."""

import io
from dataclasses import dataclass, replace
from typing import Final

import msgspec
from msgspec import Struct

from tavli.formats.errors import RecordError
from tavli.formats.judge import Complaint
from tavli.formats.load import LoadedMatch, load_matches
from tavli.formats.record import MatchRecord, write
from tavli.formats.record_rollout import is_rollout
from tavli.server.said import Said, as_sentence
from tavli.server.study.rolled_notes import PlacedRollout, told_in
from tavli.server.study.teller import StudyError, Teller
from tavli.words.findings import finding

MOST_MATCHES: Final = 100
MOST_COMPLAINTS: Final = 60
MOST_BYTES: Final = 6 * 1024 * 1024
"""Of all records of one file, as they are kept."""


class Fault(Struct, frozen=True, kw_only=True):
    """Something that is wrong in a file: in which game, on which line, and what.

    *text* is English; *said* tells it in any language, except of files of long ago.
    """

    game: int | None
    line: int
    text: str
    said: Said | None = None


class KeptMatch(Struct, frozen=True, kw_only=True):
    """A match of a file: its record as text, and what was wrong with it.

    *rollouts* are those of its notes that make sense; the text has all of them.
    """

    record: str
    faults: tuple[Fault, ...]
    more_faults: int = 0
    rollouts: tuple[PlacedRollout, ...] = ()


class KeptFile(Struct, frozen=True, kw_only=True):
    """All matches of a file, and what kind of file it was."""

    kind: str
    matches: tuple[KeptMatch, ...]


class Unread(Struct, frozen=True, kw_only=True):
    """Why there is nothing in a file that can be read."""

    text: str
    said: Said


@dataclass(frozen=True, slots=True)
class FileJob:
    """What matches are in *content*, a file that was called *name*?"""

    content: bytes
    name: str

    def answer(self, teller: Teller) -> bytes:
        """Return `KeptFile`, or `Unread`."""
        teller.tell(0, 1)
        try:
            loaded = load_matches(self.content, self.name)
        except RecordError as fault:
            found = fault.placed
            unread = Unread(text=as_sentence(found.sentence), said=Said.of(found))
            return msgspec.json.encode(unread)
        kept = KeptFile(
            kind=loaded[0].source_kind.value,
            matches=tuple(_kept(match) for match in _first(loaded)),
        )
        encoded = msgspec.json.encode(kept)
        if len(encoded) > MOST_BYTES:
            raise StudyError(
                "matches_too_big",
                "The matches in this file are too much to study at once; split it.",
            )
        return encoded


def _first(loaded: tuple[LoadedMatch, ...]) -> tuple[LoadedMatch, ...]:
    """Return the first matches; the complaints of the first say how many are left out.

    They say it before all else, since only so many of them are kept.
    """
    first, *others = loaded[:MOST_MATCHES]
    if (more := len(loaded) - MOST_MATCHES) > 0:
        left_out = finding("most_matches", most=MOST_MATCHES, more=more)
        complaints = (Complaint(None, 0, left_out), *first.complaints)
        first = replace(first, complaints=complaints)
    return first, *others


def _kept(match: LoadedMatch) -> KeptMatch:
    faults = match.complaints[:MOST_COMPLAINTS]
    return KeptMatch(
        record=text_of(match.record),
        faults=tuple(
            Fault(
                game=one.game,
                line=one.line,
                text=one.sentence,
                said=Said.of(one.what),
            )
            for one in faults
        ),
        more_faults=len(match.complaints) - len(faults),
        rollouts=told_in(match.record),
    )


def text_of(record: MatchRecord) -> str:
    """Return *record* as text, with our rollouts and no other program's remarks."""
    rollouts = tuple(note for note in record.annotations if is_rollout(note))
    text = io.StringIO()
    write(replace(record, annotations=rollouts), text)
    return text.getvalue()
