"""What connections and pages may ask of the live tables, on one event loop."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

from tavli.protocol import (
    Act,
    AskHint,
    GiveSeed,
    Join,
    Problem,
    ProtocolCode,
    Refused,
    Rematch,
    RematchOffered,
)
from tavli.server.clock import Clock
from tavli.server.play.computers import Computers
from tavli.server.play.conditions import check_length, check_time
from tavli.server.play.hints import Hints
from tavli.server.play.house_player import HousePlayer
from tavli.server.play.ledger import Ledger
from tavli.server.play.limits import Limits
from tavli.server.play.reader import Reader
from tavli.server.play.room import Follower, Following, Room
from tavli.server.play.rooms import Rooms
from tavli.server.play.table import RefusedError
from tavli.server.play.tasks import Tasks
from tavli.server.play.view import Seats, actor_of
from tavli.server.play.wire import colour_of, to_action
from tavli.server.play.writer import Writer
from tavli.server.workers.thinker import Thinker

_log = logging.getLogger(__name__)


class Hub:
    """Runs the live tables.

    No table is owned: whatever is in memory can be dropped and read again from the
    log, and a place in the log that somebody else took makes us do just that.
    """

    def __init__(
        self,
        *,
        writer: Writer,
        reader: Reader,
        thinker: Thinker,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self._clock = clock
        self._limits = limits
        self._tasks = Tasks()
        self._writer = writer
        self._ledger = Ledger(writer, reader, clock)
        self._rooms = Rooms(
            self._ledger, clock, self._tasks, most_idle=limits.idle_tables
        )
        self._house = HousePlayer(
            Computers(thinker),
            self._ledger,
            clock,
            self._tasks,
            limits,
        )
        self._hints = Hints(thinker, self._tasks)
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Bind to the running loop, so that other threads can reach it."""
        self._loop = asyncio.get_running_loop()

    async def stop(self) -> None:
        """Let what is being stored finish, and the computer go."""
        self._loop = None
        for room in self._rooms:
            if room.computer is not None:
                room.computer.cancel()
        await self._tasks.drain()

    # --- what a connection asks for

    async def join(self, follower: Follower, message: Join) -> None:
        """Let *follower* follow a match, and tell him how it stands."""
        match_id = message.match
        crowded = len(follower.matches) >= self._limits.tables
        if crowded and match_id not in follower.matches:
            _complain(follower, RefusedError.by_protocol(ProtocolCode.TOO_MANY_TABLES))
            return
        try:
            room = await self._room_of(match_id, follower)
        except RefusedError as refused:
            _complain(follower, refused)
            return
        following = room.enter(follower, graph=message.graph)
        follower.matches.add(match_id)
        follower.send(room.joined(following, message.since, self._limits.absence_ms))
        room.tell_presence(follower)
        await self._finish(room, self._begin_late(room, follower))

    async def seed(self, follower: Follower, message: GiveSeed) -> None:
        """Store the player's seed; the first one counts."""
        room = self._rooms.followed(follower, message.match)
        if room is None:
            _complain(follower, RefusedError.by_protocol(ProtocolCode.NOT_JOINED))
        elif not (seats := room.followers[follower].seats):
            _complain(follower, RefusedError.by_protocol(ProtocolCode.NOT_SEATED))
        else:
            await self._finish(room, self._seed(room, follower, seats, message.seed))

    async def act(self, follower: Follower, message: Act) -> None:
        """Do what a player asks for, once, or tell him why not."""
        room = self._rooms.followed(follower, message.match)
        if room is None:
            _complain(follower, RefusedError.by_protocol(ProtocolCode.NOT_JOINED))
            return
        await self._finish(room, self._act(room, follower, message))

    def hint(self, follower: Follower, message: AskHint) -> None:
        """Begin to look for what is best; the answer comes by itself."""
        room = self._rooms.followed(follower, message.match)
        if room is None:
            _complain(follower, RefusedError.by_protocol(ProtocolCode.NOT_JOINED))
        else:
            self._hints.ask(room, follower, message)

    def leave(self, follower: Follower, match_id: str) -> None:
        """Let *follower* hear no more of a match."""
        follower.matches.discard(match_id)
        room = self._rooms.get(match_id)
        if room is not None:
            room.leave(follower)
            room.tell_presence()

    def drop(self, follower: Follower) -> None:
        """Forget a connection that is gone."""
        for match_id in tuple(follower.matches):
            self.leave(follower, match_id)

    # --- what the pages tell us, from their threads

    def can_save(self) -> bool:
        """Whether actions reach the disk; may wait for an answer."""
        return self._writer.can_save()

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
        for room in self._rooms:
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

    # --- what outlives the connection that asked for it

    async def _finish(self, room: Room, work: Coroutine[None, None, None]) -> None:
        """Do *work*, and let the computer play if it is its turn then.

        Once begun both must end, even if the connection dies meanwhile: memory and disk
        move on together, and nobody else may come to wake the computer.
        """

        async def finished() -> None:
            await work
            if self._loop is not None:  # else the hub has stopped meanwhile
                self._house.wake(room)

        await self._tasks.finish(finished())

    async def _room_of(self, match_id: str, follower: Follower) -> Room:
        """Return the room of a match, once *follower* may be told all about it.

        Raises:
            RefusedError: there is none, or it can't be read.
        """
        while True:
            room = await self._rooms.find(match_id)
            if room is None:
                raise RefusedError.by_protocol(ProtocolCode.UNKNOWN_MATCH)
            # Another socket of his may have spent what was left while the log was read.
            if not follower.allowance.is_owing:
                return room
            await follower.allowance.ready()

    # --- under the room's lock

    async def _begin_late(self, room: Room, follower: Follower) -> None:
        """Begin a match whose seeds were stored just before the server died."""
        async with room.lock:
            try:
                await self._ledger.settle(room)
                await self._ledger.begin(room)
            except RefusedError as refused:
                _complain(follower, refused)

    async def _seed(
        self, room: Room, follower: Follower, seats: Seats, seed: str
    ) -> None:
        async with room.lock:
            try:
                await self._ledger.settle(room)
                await self._ledger.add_seed(room, seats, seed)
            except RefusedError as refused:
                _complain(follower, refused)

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
                room.is_doubtful = True
                fault = RefusedError.by_protocol(ProtocolCode.INTERNAL)
                follower.send(_refusal(room, following, message, fault))

    async def _act_once(
        self, room: Room, follower: Follower, following: Following, message: Act
    ) -> None:
        await self._ledger.settle(room)
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
        check_time(room, seat, action, self._limits)
        check_length(room, action, self._limits)
        entry = room.table.decide(seat, action, message.id, self._clock())
        await self._ledger.store(room, entry)


def _complain(follower: Follower, refused: RefusedError) -> None:
    follower.send(Problem(code=refused.code, text=refused.text))


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
