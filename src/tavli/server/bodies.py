"""Refuse large requests before a byte of them is kept."""

from http import HTTPStatus
from typing import Final

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavli.protocol.requests import Failure

LARGEST_BODY: Final = 64 * 1024
LARGEST_FILE: Final = 2 * 1024 * 1024
MOST_SKIPPED: Final = 32 * 1024 * 1024
"""So much of a file that is too large is read past, so that its sender is told."""

FILES_PATH: Final = "/api/study/files"
"""Where alone a body may be as large as a file."""

FILES_AT_ONCE: Final = 32
"""So many files are taken in at the same time."""

LARGEST_QUERY: Final = 1024


class BoundedBodies:
    """Passes requests on whose body is announced and small, once it is all here.

    Django collects a body on the disk before anybody looks at its size. The server
    in front of us holds clients to the length that they announce. Whoever sends
    slowly waits here and takes nobody's turn.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_file = scope["path"] == FILES_PATH
        largest = LARGEST_FILE if is_file else LARGEST_BODY
        refusal = _long_query(scope) or _refusal(Headers(scope=scope), largest)
        if refusal is None and is_file and self._files >= FILES_AT_ONCE:
            refusal = _too_many_files()
        if refusal is not None:
            await _skip_some(scope, receive)
            await refusal(scope, receive, send)
            return
        self._files += is_file
        try:
            body = await _whole_body(receive)
        finally:
            self._files -= is_file
        if body is not None:
            await self._app(scope, _replayed(body, receive), send)


async def _skip_some(scope: Scope, receive: Receive) -> None:
    """Read what a refused body begins with, and keep nothing.

    Whoever is still sending when the line closes may never see why. A file is read
    to its end, unless it is very large: its sender picked the wrong one.
    """
    is_file = scope["path"] == FILES_PATH
    if not is_file and "transfer-encoding" not in Headers(scope=scope):
        return
    most, size = (MOST_SKIPPED if is_file else LARGEST_BODY), 0
    while size < most:
        message = await receive()
        size += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


async def _whole_body(receive: Receive) -> bytes | None:
    """Return the body, or None if its sender went away."""
    pieces: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        pieces.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(pieces)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a receive that gives *body* at once, then what comes after it."""
    pending: list[Message] = [{"type": "http.request", "body": body}]

    async def replay() -> Message:
        return pending.pop() if pending else await receive()

    return replay


def _long_query(scope: Scope) -> Response | None:
    if len(scope["query_string"]) <= LARGEST_QUERY:
        return None
    text = f"What follows the question mark has at most {LARGEST_QUERY} bytes."
    if scope["path"] == FILES_PATH:
        text = "The name of this file is too long; give it a shorter one."
    return _failure(HTTPStatus.REQUEST_URI_TOO_LONG, "too_big", text)


def _refusal(headers: Headers, largest: int) -> Response | None:
    if "transfer-encoding" in headers:
        return _failure(
            HTTPStatus.LENGTH_REQUIRED,
            "bad_request",
            "A request announces the length of its body.",
        )
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 9 or int(length) > largest:
        return _failure(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            "too_big",
            f"A request's body has at most {largest} bytes.",
        )
    return None


def _too_many_files() -> Response:
    return _failure(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        "The server takes in many files just now; try again later.",
    )


def _failure(status: HTTPStatus, code: str, text: str) -> Response:
    content = msgspec.json.encode(Failure(error=code, text=text))
    # Closed, so that nobody has to read what will not be used.
    headers = {"Connection": "close"}
    return Response(content, status, headers, media_type="application/json")
