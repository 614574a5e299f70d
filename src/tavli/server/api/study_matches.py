"""``/api/study``: files and finished matches, step by step, analysed, and written."""

import io
from collections.abc import Callable
from http import HTTPStatus
from pathlib import PurePath
from types import MappingProxyType
from typing import Final, TextIO, cast
from urllib.parse import quote

import msgspec
from django.http import HttpRequest, HttpResponse
from msgspec import Struct

from tavli.formats import mat_writer, sgf_writer
from tavli.formats.record import MatchRecord, write
from tavli.server.api.answers import answer, call
from tavli.server.api.study import refusing
from tavli.server.guests import player_of
from tavli.server.house import House, house_of
from tavli.server.models import StudiedFile
from tavli.server.refused import RefusedError
from tavli.server.rollouts import with_rollouts
from tavli.server.studies import Source, check_room, find, keep_file, walked
from tavli.server.study.file_job import FileJob
from tavli.server.study.steps import steps_of
from tavli.server.study.task import Lane, Order, Seen, State

_LONGEST_NAME: Final = 120
_READ_SECONDS: Final = 45.0
_WAIT_SECONDS: Final = 50.0

_WRITERS: Final = MappingProxyType[str, Callable[[MatchRecord, TextIO], None]](
    {"tavli": write, "mat": mat_writer.write, "sgf": sgf_writer.write}
)


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


class _Counted(Struct, frozen=True):
    matches: tuple[msgspec.Raw, ...]


def _files(request: HttpRequest) -> HttpResponse:
    player = player_of(request, house_of(request).clock)
    found = StudiedFile.objects.filter(by=player).order_by("-created", "-pk")
    rows = found.values_list("pk", "name", "created")
    files = (ListedFile(file=key, name=name, created=at) for key, name, at in rows)
    return answer(MyFiles(files=tuple(files)))


def _bring(request: HttpRequest) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    check_room(player, house.clock())
    name = _name(request.GET.get("name", ""))
    content = request.body
    if not content:
        raise RefusedError("bad_file", "This file is empty.")
    job = FileJob(content, name)
    # Everybody's own: what is read of a file is not to be shared by its content.
    key = f"file {player.id} {name} {hash(content)} {len(content)}"
    order = Order(job=job, key=key, lane=Lane.QUICK, seconds=_READ_SECONDS)
    read = _read(house, order, player.id)
    kept = keep_file(player, name, read, house.clock())
    count = len(msgspec.json.decode(read, type=_Counted).matches)
    return answer(FileMade(file=kept.id, matches=count))


def _read(house: House, order: Order, player_id: str) -> bytes:
    """Return what is in the file; short files take no time worth a second call."""
    task = refusing(lambda: house.desk.ask(order, player_id))
    seen = house.desk.wait(task.id, _WAIT_SECONDS)
    if seen is None or seen.state is not State.DONE:
        raise _unread(seen)
    return seen.answer


def _unread(seen: Seen | None) -> RefusedError:
    if seen is None or not seen.state.is_over:
        return RefusedError(
            "busy",
            "The server has too much to read just now; try again later.",
            HTTPStatus.SERVICE_UNAVAILABLE,
        )
    code, text = seen.code or "internal", seen.text or "This file was not read."
    return RefusedError(code, text)


def _walk(request: HttpRequest, source: str, study_id: str) -> HttpResponse:
    return answer(walked(_source(source), study_id, _number(request)))


def _export(request: HttpRequest, source: str, study_id: str) -> HttpResponse:
    found = find(_source(source), study_id, _number(request))
    suffix = request.GET.get("as", "tavli")
    writer = _WRITERS.get(suffix)
    if writer is None:
        known = ", ".join(_WRITERS)
        raise RefusedError("bad_request", f"A match is written as {known}.")
    text = io.StringIO()
    try:
        writer(with_rollouts(found.record, steps_of(found.record)), text)
    except ValueError as fault:
        reason = str(fault)
        sentence = f"{reason[:1].upper()}{reason[1:]}."
        raise RefusedError("cannot_write", sentence) from fault
    name = quote(f"{PurePath(found.name).stem or 'match'}.{suffix}")
    return HttpResponse(
        text.getvalue(),
        content_type="application/octet-stream",
        headers={
            "Content-Disposition": f"attachment; filename*=UTF-8''{name}",
            "Cache-Control": "no-store",
        },
    )


def _source(text: str) -> Source:
    if text not in ("match", "file"):
        raise RefusedError(
            "bad_request",
            "A study is of a match or of a file.",
            HTTPStatus.NOT_FOUND,
        )
    return cast("Source", text)


def _number(request: HttpRequest) -> int:
    text = request.GET.get("number", "0")
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise RefusedError("bad_request", "The number of a match is written in digits.")
    return int(text)


def _name(text: str) -> str:
    """Return the name of a file, on one line and short, without its folder."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return PurePath(name.replace("\\", "/")).name[-_LONGEST_NAME:] or "match"


files = call(GET=_files, POST=_bring)
walk = call(GET=_walk)
export = call(GET=_export)
