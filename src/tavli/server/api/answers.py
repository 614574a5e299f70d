"""JSON answers, and the frame that every call runs in."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

import msgspec
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.request import RawPostDataException

from tavli.protocol import SENTENCES
from tavli.protocol.requests import Failure
from tavli.server.database_faults import STATUS, noted
from tavli.server.refused import RefusedError
from tavli.server.said import Said

View = Callable[..., HttpResponse]
_Body = TypeVar("_Body", bound=msgspec.Struct)


def answer(content: msgspec.Struct, status: HTTPStatus = HTTPStatus.OK) -> HttpResponse:
    """Return *content* as JSON that no cache keeps."""
    return HttpResponse(
        msgspec.json.encode(content),
        content_type="application/json",
        status=status,
        headers={"Cache-Control": "no-store"},
    )


def read_body(request: HttpRequest, kind: type[_Body]) -> _Body:
    """Return the body of *request*, checked.

    Raises:
        RefusedError: it isn't JSON of that shape.
    """
    try:
        return msgspec.json.decode(request.body, type=kind)
    except RawPostDataException as fault:  # a form with parts has been read as such
        text = "This request cannot be read: a body is JSON, not a form."
        raise RefusedError("bad_request", text) from fault
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        text = " ".join(str(fault).split())[:200]
        raise RefusedError(
            "bad_request", f"This request cannot be read: {text}"
        ) from fault


def call(**by_method: View) -> View:
    """Return one view out of a view for each method, answering refusals as JSON."""

    def view(request: HttpRequest, **arguments: str) -> HttpResponse:
        chosen = by_method.get(request.method or "")
        if chosen is None:
            response = _refusal(_wrong_method(request, by_method))
            response["Allow"] = ", ".join(by_method)
            return response
        try:
            return chosen(request, **arguments)
        except RefusedError as refused:
            return _refusal(refused)
        except DatabaseError as fault:
            code = noted(fault, request.path)
            return _refusal(RefusedError(code.value, SENTENCES[code], STATUS))

    return view


class Refusal(Failure, frozen=True, kw_only=True):
    """A `Failure` that tells what was found in a file or a text."""

    said: Said | None = None


def _refusal(refused: RefusedError) -> HttpResponse:
    failure = Refusal(
        error=refused.code,
        text=refused.text,
        values=refused.values,
        said=refused.said,
    )
    return answer(failure, refused.status)


def _wrong_method(request: HttpRequest, by_method: dict[str, View]) -> RefusedError:
    allowed = " or ".join(by_method)
    return RefusedError(
        "wrong_method",
        f"This address answers to {allowed}, not to {request.method}.",
        HTTPStatus.METHOD_NOT_ALLOWED,
    )
