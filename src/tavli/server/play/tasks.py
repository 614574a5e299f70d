"""Work that outlives whoever asked for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

_Answer = TypeVar("_Answer")


class Tasks:
    """Keeps hold of tasks until they end, as the loop itself does not."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, _Answer]) -> asyncio.Task[_Answer]:
        """Start *work* and return its task."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, _Answer]) -> _Answer:
        """Await *work*, which goes on even if the waiting is given up."""
        return await asyncio.shield(self.spawn(work))

    async def drain(self) -> None:
        """Wait for everything that runs."""
        await asyncio.gather(*self._running, return_exceptions=True)
