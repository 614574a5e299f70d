"""Plays the computer's seats, through the same door as people's actions."""

import asyncio
import logging
import uuid

from tavli.match import Action, Double, MatchState, Phase, Roll, legal_actions
from tavli.protocol import ProtocolCode
from tavli.rules import Player
from tavli.server.clock import Clock
from tavli.server.play.computers import FALLBACK, Computers, StuckError
from tavli.server.play.ledger import Ledger
from tavli.server.play.limits import Limits
from tavli.server.play.room import Room
from tavli.server.play.table import RefusedError
from tavli.server.play.tasks import Tasks

_log = logging.getLogger(__name__)


class HousePlayer:
    """Wakes when a room waits for the computer, and plays until it doesn't."""

    def __init__(
        self,
        computers: Computers,
        ledger: Ledger,
        clock: Clock,
        tasks: Tasks,
        limits: Limits,
    ) -> None:
        self._computers = computers
        self._ledger = ledger
        self._clock = clock
        self._tasks = tasks
        self._limits = limits

    def wake(self, room: Room) -> None:
        """Let the computer play if it is its turn and it isn't playing already."""
        if room.computer is None and self._seat_to_play(room) is not None:
            room.computer = self._tasks.spawn(self._play(room))

    def _seat_to_play(self, room: Room) -> Player | None:
        """Return the seat to play now, unless the match can only be ended any more."""
        if room.table.version >= self._limits.most_actions:
            return None
        return room.table.computer_to_act()

    async def _play(self, room: Room) -> None:
        try:
            while (seat := self._seat_to_play(room)) is not None:
                if not await self._play_once(room, seat):
                    return
        except StuckError:
            _log.exception("match %s: the computer is stuck", room.table.facts.id)
        finally:
            room.computer = None

    async def _play_once(self, room: Room, seat: Player) -> bool:
        """Play one action; False to wait until somebody wakes the computer again."""
        level = room.table.facts.sitters[seat].level
        for name in (level, FALLBACK):
            state, version = room.table.state, room.table.version
            action = _obvious(state, seat)
            if action is None:
                action = await self._computers.choose(name, state, seat)
            refusal = await self._do(room, seat, action, version)
            if refusal is None:
                return True
            if refusal.code == ProtocolCode.NOT_SAVED.value:
                await asyncio.sleep(self._limits.retry_seconds)
                return bool(room.followers)
            _log.warning("the bot %s was refused: %s", name, refusal)
        return False

    async def _do(
        self, room: Room, seat: Player, action: Action, version: int
    ) -> RefusedError | None:
        async with room.lock:
            try:
                await self._ledger.settle(room)
                if room.table.version == version:  # else think again
                    await self._ledger.store(
                        room,
                        room.table.decide(
                            seat, action, uuid.uuid4().hex, self._clock()
                        ),
                    )
            except RefusedError as refusal:
                return refusal
            except Exception:
                _log.exception("match %s: the computer failed", room.table.facts.id)
                room.is_doubtful = True
                return RefusedError.by_protocol(ProtocolCode.INTERNAL)
        return None


def _obvious(state: MatchState, seat: Player) -> Action | None:
    """Return the throw if there is nothing else to do: nobody need think about it."""
    if state.phase is Phase.TO_ROLL and Double() not in legal_actions(state, seat):
        return Roll()
    return None
