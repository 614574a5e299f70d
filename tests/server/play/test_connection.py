"""A connection whose other end stalls or fails ends by itself."""

import asyncio
import json

from server.houses import StandingClock
from tavli.server.play.allowance import Allowance
from tavli.server.play.limits import Limits
from tavli.server.play.socket import SLOW_READER, Connection


class StalledSocket:
    """Lets *accepted* frames through and then no more, as full buffers do."""

    def __init__(self, accepted: int) -> None:
        self.accepted = accepted
        self.sent: list[str] = []
        self.closed: list[int] = []
        self.frames: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    async def receive(self) -> dict[str, str]:
        await asyncio.sleep(0)
        return await self.frames.get()

    async def send_text(self, frame: str) -> None:
        if len(self.sent) >= self.accepted:
            await asyncio.Event().wait()
        self.sent.append(frame)

    async def close(self, code: int, reason: str) -> None:
        del reason
        self.closed.append(code)

    def say(self, **message: object) -> None:
        self.frames.put_nowait(
            {"type": "websocket.receive", "text": json.dumps(message)}
        )


class Hubless:
    """Notices only who is dropped."""

    def __init__(self) -> None:
        self.dropped = 0

    def drop(self, follower: object) -> None:
        del follower
        self.dropped += 1


def _connection(socket: StalledSocket, hub: Hubless, limits: Limits) -> Connection:
    allowance = Allowance(limits, StandingClock())
    return Connection(socket, "player", hub, allowance, limits)


def test_a_reader_who_does_not_read_is_dropped_when_too_much_waits():
    socket, hub = StalledSocket(accepted=1), Hubless()
    limits = Limits(waiting_messages=4, burst=1000)

    async def scene() -> None:
        connection = _connection(socket, hub, limits)
        for _ in range(10):
            socket.say(type="ping")
        async with asyncio.timeout(10):
            await connection.serve()

    asyncio.run(scene())
    assert len(socket.sent) == 1
    assert socket.closed == [SLOW_READER]
    assert hub.dropped == 1


def test_a_frame_that_nobody_takes_ends_the_line():
    socket, hub = StalledSocket(accepted=0), Hubless()

    async def scene() -> None:
        limits = Limits(send_seconds=0.0)
        connection = _connection(socket, hub, limits)
        socket.say(type="ping")
        async with asyncio.timeout(10):
            await connection.serve()

    asyncio.run(scene())
    assert hub.dropped == 1


def test_a_fault_of_ours_ends_one_line_with_a_word(caplog):
    socket = StalledSocket(accepted=10)

    class Broken(Hubless):
        async def join(self, follower: object, message: object) -> None:
            raise RuntimeError(f"{follower}{message}"[:9])

    async def scene() -> None:
        hub = Broken()
        connection = _connection(socket, hub, Limits())
        socket.say(type="join", match="abcd")
        await connection.serve()

    asyncio.run(scene())
    assert socket.closed == [1011]
    assert "a socket failed" in caplog.text
