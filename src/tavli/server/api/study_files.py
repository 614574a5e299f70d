"""``/api/study/files``: files that guests bring, read in a process apart."""

from http import HTTPStatus
from pathlib import PurePath
from typing import Final

import msgspec
from django.http import HttpRequest, HttpResponse
from msgspec import Struct

from tavli.server.api.answers import answer, call
from tavli.server.api.study import refusing
from tavli.server.guests import player_of
from tavli.server.house import House, house_of
from tavli.server.models import StudiedFile
from tavli.server.refused import RefusedError
from tavli.server.said import Said, as_sentence
from tavli.server.studies import keep_file
from tavli.server.study.file_job import FileJob
from tavli.server.study.pace import SLOW_COSTS, Paces
from tavli.server.study.task import Lane, Order, Seen, State
from tavli.words.findings import finding

READ_SECONDS: Final = 20.0
"""A file of a whole evening takes a second."""

_LONGEST_NAME: Final = 120
_WAIT_SECONDS: Final = 50.0

_TOO_SLOW: Final = (
    "This file takes more time or memory to read than any match should; save it again "
    "in the program that wrote it, or split it."
)
_BROKEN: Final = (
    "The server failed over this file; bring it once more, and if it fails again, save "
    "it anew in the program that wrote it."
)
_NOT_READ: Final = (
    "The reading of this file was given up before its end; bring it once more."
)
_BUSY: Final = "The server has too much to read just now; try again later."
_TOO_MANY: Final = (
    "You have brought too many files in this hour; open one of those you brought, or "
    "come back later."
)
_FAILED: Final = (
    "Too many of your files could not be read in this hour; check them in the program "
    "that wrote them, and come back later."
)
_GIVEN_UP: Final = frozenset({"study_too_long", "study_too_large"})
"""Codes of files that took all that a process has: its time, or its memory."""


class FileMade(Struct, frozen=True, kw_only=True):
    """A file that can be studied now; *matches* says how many there are in it."""

    file: str
    matches: int


class ListedFile(Struct, frozen=True, kw_only=True):
    """A line of the list of a player's own files."""

    file: str
    name: str
    created: int


class MyFiles(Struct, frozen=True, kw_only=True):
    """The files that a player brought, the newest first."""

    files: tuple[ListedFile, ...]


class _Answer(Struct, frozen=True):
    """What is read of an answer to see whether it is an `Unread`."""

    text: str = ""
    said: Said | None = None


class _Counted(Struct, frozen=True):
    matches: tuple[msgspec.Raw, ...]


def _list(request: HttpRequest) -> HttpResponse:
    player = player_of(request, house_of(request).clock)
    found = StudiedFile.objects.filter(by=player).order_by("-created", "-pk")
    rows = found.values_list("pk", "name", "created")
    listed = (ListedFile(file=key, name=name, created=at) for key, name, at in rows)
    return answer(MyFiles(files=tuple(listed)))


def _bring(request: HttpRequest) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    _check_pace(house.paces, player.id)
    name = _name(request.GET.get("name", ""))
    content = request.body
    if not content:
        empty = finding("file_empty")
        raise RefusedError("bad_file", as_sentence(empty.sentence), said=Said.of(empty))
    job = FileJob(content, name)
    # Everybody's own: what is read of a file is not to be shared by its content.
    key = f"file {player.id} {name} {hash(content)} {len(content)}"
    order = Order(job=job, key=key, lane=Lane.FILES, seconds=READ_SECONDS)
    read = _readable(house, _read(house, order, player.id), player.id)
    kept = keep_file(player, name, read, house.clock())
    count = len(msgspec.json.decode(read, type=_Counted).matches)
    return answer(FileMade(file=kept.id, matches=count))


def _check_pace(paces: Paces, player_id: str) -> None:
    """See that a guest brings files no faster than anybody studies them.

    Raises:
        RefusedError: he has to wait, for files were too many, or failed.
    """
    status = HTTPStatus.TOO_MANY_REQUESTS
    if not paces.failures.has_left(player_id):
        raise RefusedError("files_failed", _FAILED, status)
    if not paces.files.take(player_id):
        raise RefusedError("too_many_files", _TOO_MANY, status)


def _read(house: House, order: Order, player_id: str) -> bytes:
    """Return what is in the file; short files take no time worth a second call."""
    task = refusing(lambda: house.desk.ask(order, player_id))
    seen = house.desk.wait(task.id, _WAIT_SECONDS)
    if seen is not None and seen.state is State.DONE:
        return seen.answer
    if seen is None or not seen.state.is_over:
        house.desk.cancel(task.id, player_id)
        raise _busy()
    raise _unread(house, seen, player_id)


def _readable(house: House, read: bytes, player_id: str) -> bytes:
    """Return *read* if it holds matches; a file that holds none counts as failed."""
    found = msgspec.json.decode(read, type=_Answer)
    if found.said is None:
        return read
    house.paces.failures.take(player_id)
    raise RefusedError("bad_file", found.text, said=found.said)


def _busy() -> RefusedError:
    return RefusedError("busy", _BUSY, HTTPStatus.SERVICE_UNAVAILABLE)


def _unread(house: House, seen: Seen, player_id: str) -> RefusedError:
    """Return the refusal of a file that failed, which is counted against its guest.

    One that nobody could begin to read costs nothing; one over which its reader failed
    costs as one that can't be read, since it held nobody up.
    """
    if seen.state is State.CANCELLED:
        return RefusedError("file_not_read", _NOT_READ)
    if seen.code == "nobody":
        return _busy()
    is_slow = seen.code in _GIVEN_UP
    house.paces.failures.take(player_id, SLOW_COSTS if is_slow else 1)
    if is_slow:
        return RefusedError("file_too_slow", _TOO_SLOW)
    if seen.code == "internal":
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        return RefusedError("file_broken", _BROKEN, status)
    return RefusedError(seen.code, seen.text)


def _name(text: str) -> str:
    """Return the name of a file, on one line and short, without its folder."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return PurePath(name.replace("\\", "/")).name[-_LONGEST_NAME:] or "match"


files = call(GET=_list, POST=_bring)
