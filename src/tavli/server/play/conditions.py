"""What the house asks of an action before the rules of the match judge it."""

from typing import Final

from tavli.match import Abandon, Action, Claim, EndSession, NextGame, ResignMatch
from tavli.protocol import ProtocolCode
from tavli.rules import Player
from tavli.server.play.limits import Limits
from tavli.server.play.room import Room
from tavli.server.play.table import RefusedError

_ENDINGS: Final = (Abandon, Claim, EndSession, ResignMatch)


def check_time(room: Room, seat: Player, action: Action, limits: Limits) -> None:
    """Refuse a claim that comes too soon, and play before the beginning.

    Raises:
        RefusedError: it is too early.
    """
    if isinstance(action, Claim | Abandon):
        absence = room.attendance.absence_ms(seat.opponent)
        if not room.table.is_over and absence < limits.absence_ms:
            raise RefusedError.by_protocol(ProtocolCode.STILL_HERE)
    elif not room.table.has_begun and not room.table.is_over:
        raise RefusedError.by_protocol(ProtocolCode.NOT_STARTED)


def check_length(room: Room, action: Action, limits: Limits) -> None:
    """Refuse what would let a match without end grow without end.

    Raises:
        RefusedError: the match has had its actions, and this one doesn't end it.
    """
    most = limits.actions if isinstance(action, NextGame) else limits.most_actions
    if room.table.version >= most and not isinstance(action, _ENDINGS):
        raise RefusedError.by_protocol(ProtocolCode.MATCH_TOO_LONG)
