"""Advice for whoever plays alone: asked of the thinker, told to nobody else."""

import logging

from tavli.engine.advice import can_be_advised
from tavli.protocol import AskHint, Hint, NoHint, ProtocolCode
from tavli.rules import Player
from tavli.server.play.advised import hint_of
from tavli.server.play.room import Follower, Room
from tavli.server.play.table import RefusedError
from tavli.server.play.tasks import Tasks
from tavli.server.play.view import Seats, actor_of
from tavli.server.workers.thinker import BusyError, Thinker

_log = logging.getLogger(__name__)


class Hints:
    """Answers those who ask for a hint, without holding up anybody's actions.

    A hint is no action: the match and its record never hear of it.
    """

    def __init__(self, thinker: Thinker, tasks: Tasks) -> None:
        self._thinker = thinker
        self._tasks = tasks
        self._waiting: dict[tuple[Room, int], set[Follower]] = {}

    def ask(self, room: Room, follower: Follower, message: AskHint) -> None:
        """Tell *follower* what is best once it is found; it is looked for once."""
        try:
            seat = _seat_of(room, room.followers[follower].seats, message.version)
        except RefusedError as refused:
            follower.send(_refusal(message, refused))
            return
        if room.hint is not None and room.hint.version == message.version:
            follower.send(room.hint)
            return
        question = (room, message.version)
        if question not in self._waiting:
            self._waiting[question] = set()
            self._tasks.spawn(self._seek(room, message, seat))
        self._waiting[question].add(follower)

    async def _seek(self, room: Room, message: AskHint, seat: Player) -> None:
        answer = await self._found(room, message, seat)
        for follower in self._waiting.pop((room, message.version)):
            follower.send(answer)

    async def _found(self, room: Room, message: AskHint, seat: Player) -> Hint | NoHint:
        try:
            advice = await self._thinker.advise(room.table.state, seat)
        except (BusyError, TimeoutError):
            return _refusal(message, RefusedError.by_protocol(ProtocolCode.BUSY))
        except Exception:
            _log.exception("match %s: no hint was found", message.match)
            return _refusal(message, RefusedError.by_protocol(ProtocolCode.INTERNAL))
        room.hint = hint_of(message, advice)
        return room.hint


def _seat_of(room: Room, seats: Seats, version: int) -> Player:
    """Return for whom a hint is asked.

    Raises:
        RefusedError: he asks about another version, or must not be given one.
    """
    table = room.table
    seat = actor_of(table.state, seats)
    if version != table.version:
        raise RefusedError.by_protocol(ProtocolCode.STALE)
    alone = _plays_alone(room, seats)
    if seat is None or not alone or not can_be_advised(table.state, seat):
        raise RefusedError.by_protocol(ProtocolCode.NO_HINT)
    return seat


def _plays_alone(room: Room, seats: Seats) -> bool:
    sitters = room.table.facts.sitters
    return all(seat in seats or sitters[seat].is_computer for seat in Player)


def _refusal(message: AskHint, refused: RefusedError) -> NoHint:
    return NoHint(
        match=message.match,
        version=message.version,
        code=refused.code,
        text=refused.text,
    )
