"""What waits to be sent on one socket: bounded, so that a slow reader costs little."""

import asyncio
from collections import deque

from tavli.server.play.limits import Limits


class Outbox:
    """A queue of frames that closes itself when its reader falls too far behind."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._frames: deque[str] = deque()
        self._size = 0
        self._changed = asyncio.Event()
        self.overflowed = asyncio.Event()

    def put(self, frame: str) -> None:
        """Queue *frame*, or give the reader up if there is no room."""
        if self.overflowed.is_set():
            return
        size = self._size + len(frame)
        full = len(self._frames) >= self._limits.waiting_messages
        # A single frame always fits: a big graph alone is no sign of a slow reader.
        if full or (self._frames and size > self._limits.waiting_bytes):
            self.overflowed.set()
            self._frames.clear()
            self._size = 0
        else:
            self._frames.append(frame)
            self._size = size
        self._changed.set()

    async def get(self) -> str:
        """Wait for the next frame."""
        while not self._frames:
            self._changed.clear()
            await self._changed.wait()
        frame = self._frames.popleft()
        self._size -= len(frame)
        return frame
