"""Replay a file of any kind and report what is wrong in it."""

from dataclasses import dataclass
from pathlib import Path

from tavli.formats.judge import Complaint
from tavli.formats.load import FileKind, LoadedMatch, load_file, load_matches
from tavli.match import Score

__all__ = ["FileKind", "Replay", "replay_all", "replay_bytes", "replay_file"]


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
    """Return what replaying the first match in the file at *path* finds.

    Raises:
        RecordError: it can't be read as a match at all.
        OSError: it can't be opened.
    """
    return _report(load_file(path)[0])


def replay_all(path: Path) -> tuple[Replay, ...]:
    """Return what replaying every match in the file at *path* finds.

    Raises:
        RecordError: nothing in it can be read as a match.
        OSError: it can't be opened.
    """
    return tuple(_report(loaded) for loaded in load_file(path))


def replay_bytes(content: bytes) -> Replay:
    """Return what replaying the first match in *content* finds.

    Raises:
        RecordError: it can't be read as a match at all.
    """
    return _report(load_matches(content, "match")[0])


def _report(loaded: LoadedMatch) -> Replay:
    header, state = loaded.record.header, loaded.state
    return Replay(
        kind=loaded.source_kind,
        white=header.white,
        black=header.black,
        game=state.rules.game,
        length=str(state.rules.length),
        games=state.game.number if state.game else 0,
        score=state.score,
        finished=state.ended is not None,
        complaints=loaded.complaints,
    )
