"""A stored match as a record file, with the proof of its dice once it is over."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from django.db import OperationalError

from tavli.bots import BOTS
from tavli.bots.names import recorded_name
from tavli.formats.record import DiceProof, Header, MatchRecord, RecordedEvent, write
from tavli.match import fold
from tavli.protocol import SENTENCES, ProtocolCode
from tavli.server.models import Action, Kind, Match, Player, Result
from tavli.server.play.database import is_undecodable
from tavli.server.play.entries import (
    BrokenLogError,
    check_texts,
    read_log,
    read_rules,
)
from tavli.server.play.wire import from_wire
from tavli.server.refused import RefusedError

_log = logging.getLogger(__name__)


@contextmanager
def undamaged(match_id: str) -> Iterator[None]:
    """Refuse a match whose rows turn out to be damaged, wherever they are read.

    Raises:
        RefusedError: what was read raised a ValueError, is no text or no whole log.
    """
    try:
        yield
    except (BrokenLogError, ValueError, OperationalError) as fault:
        if isinstance(fault, OperationalError) and not is_undecodable(fault):
            raise
        # One line and no traceback: every visit meets it again.
        _log.error("match %s cannot be read: %s", match_id, fault)
        code = ProtocolCode.MATCH_DAMAGED
        raise RefusedError(
            code.value, SENTENCES[code], HTTPStatus.INTERNAL_SERVER_ERROR
        ) from fault


def find_record(match_id: str) -> MatchRecord | None:
    """Return the record of a match as far as it has come, or None without one.

    Raises:
        RefusedError: its rows were damaged, so that a record would tell half of it
            or what can't have happened.
    """
    with undamaged(match_id):
        found = Match.objects.select_related("white", "black").filter(pk=match_id)
        match = found.first()
        if match is None:
            return None
        is_over = Result.objects.filter(match=match).exists()
        header, events = _header(match), _recorded(match, is_over=is_over)
        # A log that adds up to no match would look like dice that were cheated with.
        fold(header.rules, (entry.event for entry in events))
        # The secret is told, but never before the result is stored.
        return MatchRecord(header, events, _proof(match) if is_over else None)


def record_of(match_id: str) -> str | None:
    """Return the text of a match's record, or None if there is no such match.

    Raises:
        RefusedError: as `find_record`.
    """
    record = find_record(match_id)
    if record is None:
        return None
    text = io.StringIO()
    write(record, text)
    return text.getvalue()


def _header(match: Match) -> Header:
    names = (_name(match.white), _name(match.black))
    check_texts(f"Match {match.id}", (*names, match.commitment))
    return Header(
        match=match.id,
        rules=read_rules(match.id, match.game, match.length, match.options),
        white=names[0],
        black=names[1],
        commitment=match.commitment,
    )


def _name(player: Player) -> str:
    """Return the name of *player* in records; for bots other ones were stored once."""
    is_bot = player.kind == Kind.COMPUTER and player.level in BOTS
    return recorded_name(player.level) if is_bot else player.name


def _recorded(match: Match, *, is_over: bool) -> tuple[RecordedEvent, ...]:
    rows = Action.objects.filter(match=match).order_by("seq")
    log = rows.values_list("seq", "action_id", "events")
    entries = read_log(match.id, log, is_over=is_over)
    stored = [event for entry in entries for event in entry.events]
    return tuple(
        # One header line stands before the first event.
        RecordedEvent(event, wire.t, line)
        for line, (wire, event) in enumerate(
            zip(stored, from_wire(stored), strict=True), start=2
        )
    )


def _proof(match: Match) -> DiceProof:
    made_of = (match.secret, match.white_seed, match.black_seed)
    check_texts(f"Match {match.id}", made_of)
    bytes.fromhex(match.secret)  # or nobody could read the record, nor check it
    return DiceProof(match.secret, match.white_seed, match.black_seed)
