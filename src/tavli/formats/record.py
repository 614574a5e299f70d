"""Our own record of a match: JSON lines, one event a line, nothing lost.

The first line is the header, then come the events in order, and once the match is
over a last line proves the dice. ``docs/formats.md`` describes every field.
"""

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from tavli.formats.errors import FieldError, RecordError
from tavli.formats.event_fields import event_from_fields, event_to_fields
from tavli.formats.json_fields import LATEST, Fields, Json, hex_text, read_object
from tavli.formats.record_header import Header, header_to_fields, read_header
from tavli.formats.record_lines import LONGEST_NOTE, placed, read_lines
from tavli.formats.source import read_bytes
from tavli.match.events import Event, GameEnded, GameStarted
from tavli.rules import Player
from tavli.words.findings import finding

__all__ = [
    "Annotation",
    "DiceProof",
    "Header",
    "MatchRecord",
    "RecordedEvent",
    "event_from_fields",
    "event_to_fields",
    "read",
    "read_file",
    "read_header",
    "read_lines",
    "write",
]


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event, the server's time in milliseconds, and the line it stands on."""

    event: Event
    time: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a program said of an event: kept, and never mixed into it.

    *event* is the event's index in its record, *fields* are as the program wrote
    them. Of our own figures only rollouts stand in a record, with their settings.
    """

    event: int
    source: str
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class DiceProof:
    """What was secret during the match: with it anyone recomputes every roll."""

    secret: str
    white_seed: str
    black_seed: str


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A whole record, or as much of it as has been played."""

    header: Header
    events: tuple[RecordedEvent, ...]
    proof: DiceProof | None = None
    annotations: tuple[Annotation, ...] = ()

    @property
    def begins_midway(self) -> bool:
        """Whether its first game only brings the score of games nobody wrote down."""
        match [entry.event for entry in self.events[:2]]:
            case [GameStarted(), GameEnded(None, _, _, score)]:
                return any(score)
            case _:
                return False


def write(record: MatchRecord, stream: TextIO) -> None:
    """Write *record* to *stream*, one JSON object a line.

    Raises:
        FieldError: a game's number, its points or a score are beyond what is read.
    """
    stream.writelines(f"{_line(fields)}\n" for fields in _objects(record))


def _line(fields: Json) -> str:
    return json.dumps(
        fields, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )


def _objects(record: MatchRecord) -> Iterator[Json]:
    notes = _notes(record.annotations)
    yield header_to_fields(record.header, 2 if notes else 1)
    for index, entry in enumerate(record.events):
        time: Json = {} if entry.time is None else {"t": entry.time}
        yield _checked(event_to_fields(entry.event)) | time
        yield from notes.get(index, ())
    if record.proof:
        seeds = {"w": record.proof.white_seed, "b": record.proof.black_seed}
        yield {"event": "proof", "secret": record.proof.secret, "seeds": seeds}


def _checked(fields: Json) -> Json:
    """Return the *fields* of an event, unless nobody could read them back.

    Only the frame of a game has numbers that grow with the match.
    """
    if not fields.keys().isdisjoint(("number", "score")):
        event_from_fields(fields)
    return fields


def _notes(annotations: Iterable[Annotation]) -> dict[int, list[Json]]:
    """Return the lines of *annotations* by event; one too long for a line is left."""
    notes: dict[int, list[Json]] = {}
    for found in annotations:
        note: Json = {"event": "note", "from": found.source, "note": dict(found.fields)}
        if len(_line(note).encode()) < LONGEST_NOTE:
            notes.setdefault(found.event, []).append(note)
    return notes


def read(stream: BinaryIO) -> MatchRecord:
    """Return the record in *stream*, whole or not at all.

    Raises:
        RecordError: one sentence with the line and, where known, the column.
    """
    lines = read_lines(stream)
    header = read_header(next(lines, (1, "")))
    events: list[RecordedEvent] = []
    notes: list[Annotation] = []
    proof = None
    for number, text in lines:
        if proof is not None:
            raise RecordError(finding("behind_proof"), number, 1)
        fields = read_object(text, number)
        with placed(text, number):
            if fields.get("event") == "proof":
                proof = _read_proof(Fields(fields))
            elif fields.get("event") == "note":
                notes.append(_read_note(Fields(fields), len(events) - 1))
            else:
                events.append(_read_event(fields, number))
    return MatchRecord(header, tuple(events), proof, tuple(notes))


def read_file(path: Path) -> MatchRecord:
    """Return the record in the file at *path*, whole or not at all.

    Raises:
        RecordError: it is no record, or larger than any.
        OSError: it can't be opened.
    """
    return read(io.BytesIO(read_bytes(path)))


def _read_event(values: Json, number: int) -> RecordedEvent:
    time = None
    if "t" in values:
        fields = Fields({"t": values.pop("t")})
        time = fields.integer("t", 0, LATEST)
    return RecordedEvent(event_from_fields(values), time, number)


def _read_note(fields: Fields, event: int) -> Annotation:
    fields.text("event", 4)
    if event < 0:
        raise FieldError("event", finding("note_first"))
    found = Annotation(event, fields.text("from", 100), fields.values("note"))
    fields.close()
    return found


def _read_proof(fields: Fields) -> DiceProof:
    fields.text("event", 5)
    secret = hex_text(fields, "secret", 128)
    seeds = Fields(fields.texts("seeds", 2, 64))
    white, black = (hex_text(seeds, player.value, 64, empty=True) for player in Player)
    seeds.close()
    fields.close()
    return DiceProof(secret, white, black)
