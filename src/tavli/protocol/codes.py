"""Why the server says no, apart from the rules' own refusals."""

from enum import Enum
from types import MappingProxyType
from typing import Final


class ProtocolCode(Enum):
    """A reason that a page can put in its reader's words."""

    BAD_MESSAGE = "bad_message"
    TOO_FAST = "too_fast"
    UNKNOWN_MATCH = "unknown_match"
    MATCH_DAMAGED = "match_damaged"
    NOT_JOINED = "not_joined"
    TOO_MANY_TABLES = "too_many_tables"
    NOT_SEATED = "not_seated"
    STALE = "stale"
    NOT_STARTED = "not_started"
    STILL_HERE = "still_here"
    MATCH_TOO_LONG = "match_too_long"
    NO_HINT = "no_hint"
    BUSY = "busy"
    NOT_SAVED = "not_saved"
    DATABASE_DAMAGED = "database_damaged"
    INTERNAL = "internal"


SENTENCES: Final = MappingProxyType(
    {
        ProtocolCode.BAD_MESSAGE: "This message cannot be read.",
        ProtocolCode.TOO_FAST: "Too many messages at once; the connection is closed.",
        ProtocolCode.UNKNOWN_MATCH: "There is no such match.",
        ProtocolCode.MATCH_DAMAGED: (
            "This match was damaged on the server and stays closed."
        ),
        ProtocolCode.NOT_JOINED: "Join the match first.",
        ProtocolCode.TOO_MANY_TABLES: "One connection can follow only so many matches.",
        ProtocolCode.NOT_SEATED: "You are watching; only the players may do that.",
        ProtocolCode.STALE: "The game has moved on; this is how it stands now.",
        ProtocolCode.NOT_STARTED: "The match begins when both players are here.",
        ProtocolCode.STILL_HERE: "Your opponent has not been away long enough.",
        ProtocolCode.MATCH_TOO_LONG: (
            "This match has grown too long to be played on; it can only be ended."
        ),
        ProtocolCode.NO_HINT: (
            "Hints are given where no other person plays, while you must decide."
        ),
        ProtocolCode.BUSY: "The computer has too much to think about; ask again.",
        ProtocolCode.NOT_SAVED: "The server cannot save just now; nothing was done.",
        ProtocolCode.DATABASE_DAMAGED: (
            "The server cannot read its database; whoever runs it must put a backup "
            "in its place."
        ),
        ProtocolCode.INTERNAL: "The server failed; nothing was done.",
    }
)
