"""The rooms of this process: opened when somebody comes, closed when idle."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator

from tavli.server.clock import Clock
from tavli.server.play.ledger import Ledger
from tavli.server.play.room import Follower, Room
from tavli.server.play.tasks import Tasks


class Rooms:
    """Finds rooms, at most one a match; of those nobody needs it keeps the newest.

    A closed room loses nothing: it is read from the log when somebody comes again.
    """

    def __init__(
        self, ledger: Ledger, clock: Clock, tasks: Tasks, *, most_idle: int
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._tasks = tasks
        self._most_idle = most_idle
        self._open: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._open.values()))

    def get(self, match_id: str) -> Room | None:
        """Return the room of a match if it is open."""
        return self._open.get(match_id)

    def followed(self, follower: Follower, match_id: str) -> Room | None:
        """Return the room of a match if *follower* is in it."""
        room = self._open.get(match_id)
        return room if room is not None and follower in room.followers else None

    async def find(self, match_id: str) -> Room | None:
        """Return the room of a match, opened if need be; None if there is none.

        Raises:
            RefusedError: the match is there but can't be read.
        """
        while match_id not in self._open:
            opening = self._opening.get(match_id)
            if opening is None:
                opening = self._tasks.spawn(self._read(match_id))
                self._opening[match_id] = opening
            # Whoever waited longest may find the room closed again: ask once more.
            if await asyncio.shield(opening) is None:
                return None
        self._open.move_to_end(match_id)
        return self._open[match_id]

    async def _read(self, match_id: str) -> Room | None:
        try:
            table = await self._ledger.load(match_id)
        finally:
            del self._opening[match_id]
        if table is None:
            return None
        self._close_idle()
        self._open[match_id] = Room(table, self._clock)
        return self._open[match_id]

    def _close_idle(self) -> None:
        idle = [match_id for match_id, room in self._open.items() if room.is_idle]
        for match_id in idle[: max(0, len(idle) - self._most_idle)]:
            del self._open[match_id]
