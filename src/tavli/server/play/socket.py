"""One socket: checks who comes, reads messages, and passes them to the hub."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from tavli.protocol import (
    MAX_FRAME,
    SENTENCES,
    Act,
    AskHint,
    ClientMessage,
    GiveSeed,
    Join,
    Leave,
    Ping,
    Pong,
    Problem,
    ProtocolCode,
    ProtocolError,
    decode_client,
    encode,
)
from tavli.server.clock import Clock
from tavli.server.play.allowance import Allowance, Allowances
from tavli.server.play.hub import Hub
from tavli.server.play.limits import Limits
from tavli.server.play.outbox import Outbox
from tavli.server.play.room import Follower

POLICY: Final = 1008
TOO_BIG: Final = 1009
TRY_LATER: Final = 1013
SLOW_READER: Final = 4008

Identify = Callable[[str | None], Awaitable[str | None]]
"""Returns the player of a cookie header."""

Admits = Callable[[str | None, str], bool]
"""Tells whether a page of that origin may open a socket on that host."""

_BAD_MESSAGES: Final = 8
_log = logging.getLogger(__name__)


class Door:
    """The socket's address: only our own pages, and only known players, get in."""

    def __init__(
        self,
        hub: Hub,
        *,
        admits: Admits,
        identify: Identify,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self._hub = hub
        self._admits = admits
        self._identify = identify
        self._limits = limits
        self._allowances = Allowances(limits, clock)
        self._open: dict[str, int] = {}

    async def serve(self, socket: WebSocket) -> None:
        """Serve *socket* to its end; refused ones get 403 before any handshake."""
        player = await self._admit(socket)
        if player is None:
            await socket.close()
            return
        await socket.accept()
        self._open[player] = self._open.get(player, 0) + 1
        try:
            allowance = self._allowances.of(player)
            connection = Connection(socket, player, self._hub, allowance, self._limits)
            await connection.serve()
        finally:
            self._open[player] -= 1
            if not self._open[player]:
                del self._open[player]

    async def _admit(self, socket: WebSocket) -> str | None:
        headers = socket.headers
        if not self._admits(headers.get("origin"), headers.get("host", "")):
            return None
        player = await self._identify(headers.get("cookie"))
        if player is None:
            return None
        # Counted after the wait: many may have asked at the same moment.
        full = sum(self._open.values()) >= self._limits.sockets
        crowded = self._open.get(player, 0) >= self._limits.sockets_of_player
        return None if full or crowded else player


class Connection:
    """An admitted socket: one task reads, one writes; the first to end ends it."""

    def __init__(
        self,
        socket: WebSocket,
        player: str,
        hub: Hub,
        allowance: Allowance,
        limits: Limits,
    ) -> None:
        self._socket = socket
        self._hub = hub
        self._limits = limits
        self._allowance = allowance
        self._bucket = allowance.of_socket()
        self._outbox = Outbox(limits)
        self._follower = Follower(player, self._outbox.put, allowance)
        self._bad_messages = 0

    async def serve(self) -> None:
        """Read and write until either side has had enough."""
        work = (self._read(), self._write(), self._outbox.overflowed.wait())
        tasks = [asyncio.ensure_future(one) for one in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.drop(self._follower)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._outbox.overflowed.is_set():
            await self._close(SLOW_READER, "too slow to follow; join again")

    async def _read(self) -> None:
        try:
            while True:
                frame = await self._receive()
                if not await self._take(frame):
                    return
        except WebSocketDisconnect:
            return
        except Exception:
            # A fault of ours ends this socket; the others never notice.
            _log.exception("a socket failed")
            await self._close(1011, SENTENCES[ProtocolCode.INTERNAL])

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        text: str | None = message.get("text")
        return text if text is not None else message["bytes"]

    async def _take(self, frame: str | bytes) -> bool:
        """Act on one frame; False when it was the last one."""
        if not self._bucket.take():
            await self._close(POLICY, SENTENCES[ProtocolCode.TOO_FAST])
            return False
        if len(frame) > MAX_FRAME:
            await self._close(TOO_BIG, f"a message has at most {MAX_FRAME} bytes")
            return False
        await self._allowance.ready()
        self._allowance.charge_message()
        try:
            message = decode_client(frame)
        except ProtocolError as fault:
            return await self._complain(fault)
        await self._dispatch(message)
        return True

    async def _complain(self, fault: ProtocolError) -> bool:
        text = f"{SENTENCES[ProtocolCode.BAD_MESSAGE]} {fault}"
        self._send(Problem(code=ProtocolCode.BAD_MESSAGE.value, text=text))
        self._bad_messages += 1
        if self._bad_messages < _BAD_MESSAGES:
            return True
        await self._close(POLICY, "too many messages that cannot be read")
        return False

    async def _dispatch(self, message: ClientMessage) -> None:
        match message:
            case Act():
                await self._hub.act(self._follower, message)
            case Join():
                await self._hub.join(self._follower, message)
            case GiveSeed():
                await self._hub.seed(self._follower, message)
            case AskHint():
                self._hub.hint(self._follower, message)
            case Leave(match=match_id):
                self._hub.leave(self._follower, match_id)
            case Ping():
                self._send(Pong())

    def _send(self, message: Problem | Pong) -> None:
        self._outbox.put(encode(message))

    async def _write(self) -> None:
        try:
            while True:
                frame = await self._outbox.get()
                async with asyncio.timeout(self._limits.send_seconds):
                    await self._socket.send_text(frame)
        except TimeoutError:
            return  # its buffers are full; a close frame would not get through either
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # it is gone

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(self._limits.close_seconds):
                await self._socket.close(code, reason[:100])
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            return
