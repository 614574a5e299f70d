"""Between a room's memory and the disk: nothing is told before it is stored."""

import logging
import sqlite3

from tavli.protocol import ProtocolCode
from tavli.server.clock import Clock
from tavli.server.play.database import is_undecodable
from tavli.server.play.entries import (
    BrokenLogError,
    Entry,
    append,
    give_seed,
    load_match,
)
from tavli.server.play.reader import Reader
from tavli.server.play.room import Room
from tavli.server.play.table import RefusedError, Table
from tavli.server.play.view import Seats
from tavli.server.play.writer import NotSavedError, Writer

_log = logging.getLogger(__name__)


class Ledger:
    """Stores what happens in rooms. Who calls it for a room holds that room's lock."""

    def __init__(self, writer: Writer, reader: Reader, clock: Clock) -> None:
        self._writer = writer
        self._reader = reader
        self._clock = clock

    async def load(self, match_id: str) -> Table | None:
        """Return a match as its log tells it, or None if there is no such match.

        Raises:
            RefusedError: it is there but can't be read.
        """
        try:
            return await self._reader.read(lambda link: _open_table(link, match_id))
        except (BrokenLogError, ValueError) as fault:
            _log.exception("match %s cannot be read", match_id)
            raise RefusedError.by_protocol(ProtocolCode.MATCH_DAMAGED) from fault
        except sqlite3.Error as fault:
            _log.exception("match %s cannot be read", match_id)
            raise RefusedError.by_protocol(_code_of(fault)) from fault

    async def refresh(self, room: Room) -> None:
        """Read a room's match again and tell its followers what they missed.

        Raises:
            RefusedError: it can't be read; the room stays in doubt.
        """
        version, match_id = room.table.version, room.table.facts.id
        table = await self.load(match_id)
        if table is None:
            raise RefusedError.by_protocol(ProtocolCode.UNKNOWN_MATCH)
        room.table, room.is_doubtful = table, False
        for entry in table.after(version):
            room.tell(entry)

    async def settle(self, room: Room) -> None:
        """Read a room's match again if the disk may know more than the room does.

        Raises:
            RefusedError: it can't be read.
        """
        if room.is_doubtful:
            await self.refresh(room)

    async def store(self, room: Room, entry: Entry) -> None:
        """Put *entry* on the disk; only then does memory move on and anybody hear.

        Raises:
            RefusedError: the disk refused it, or its place in the log was taken.
        """
        match_id = room.table.facts.id
        # Before it is stored: what can't be read again must never get there.
        state = room.table.state_after(entry)
        try:
            free = await self._writer.write(append(match_id, entry, state))
        except NotSavedError as fault:
            raise _not_saved(room, fault) from fault
        if free:
            room.table.advance(entry, state)
            room.tell(entry)
            return
        await self.refresh(room)
        if room.table.entry_of(entry.action_id) is None:
            raise RefusedError.by_protocol(ProtocolCode.STALE)

    async def begin(self, room: Room) -> None:
        """Set up the first game once the dice are fixed; later calls do nothing.

        Raises:
            RefusedError: the disk refused it.
        """
        if room.table.facts.is_ready and not room.table.has_begun:
            await self.store(room, room.table.beginning(self._clock()))

    async def add_seed(self, room: Room, seats: Seats, seed: str) -> None:
        """Store *seed* for those of *seats* that have none, and begin if that was all.

        Raises:
            RefusedError: the disk refused it.
        """
        facts = room.table.facts
        if not all(facts.has_seed(seat) for seat in seats):
            try:
                seeds = await self._writer.write(give_seed(facts.id, seats, seed))
            except NotSavedError as fault:
                raise _not_saved(room, fault) from fault
            room.table.facts = room.table.facts.with_seeds(seeds)
        await self.begin(room)


def _open_table(connection: sqlite3.Connection, match_id: str) -> Table | None:
    """Read and fold a match, both on the reader's thread: a long log takes a while."""
    found = load_match(connection, match_id)
    return None if found is None else Table(*found)


def _code_of(fault: sqlite3.Error) -> ProtocolCode:
    """Return what to say of *fault*: what is torn is no better a moment later."""
    if is_undecodable(fault):
        return ProtocolCode.MATCH_DAMAGED
    is_torn = type(fault) is sqlite3.DatabaseError
    return ProtocolCode.DATABASE_DAMAGED if is_torn else ProtocolCode.INTERNAL


def _not_saved(room: Room, fault: NotSavedError) -> RefusedError:
    _log.warning("match %s: %s", room.table.facts.id, fault)
    # Whether the disk kept it after all is known only by reading it.
    room.is_doubtful = True
    return RefusedError.by_protocol(ProtocolCode.NOT_SAVED)
