"""``/api/study``: files and finished matches, step by step, and written."""

import io
from collections.abc import Callable
from http import HTTPStatus
from pathlib import PurePath
from types import MappingProxyType
from typing import Final, TextIO, cast
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse

from tavli.formats import mat_writer, sgf_writer
from tavli.formats.record import MatchRecord, write
from tavli.server.api.answers import answer, call
from tavli.server.api.study import check_reads
from tavli.server.refused import RefusedError
from tavli.server.rollouts import with_rollouts
from tavli.server.studies import Source, find, walked
from tavli.server.study.steps import steps_of

_WRITERS: Final = MappingProxyType[str, Callable[[MatchRecord, TextIO], None]](
    {"tavli": write, "mat": mat_writer.write, "sgf": sgf_writer.write}
)


def _walk(request: HttpRequest, source: str, study_id: str) -> HttpResponse:
    check_reads(request)
    return answer(walked(_source(source), study_id, _number(request)))


def _export(request: HttpRequest, source: str, study_id: str) -> HttpResponse:
    check_reads(request)
    found = find(_source(source), study_id, _number(request))
    suffix = request.GET.get("as", "tavli")
    writer = _WRITERS.get(suffix)
    if writer is None:
        known = ", ".join(_WRITERS)
        raise RefusedError("bad_request", f"A match is written as {known}.")
    text = io.StringIO()
    try:
        steps = steps_of(found.record)
        writer(with_rollouts(found.record, found.rollouts, steps), text)
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


walk = call(GET=_walk)
export = call(GET=_export)
