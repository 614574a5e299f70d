"""Uvicorn's two protocols with the bounds they lack: no line costs the others much."""

import asyncio
from collections.abc import Callable
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import (
    WebSocketsSansIOProtocol,
)
from websockets.frames import Frame

from tavli.server.play.limits import TokenBucket

HEAD_SECONDS: Final = 20.0
"""How long a line may take to say what it wants."""

ANSWER_SECONDS: Final = 120.0
"""How long it may then take to send the rest and to read the answer."""

FAREWELL_SECONDS: Final = 10.0
"""How long a closed socket may take to read what was still meant for it."""

MOST_FRAGMENTS: Final = 64
"""In how many pieces a message may come."""

FRAME_BURST: Final = 2048
FRAMES_A_SECOND: Final = 128.0

_READ_AT_ONCE: Final = 4096
_NO_TEXT: Final = 1007
_POLICY: Final = 1008


class HttpLine(H11Protocol):
    """A connection for pages: it must ask in time, and take the answer in time.

    Above the server's limit of connections a new one is dropped at once. Accepting
    it would take the last file handles, and the database needs some.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn narrows it
        """Begin to wait for a request."""
        super().connection_made(transport)
        most = self.limit_concurrency
        if most is not None and len(self.connections) >= most:
            transport.abort()
        else:
            self._wait(HEAD_SECONDS, self._expect_head)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._wait_no_more()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._wait(HEAD_SECONDS, self._expect_head)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the line to a socket, which has limits of its own."""
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def _expect_head(self) -> None:
        if self._is_answering():
            self._wait(ANSWER_SECONDS, self.transport.abort)
        else:
            self.transport.abort()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # none before any request
        return cycle is not None and not cycle.response_complete

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self._wait_no_more()
        self._deadline = self.loop.call_later(seconds, then)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class SocketLine(WebSocketsSansIOProtocol):
    """A socket that counts what the application never sees: pings and fragments."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the line over from HTTP."""
        super().connection_made(transport)
        self._frames_left = TokenBucket(
            FRAME_BURST, FRAMES_A_SECOND, lambda: int(self.loop.time() * 1000)
        )
        self.loop.call_later(HEAD_SECONDS, self._expect_handshake)

    def data_received(self, data: bytes) -> None:
        """Read a little at a time, so that a flood is noticed at its beginning."""
        for start in range(0, len(data), _READ_AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _READ_AT_ONCE])

    def handle_text(self, event: Frame) -> None:
        """Begin a message."""
        if self._may_go_on():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Begin a message."""
        if self._may_go_on():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Go on with a message; its bytes are counted elsewhere, its pieces here."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self._give_up(_POLICY, "a message in too many pieces")
        elif self._may_go_on():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless its sender has stopped reading."""
        if self._may_go_on():
            if self.writable.is_set():
                super().handle_ping()
            else:
                self.conn.data_to_send()  # the answer, which would only pile up

    def handle_pong(self, event: Frame) -> None:
        """Note that the other end lives."""
        if self._may_go_on():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message on; text that is none isn't worth a line in the log."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self._give_up(_NO_TEXT, "a text that is not UTF-8")
        else:
            super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Close a line whose other end is silent, whatever still waits for it."""
        super().keepalive_timeout()
        self._abort_soon()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Close for good when the application is done, whether or not it is read."""
        super().on_task_complete(task)
        self._abort_soon()

    def _expect_handshake(self) -> None:
        if not self.handshake_complete:
            self.transport.abort()

    def _may_go_on(self) -> bool:
        if self.transport.is_closing():
            return False
        if self._frames_left.take():
            return True
        self._give_up(_POLICY, "too many frames")
        return False

    def _give_up(self, code: int, why: str) -> None:
        if not self.transport.is_closing():
            self.conn.fail(code, why)
            if self.conn.close_sent is None:  # the handshake is not over yet
                self.transport.abort()
            else:
                self.handle_parser_exception()
                self._abort_soon()

    def _abort_soon(self) -> None:
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
