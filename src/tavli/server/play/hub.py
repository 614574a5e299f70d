"""The tables of this process: opens them, stores what happens, tells who follows."""

import asyncio
import logging
import sqlite3
import uuid
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from tavli.match import Abandon, Action, Claim
from tavli.protocol import (
    SENTENCES,
    Act,
    GiveSeed,
    Join,
    Problem,
    ProtocolCode,
    Refused,
    Rematch,
    RematchOffered,
)
from tavli.rules import Player
from tavli.server.clock import Clock
from tavli.server.play.computers import FALLBACK, Computers, StuckError
from tavli.server.play.entries import (
    BrokenLogError,
    Entry,
    append,
    give_seed,
    load_match,
)
from tavli.server.play.limits import Limits
from tavli.server.play.reader import Reader
from tavli.server.play.room import Follower, Following, Room
from tavli.server.play.table import RefusedError, Table, outcome
from tavli.server.play.view import actor_of
from tavli.server.play.wire import colour_of, to_action
from tavli.server.play.writer import NotSavedError, Writer

_log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")


class Hub:
    """Runs the live tables. Everything here happens on one event loop.

    No table is owned: whatever is in memory can be dropped and read again from the
    log, and a place in the log that somebody else took makes us do just that.
    """

    def __init__(
        self,
        *,
        writer: Writer,
        reader: Reader,
        computers: Computers,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._computers = computers
        self._clock = clock
        self._limits = limits
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Bind to the running loop, so that other threads can reach it."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Let what is being stored finish, and the computers go."""
        for room in self._rooms.values():
            if room.computer is not None:
                room.computer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- what a connection asks for

    async def join(self, follower: Follower, message: Join) -> None:
        """Let *follower* follow a match, and tell him how it stands."""
        room = await self._room(message.match)
        if room is None:
            _complain(follower, ProtocolCode.UNKNOWN_MATCH)
            return
        crowded = len(follower.matches) >= self._limits.tables
        if crowded and message.match not in follower.matches:
            _complain(follower, ProtocolCode.TOO_MANY_TABLES)
            return
        following = room.enter(follower, graph=message.graph)
        follower.matches.add(message.match)
        joined = room.joined(following, message.since, self._limits.absence_ms)
        follower.send(joined)
        room.tell_presence()
        if room.table.facts.is_ready and not room.table.has_begun:
            await self._finish(self._begin_late(room))
        self._wake(room)

    async def seed(self, follower: Follower, message: GiveSeed) -> None:
        """Store the player's seed; the first one counts."""
        room = self._followed(follower, message.match)
        if room is None:
            _complain(follower, ProtocolCode.NOT_JOINED)
        elif not room.followers[follower].seats:
            _complain(follower, ProtocolCode.NOT_SEATED)
        else:
            await self._finish(self._seed(room, follower, message.seed))

    async def act(self, follower: Follower, message: Act) -> None:
        """Do what a player asks for, once, or tell him why not."""
        room = self._followed(follower, message.match)
        if room is None:
            _complain(follower, ProtocolCode.NOT_JOINED)
            return
        # Once begun it must end, even if this connection dies meanwhile: memory
        # and disk move on together.
        await self._finish(self._act(room, follower, message))
        self._wake(room)

    def leave(self, follower: Follower, match_id: str) -> None:
        """Let *follower* hear no more of a match."""
        follower.matches.discard(match_id)
        room = self._rooms.get(match_id)
        if room is not None and room.leave(follower):
            room.tell_presence()

    def drop(self, follower: Follower) -> None:
        """Forget a connection that is gone."""
        for match_id in tuple(follower.matches):
            self.leave(follower, match_id)

    # --- what the pages tell us, from their threads

    def rename(self, player_id: str, name: str) -> None:
        """Call a player by his new name at open tables."""
        self._soon(lambda: self._rename(player_id, name))

    def offer_rematch(self, match_id: str, player_id: str) -> None:
        """Tell a finished match that one of its players would play again."""
        self._soon(lambda: self._offer_rematch(match_id, player_id))

    def announce_rematch(self, match_id: str, following_id: str) -> None:
        """Send everybody at a finished match on to the next."""
        self._soon(lambda: self._announce_rematch(match_id, following_id))

    def _soon(self, call: Callable[[], None]) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(call)

    def _rename(self, player_id: str, name: str) -> None:
        for room in self._rooms.values():
            room.table.facts = room.table.facts.renamed(player_id, name)

    def _offer_rematch(self, match_id: str, player_id: str) -> None:
        room = self._rooms.get(match_id)
        if room is not None:
            for seat in room.table.facts.seats_of(player_id):
                room.tell_all(RematchOffered(match=match_id, by=colour_of(seat)))

    def _announce_rematch(self, match_id: str, following_id: str) -> None:
        room = self._rooms.get(match_id)
        if room is not None:
            room.table.facts = room.table.facts.followed_by(following_id)
            room.tell_all(Rematch(match=match_id, next=following_id))

    # --- opening tables

    async def _room(self, match_id: str) -> Room | None:
        """Return the room of a match, opened if need be; None if there is none."""
        while (room := self._rooms.get(match_id)) is None:
            opening = self._opening.get(match_id)
            if opening is None:
                opening = self._spawn(self._open(match_id))
                self._opening[match_id] = opening
            await asyncio.shield(opening)
            if match_id not in self._rooms:
                return None
        self._rooms.move_to_end(match_id)
        return room

    async def _open(self, match_id: str) -> None:
        try:
            table = await self._load(match_id)
        finally:
            del self._opening[match_id]
        if table is not None:
            self._rooms[match_id] = Room(table, self._clock)
            self._close_idle()

    async def _load(self, match_id: str) -> Table | None:
        try:
            found = await self._reader.read(lambda link: load_match(link, match_id))
            return None if found is None else Table(*found)
        except (sqlite3.Error, BrokenLogError, ValueError):
            _log.exception("match %s cannot be opened", match_id)
            return None

    def _close_idle(self) -> None:
        idle = [match for match, room in self._rooms.items() if room.is_idle]
        for match_id in idle[: max(0, len(idle) - self._limits.idle_tables)]:
            del self._rooms[match_id]

    async def _refresh(self, room: Room) -> None:
        """Read a room's match again and tell the followers what they missed."""
        version, match_id = room.table.version, room.table.facts.id
        table = await self._load(match_id)
        if table is None:
            raise RefusedError.by_protocol(ProtocolCode.NOT_SAVED)
        room.table, room.is_stale = table, False
        for entry in table.after(version):
            room.tell(entry)

    def _followed(self, follower: Follower, match_id: str) -> Room | None:
        room = self._rooms.get(match_id)
        return room if room is not None and follower in room.followers else None

    # --- seeds and the beginning

    async def _seed(self, room: Room, follower: Follower, seed: str) -> None:
        seats = room.followers[follower].seats
        async with room.lock:
            facts = room.table.facts
            try:
                if not all(facts.has_seed(seat) for seat in seats):
                    job = give_seed(facts.id, seats, seed)
                    seeds = await self._writer.write(job)
                    room.table.facts = room.table.facts.with_seeds(seeds)
                await self._begin(room)
            except NotSavedError:
                room.is_stale = True
                _complain(follower, ProtocolCode.NOT_SAVED)
            except RefusedError as refused:
                follower.send(Problem(code=refused.code, text=refused.text))
        self._wake(room)

    async def _begin_late(self, room: Room) -> None:
        """Begin a match whose seeds were stored just before the server died."""
        async with room.lock:
            try:
                await self._begin(room)
            except RefusedError as refused:
                _log.warning("match %s: %s", room.table.facts.id, refused)

    async def _begin(self, room: Room) -> None:
        if room.table.facts.is_ready and not room.table.has_begun:
            await self._store(room, room.table.beginning(self._clock()))

    # --- actions

    async def _act(self, room: Room, follower: Follower, message: Act) -> None:
        async with room.lock:
            following = room.followers.get(follower)
            if following is None:
                return  # he left while others were served
            try:
                await self._act_once(room, follower, following, message)
            except RefusedError as refused:
                follower.send(_refusal(room, following, message, refused))
            except Exception:
                # A fault of ours costs one action, not the table.
                _log.exception("match %s: an action failed", message.match)
                room.is_stale = True
                fault = RefusedError.by_protocol(ProtocolCode.INTERNAL)
                follower.send(_refusal(room, following, message, fault))

    async def _act_once(
        self, room: Room, follower: Follower, following: Following, message: Act
    ) -> None:
        if room.is_stale:
            await self._refresh(room)
        seat = actor_of(room.table.state, following.seats)
        if seat is None:
            raise RefusedError.by_protocol(ProtocolCode.NOT_SEATED)
        done = room.table.entry_of(message.id)
        if done is not None:
            follower.send(room.happened(done, following))
            return
        if message.version != room.table.version:
            raise RefusedError.by_protocol(ProtocolCode.STALE)
        action = to_action(message.action)
        self._check_absence(room, seat, action)
        await self._store(
            room, room.table.decide(seat, action, message.id, self._clock())
        )

    def _check_absence(self, room: Room, seat: Player, action: Action) -> None:
        """Let a claim through only when the opponent has been away long enough."""
        if isinstance(action, Claim | Abandon):
            absence = room.attendance.absence_ms(seat.opponent)
            if absence < self._limits.absence_ms:
                raise RefusedError.by_protocol(ProtocolCode.STILL_HERE)
        elif not room.table.has_begun:
            raise RefusedError.by_protocol(ProtocolCode.NOT_STARTED)

    async def _store(self, room: Room, entry: Entry) -> None:
        """Put *entry* on the disk; only then does memory move on and anybody hear."""
        score, ending = outcome(entry, room.table.state.score)
        try:
            free = await self._writer.write(
                append(room.table.facts.id, entry, score, ending)
            )
        except NotSavedError as fault:
            _log.warning("match %s: %s", room.table.facts.id, fault)
            room.is_stale = True
            raise RefusedError.by_protocol(ProtocolCode.NOT_SAVED) from fault
        if free:
            room.table.advance(entry)
            room.tell(entry)
            return
        await self._refresh(room)
        if room.table.entry_of(entry.action_id) is None:
            raise RefusedError.by_protocol(ProtocolCode.STALE)

    # --- the computer

    def _wake(self, room: Room) -> None:
        """Let the computer play if it is its turn and it isn't playing already."""
        if room.computer is None and room.table.computer_to_act() is not None:
            room.computer = self._spawn(self._play_computer(room))

    async def _play_computer(self, room: Room) -> None:
        try:
            while (seat := room.table.computer_to_act()) is not None:
                if not await self._computer_turn(room, seat):
                    return
        except StuckError:
            _log.exception("match %s: the computer is stuck", room.table.facts.id)
        finally:
            room.computer = None

    async def _computer_turn(self, room: Room, seat: Player) -> bool:
        """Play one action for the computer; False to leave it for later."""
        level = room.table.facts.sitters[seat].level
        for name in (level, FALLBACK):
            state, version = room.table.state, room.table.version
            action = await self._computers.choose(name, state, seat)
            async with room.lock:
                try:
                    if room.is_stale:
                        await self._refresh(room)
                    if room.table.version == version:
                        await self._store_for(room, seat, action)
                    return True
                except RefusedError as refused:
                    saved = refused.code != ProtocolCode.NOT_SAVED.value
                    _log.warning("the bot %s was refused: %s", name, refused)
            if not saved:
                await asyncio.sleep(self._limits.retry_seconds)
                return bool(room.followers)
        return False

    async def _store_for(self, room: Room, seat: Player, action: Action) -> None:
        name = uuid.uuid4().hex
        await self._store(room, room.table.decide(seat, action, name, self._clock()))

    # --- tasks

    def _spawn(self, work: Coroutine[Any, Any, _Answer]) -> asyncio.Task[_Answer]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _finish(self, work: Coroutine[Any, Any, _Answer]) -> _Answer:
        """Await *work* so that it goes on even if the waiting is given up."""
        return await asyncio.shield(self._spawn(work))


def _complain(follower: Follower, code: ProtocolCode) -> None:
    follower.send(Problem(code=code.value, text=SENTENCES[code]))


def _refusal(
    room: Room, following: Following, message: Act, refused: RefusedError
) -> Refused:
    table = room.table
    return Refused(
        match=table.facts.id,
        id=message.id,
        code=refused.code,
        text=refused.text,
        version=table.version,
        view=table.view(following.seats, graph=following.graph),
    )
