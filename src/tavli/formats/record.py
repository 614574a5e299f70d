"""Our own record of a match: JSON lines, one event a line, nothing lost.

The first line is the header, then come the events in order, and once the match is
over a last line proves the dice. ``docs/formats.md`` describes every field.
"""

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from tavli.formats.errors import FieldError, RecordError
from tavli.formats.event_fields import event_from_fields, event_to_fields
from tavli.formats.json_fields import LATEST, Fields, Json, read_object
from tavli.formats.source import read_bytes
from tavli.match.events import Event
from tavli.match.rules import MatchRules
from tavli.rules import Player

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

VERSION: Final = 2
"""The newest version; one without remarks is written as version 1."""

LONGEST_LINE: Final = 8192
LONGEST_NOTE: Final = 262_144
"""A line of another program's remarks may be this long."""

MOST_LINES: Final = 1_000_000

LONGEST_NAME: Final = 200
_NOTE: Final = b'{"event":"note",'
_HEX: Final = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a record says before the first event.

    *commitment* is the SHA-256 that was published before the match, in hex.
    """

    match: str
    rules: MatchRules
    white: str
    black: str
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event, the server's time in milliseconds, and the line it stands on."""

    event: Event
    time: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Annotation:
    """What another program said of an event: kept, and never mixed into it.

    *event* is the event's index in its record, *fields* are as the program wrote
    them: our own figures stand in no record.
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


def write(record: MatchRecord, stream: TextIO) -> None:
    """Write *record* to *stream*, one JSON object a line."""
    stream.writelines(f"{_line(fields)}\n" for fields in _objects(record))


def _line(fields: Json) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _objects(record: MatchRecord) -> Iterator[Json]:
    notes = _notes(record.annotations)
    yield _header_to_fields(record.header, 2 if notes else 1)
    for index, entry in enumerate(record.events):
        time: Json = {} if entry.time is None else {"t": entry.time}
        yield event_to_fields(entry.event) | time
        yield from notes.get(index, ())
    if record.proof:
        seeds = {"w": record.proof.white_seed, "b": record.proof.black_seed}
        yield {"event": "proof", "secret": record.proof.secret, "seeds": seeds}


def _notes(annotations: Iterable[Annotation]) -> dict[int, list[Json]]:
    """Return the lines of *annotations* by event; one too long for a line is left."""
    notes: dict[int, list[Json]] = {}
    for found in annotations:
        note: Json = {"event": "note", "from": found.source, "note": dict(found.fields)}
        if len(_line(note).encode()) < LONGEST_NOTE:
            notes.setdefault(found.event, []).append(note)
    return notes


def _header_to_fields(header: Header, version: int) -> Json:
    fields: Json = {
        "tavli_record": version,
        "match": header.match,
        "game": header.rules.game,
        "length": str(header.rules.length),
        "options": dict(header.rules.options),
        "players": {"w": header.white, "b": header.black},
    }
    if header.commitment is not None:
        fields["commitment"] = header.commitment
    return fields


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
            raise RecordError("nothing follows the proof of the dice", number, 1)
        fields = read_object(text, number)
        with _placed(text, number):
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


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the lines of *stream* that say something, with their numbers.

    Never more than one line is held; each is bounded, and so is their number.
    """
    for number in range(1, MOST_LINES + 2):
        line = stream.readline(LONGEST_NOTE + 1)
        if not line:
            return
        if number > MOST_LINES:
            break
        most = LONGEST_NOTE if line.startswith(_NOTE) else LONGEST_LINE
        if len(line) > most:
            raise RecordError(f"a line has at most {most} bytes", number)
        text = _decoded(line, number).rstrip("\r\n")
        if text.strip():
            yield number, text
    raise RecordError(f"a record has at most {MOST_LINES:,} lines")


def _decoded(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("this is not UTF-8 text", number, error.start + 1) from error


def read_header(line: tuple[int, str]) -> Header:
    """Return the header that the first *line* of a record is.

    Raises:
        RecordError: it is none, or of a version this program doesn't know.
    """
    number, text = line
    if not text:
        raise RecordError("this record is empty", number)
    fields = read_object(text, number)
    with _placed(text, number):
        return _read_header(Fields(fields))


def _read_header(fields: Fields) -> Header:
    if "tavli_record" not in fields:
        raise FieldError("", "this is no tavli record: its first line does not say so")
    version = fields.integer("tavli_record", 1, 1_000_000)
    if version > VERSION:
        raise FieldError(
            "tavli_record",
            f"this record is of version {version} and this program reads versions "
            f"to {VERSION}: a newer tavli can read it",
        )
    match = fields.text("match", 64)
    rules = _read_rules(fields)
    names = Fields(fields.texts("players", 2, LONGEST_NAME))
    white, black = (names.text(player.value, LONGEST_NAME) for player in Player)
    names.close()
    commitment = _hex(fields, "commitment", 64) if "commitment" in fields else None
    fields.close()
    return Header(
        match=match, rules=rules, white=white, black=black, commitment=commitment
    )


def _read_rules(fields: Fields) -> MatchRules:
    game, length = fields.text("game", 20), fields.text("length", 10)
    options = fields.texts("options", 40, 40)
    try:
        return MatchRules.parse(game, length, options)
    except ValueError as error:
        raise FieldError("game", str(error)) from error


def _read_event(values: Json, number: int) -> RecordedEvent:
    time = None
    if "t" in values:
        fields = Fields({"t": values.pop("t")})
        time = fields.integer("t", 0, LATEST)
    return RecordedEvent(event_from_fields(values), time, number)


def _read_note(fields: Fields, event: int) -> Annotation:
    fields.text("event", 4)
    if event < 0:
        raise FieldError("event", "a note follows the event that it is about")
    found = Annotation(event, fields.text("from", 100), fields.values("note"))
    fields.close()
    return found


def _read_proof(fields: Fields) -> DiceProof:
    fields.text("event", 5)
    secret = _hex(fields, "secret", 128)
    seeds = Fields(fields.texts("seeds", 2, 64))
    white, black = (_hex(seeds, player.value, 64, empty=True) for player in Player)
    seeds.close()
    fields.close()
    return DiceProof(secret, white, black)


def _hex(fields: Fields, key: str, longest: int, *, empty: bool = False) -> str:
    """Return the hexadecimal text of *key*; *empty* permits one of no length."""
    text = fields.text(key, longest, empty=empty)
    if not _HEX.issuperset(text):
        raise FieldError(key, f"{key} is written in hexadecimal, 0-9 and a-f")
    return text


@contextmanager
def _placed(text: str, number: int) -> Iterator[None]:
    """Turn what is wrong with a field into an error with its line and column."""
    try:
        yield
    except FieldError as error:
        at = re.search(rf'"{re.escape(error.key)}"\s*:', text)
        column = at.start() + 1 if at else 1
        raise RecordError(error.reason, number, column) from error
