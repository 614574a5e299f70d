"""Replay a file of either kind and report what is wrong in it."""

import io
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tavli.formats import mat, record
from tavli.formats.judge import Complaint, Judge
from tavli.formats.record_replay import replay_record
from tavli.formats.source import read_bytes
from tavli.formats.written_replay import replay_written
from tavli.match import Score


class FileKind(Enum):
    """What a file turned out to be."""

    RECORD = "record"
    MATCH_TEXT = "match text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What a replay found; without complaints the file is right.

    *games* counts the games begun, *finished* tells whether the match is over.
    """

    kind: FileKind
    white: str
    black: str
    game: str
    length: str
    games: int
    score: Score
    finished: bool
    complaints: tuple[Complaint, ...]


def replay_file(path: Path) -> Replay:
    """Return what replaying the file at *path* finds.

    Raises:
        RecordError: it can't be read as a match at all.
        OSError: it can't be opened.
    """
    return replay_bytes(read_bytes(path))


def replay_bytes(content: bytes) -> Replay:
    """Return what replaying *content* finds.

    Raises:
        RecordError: it can't be read as a match at all.
    """
    if content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        found = record.read(io.BytesIO(content))
        header = found.header
        judge = replay_record(found)
        return _report(FileKind.RECORD, header.white, header.black, judge)
    match = mat.read(content)
    judge = replay_written(match)
    return _report(FileKind.MATCH_TEXT, match.white, match.black, judge)


def _report(kind: FileKind, white: str, black: str, judge: Judge) -> Replay:
    state = judge.state
    return Replay(
        kind=kind,
        white=white,
        black=black,
        game=state.rules.game,
        length=str(state.rules.length),
        games=state.game.number if state.game else 0,
        score=state.score,
        finished=state.ended is not None,
        complaints=tuple(judge.complaints),
    )
