"""Keep a match that is played in a terminal as a record, and take it up again."""

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from tavli.formats import record
from tavli.formats.errors import RecordError
from tavli.formats.record import Header, MatchRecord, RecordedEvent
from tavli.formats.record_replay import replay_record
from tavli.match import Event
from tavli.words.findings import finding


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """What a record holds of a match: its header and all that happened."""

    header: Header
    events: tuple[Event, ...]


class RecordFile:
    """A record that grows with every action; each is in the file before the next.

    The first time the whole match is written beside the file and put in its place;
    from then on lines are added.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path, self._header = path, header
        self._kept = 0

    def save(self, events: Sequence[Event]) -> None:
        """Keep *events*, the whole log so far.

        Raises:
            OSError: the disk is full or the folder is not there; the file is as
                it was.
        """
        header, *lines = self._lines(events[self._kept :])
        if self._kept:
            self._append(lines)
        else:
            self._write([header, *lines])
        self._kept = len(events)

    def _lines(self, events: Sequence[Event]) -> list[str]:
        """Return the header's line and a line for each of *events*."""
        text = io.StringIO()
        entries = tuple(map(RecordedEvent, events))
        record.write(MatchRecord(self._header, entries), text)
        return text.getvalue().splitlines(keepends=True)

    def _write(self, lines: Sequence[str]) -> None:
        beside = self.path.with_name(f"{self.path.name}.part")
        with beside.open("wb") as stream:
            _write_through(stream, lines)
        beside.replace(self.path)

    def _append(self, lines: Sequence[str]) -> None:
        with self.path.open("r+b") as stream:
            end = stream.seek(0, os.SEEK_END)
            try:
                _write_through(stream, lines)
            except OSError:
                os.truncate(self.path, end)  # half a line would spoil the record
                raise


def _write_through(stream: BinaryIO, lines: Sequence[str]) -> None:
    stream.write("".join(lines).encode())
    stream.flush()
    os.fsync(stream.fileno())


def take_up(path: Path) -> KeptMatch:
    """Return the match that the record at *path* holds, if it is right throughout.

    Raises:
        RecordError: it can't be read, or something in it breaks the rules.
        OSError: it can't be opened.
    """
    found = record.read_file(path)
    if found.header.commitment is not None:
        raise RecordError(finding("dice_promised"), 1)
    judge = replay_record(found)
    if judge.complaints:
        wrong = judge.complaints[0]
        raise RecordError(wrong.what, wrong.line or None)
    return KeptMatch(found.header, tuple(judge.events))
