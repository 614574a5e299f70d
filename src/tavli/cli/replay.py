"""`tavli replay`: play files through the rules again and say what is wrong."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from tavli.cli.paths import NamedPath
from tavli.formats.errors import RecordError
from tavli.formats.judge import Complaint
from tavli.formats.replay import Replay, replay_all

_PROGRESS_FROM: Final = 5


@dataclass(frozen=True, slots=True)
class _Unread:
    """A file that was not read: where in it, and why; it is about no *game*."""

    line: int
    sentence: str
    game: None = None


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=NamedPath("a file")
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file.")
def replay(files: Sequence[Path], *, as_json: bool) -> int:
    """Replay matches in files of any kind and report what is wrong in them.

    Every illegal play, wrong score and wrong Crawford game is named by file and
    line. The exit status is 1 if there is any complaint or unreadable file.
    """
    wrong = 0
    show = _show_json if as_json else _show
    for done, path in enumerate(files):
        _progress(done, len(files))
        answers = _replayed(path)
        wrong += any(
            not isinstance(found, Replay) or bool(found.complaints) for found in answers
        )
        _progress(None, len(files))
        for found in answers:
            show(path, found)
    if not as_json and len(files) > 1:
        click.echo(f"{len(files)} files, {wrong} with complaints")
    return 1 if wrong else 0


def _replayed(path: Path) -> Sequence[Replay | _Unread]:
    """Return what replaying the matches in *path* found, or why it can't be read."""
    try:
        return replay_all(path)
    except RecordError as error:
        return (_Unread(error.line or 0, error.sentence),)
    except OSError as error:
        return (_Unread(0, error.strerror or str(error)),)


def _show(path: Path, found: Replay | _Unread) -> None:
    if isinstance(found, _Unread):
        click.echo(_line(path, found))
        return
    for complaint in found.complaints:
        click.echo(_line(path, complaint))
    click.echo(f"{path}: {_summary(found)}")


def _line(path: Path, complaint: Complaint | _Unread) -> str:
    where = f"{path}:{complaint.line}" if complaint.line else str(path)
    game = "" if complaint.game is None else f" game {complaint.game}:"
    return f"{where}:{game} {complaint.sentence}"


def _summary(found: Replay) -> str:
    white, black = found.score
    length = {"money": "money play", "game": "one game"}.get(
        found.length, f"to {found.length}"
    )
    state = "finished" if found.finished else "not finished"
    count = len(found.complaints)
    verdict = "no complaint" if not count else f"{count} complaint{'s' * (count > 1)}"
    games = f"{found.games} game{'s' * (found.games != 1)}"
    return f"{found.game} {length}, {games}, {white}-{black}, {state}: {verdict}"


def _show_json(path: Path, found: Replay | _Unread) -> None:
    if isinstance(found, _Unread):
        answer: dict[str, object] = {"complaints": [_fields(found)]}
    else:
        answer = {
            "kind": found.kind.value,
            "players": {"w": found.white, "b": found.black},
            "game": found.game,
            "length": found.length,
            "games": found.games,
            "score": list(found.score),
            "finished": found.finished,
            "complaints": [_fields(complaint) for complaint in found.complaints],
        }
    click.echo(json.dumps({"file": str(path), **answer}))


def _fields(complaint: Complaint | _Unread) -> dict[str, object]:
    return {
        "game": complaint.game,
        "line": complaint.line,
        "sentence": complaint.sentence,
    }


def _progress(done: int | None, total: int) -> None:
    """Show on a terminal how many of many files are done; None clears the line."""
    if total < _PROGRESS_FROM or not sys.stderr.isatty():
        return
    text = "" if done is None else f"{done} of {total} files"
    click.echo(f"\r{text:<40}\r", nl=False, err=True)
