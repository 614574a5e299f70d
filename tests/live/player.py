"""One seat at one match, played over the real socket until the match ends.

It keeps everything that it was told, so that the log can be compared afterwards,
and holds the server to its promises on the way: versions without a gap, the same
answer to the same action, a graph when there is something to play.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

from live.choices import Temper, choose
from live.guest import Guest
from live.stopwatch import Stopwatch
from tavli.protocol import (
    Act,
    GiveSeed,
    Happened,
    Join,
    Joined,
    Problem,
    Refused,
    View,
    decode_server,
    encode,
)
from tavli.protocol.actions import Action
from tavli.protocol.events import Event

_RECONNECT_SECONDS = 0.1
_LARGEST_FRAME = 16 * 2**20


class BrokenPromiseError(AssertionError):
    """The server said something that the protocol rules out."""


class Player:
    """Plays *match* for *guest*, at random, and comes back whenever the line breaks."""

    def __init__(
        self,
        guest: Guest,
        match: str,
        *,
        random: Random,
        temper: Temper,
        stopwatch: Stopwatch | None = None,
        pace: float = 0.0,
        opens: bool = True,
    ) -> None:
        self.guest = guest
        self.match = match
        self.seat = ""
        self.log: dict[int, tuple[Event, ...]] = {}
        self.acknowledged: dict[str, int] = {}
        self.view: View | None = None
        self.lost_lines = 0
        self.stale = 0
        self.is_stopped = False
        self.on_action: Callable[[], None] = lambda: None
        self.random = random
        self.temper = temper
        self.chooses: Callable[[Player, View], Action | None] = _at_random
        self._stopwatch = stopwatch or Stopwatch()
        self._pace = pace
        self._opens = opens
        self._seed = random.randbytes(32).hex()
        self._pending: Act | None = None

    @property
    def version(self) -> int:
        """The last version that has arrived."""
        return len(self.log)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.view is not None and self.view.phase == "match_over"

    async def play(self) -> None:
        """Play until the match is over or `stop` is called."""
        while not (self.is_over or self.is_stopped):
            try:
                async with self._line() as socket:
                    await self._sit(socket)
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError):
                self.lost_lines += 1
                await asyncio.sleep(_RECONNECT_SECONDS * (0.5 + self.random.random()))

    def stop(self) -> None:
        """Get up after the answer that is awaited now."""
        self.is_stopped = True

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[ClientConnection]:
        socket = await connect(
            self.guest.house.socket_address,
            origin=Origin(self.guest.house.origin),
            additional_headers={"Cookie": self.guest.cookie},
            max_size=_LARGEST_FRAME,
            compression=None,
            proxy=None,
            ping_interval=None,
            close_timeout=1,
        )
        try:
            async with socket:
                yield socket
        finally:
            # Who is cancelled while he says goodbye would leave his socket open.
            socket.transport.abort()

    async def _sit(self, socket: ClientConnection) -> None:
        await socket.send(encode(Join(match=self.match, since=self.version)))
        async for frame in socket:
            message = decode_server(frame)
            if isinstance(message, Joined):
                await self._joined(socket, message)
            elif isinstance(message, Happened):
                self._happened(message)
            elif isinstance(message, Refused):
                self._refused(message)
            elif isinstance(message, Problem):
                raise BrokenPromiseError(f"{message.code}: {message.text}")
            await self._go_on(socket)
            if self.is_over or (self.is_stopped and self._pending is None):
                return

    async def _joined(self, socket: ClientConnection, message: Joined) -> None:
        self.seat = message.seat
        for step in message.history:
            self._remember(step.version, step.events)
        if message.version != self.version:
            raise BrokenPromiseError(
                f"joined at version {message.version} with history to {self.version}"
            )
        self.view = message.view
        if not all(message.seeded[seat] for seat in ("w", "b") if seat == self.seat):
            await socket.send(encode(GiveSeed(match=self.match, seed=self._seed)))
        if self._pending is not None:
            await socket.send(encode(self._pending))

    def _happened(self, message: Happened) -> None:
        mine = self._pending is not None and message.action == self._pending.id
        # An action that was done before the line broke is answered once more.
        if not (mine and message.version <= self.version):
            self._remember(message.version, message.events)
            self._stopwatch.informed(message.action, mine=mine)
        elif self.log[message.version] != message.events:
            raise BrokenPromiseError(f"version {message.version} was told differently")
        if message.version == self.version:
            self.view = message.view
        if mine and message.action is not None:
            self.acknowledged[message.action] = message.version
            self._pending = None
            self.on_action()

    def _refused(self, message: Refused) -> None:
        if self._pending is None or message.id != self._pending.id:
            raise BrokenPromiseError(f"refused what nobody asked for: {message.text}")
        if message.code != "stale":
            raise BrokenPromiseError(
                f"{self._pending.action} was refused: {message.code}, {message.text}"
            )
        # The other one was quicker where either may act; his news came before this.
        self.stale += 1
        self._pending = None
        self.view = message.view

    def _remember(self, version: int, events: tuple[Event, ...]) -> None:
        if version != self.version + 1:
            raise BrokenPromiseError(
                f"version {version} came after version {self.version} in {self.match}"
            )
        self.log[version] = events

    async def _go_on(self, socket: ClientConnection) -> None:
        view = self.view
        if view is None or self._pending or self.is_stopped or self.is_over:
            return
        if view.phase in ("opening", "game_over") and not self._opens:
            return
        action = self.chooses(self, view)
        if action is None or self.is_stopped:
            return
        name = secrets.token_hex(16)
        self._pending = Act(
            match=self.match, id=name, version=view.version, action=action
        )
        if self._pace:
            await asyncio.sleep(self._pace * self.random.uniform(0.5, 1.5))
        self._stopwatch.sent(name)
        await socket.send(encode(self._pending))


def _at_random(player: Player, view: View) -> Action | None:
    return choose(view, player.seat, player.random, player.temper)
