"""Keep a match that is played in a terminal as a record, and take it up again."""

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tavli.formats import record
from tavli.formats.errors import RecordError
from tavli.formats.record import Header, MatchRecord, RecordedEvent
from tavli.formats.record_replay import replay_record
from tavli.formats.source import read_bytes
from tavli.match import Event


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """What a record holds of a match: its header and all that happened."""

    header: Header
    events: tuple[Event, ...]


class RecordFile:
    """A record that is written anew after every action, whole or not at all."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path, self._header = path, header

    def save(self, events: Sequence[Event]) -> None:
        """Write *events* beside the file and put them in its place.

        Raises:
            OSError: the disk is full or the folder is not there; the file is as
                it was.
        """
        kept = MatchRecord(self._header, tuple(map(RecordedEvent, events)))
        beside = self.path.with_name(f"{self.path.name}.part")
        with beside.open("w", encoding="utf-8", newline="\n") as stream:
            record.write(kept, stream)
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(self.path)


def take_up(path: Path) -> KeptMatch:
    """Return the match that the record at *path* holds, if it is right throughout.

    Raises:
        RecordError: it can't be read, or something in it breaks the rules.
        OSError: it can't be opened.
    """
    found = record.read(io.BytesIO(read_bytes(path)))
    judge = replay_record(found)
    if judge.complaints:
        wrong = judge.complaints[0]
        raise RecordError(wrong.sentence, wrong.line or None)
    return KeptMatch(found.header, tuple(judge.events))
