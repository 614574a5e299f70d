"""A stored match as a record file, with the proof of its dice once it is over."""

import io

import msgspec

from tavli.formats.record import DiceProof, Header, MatchRecord, RecordedEvent, write
from tavli.match import MatchRules
from tavli.protocol.events import Event
from tavli.server.models import Action, Match, Result
from tavli.server.play.wire import from_wire

_events = msgspec.json.Decoder(tuple[Event, ...])


def find_record(match_id: str) -> MatchRecord | None:
    """Return the record of a match as far as it has come, or None without one."""
    match = Match.objects.select_related("white", "black").filter(pk=match_id).first()
    if match is None:
        return None
    return MatchRecord(_header(match), _recorded(match), _proof(match))


def record_of(match_id: str) -> str | None:
    """Return the text of a match's record, or None if there is no such match."""
    record = find_record(match_id)
    if record is None:
        return None
    text = io.StringIO()
    write(record, text)
    return text.getvalue()


def _header(match: Match) -> Header:
    return Header(
        match=match.id,
        rules=MatchRules.parse(match.game, match.length, match.options),
        white=match.white.name,
        black=match.black.name,
        commitment=match.commitment,
    )


def _recorded(match: Match) -> tuple[RecordedEvent, ...]:
    rows = Action.objects.filter(match=match).order_by("seq")
    stored = [event for row in rows for event in _events.decode(row.events)]
    return tuple(
        # One header line stands before the first event.
        RecordedEvent(event, wire.t, line)
        for line, (wire, event) in enumerate(
            zip(stored, from_wire(stored), strict=True), start=2
        )
    )


def _proof(match: Match) -> DiceProof | None:
    """Return the secret, but never before the result is stored."""
    if not Result.objects.filter(match=match).exists():
        return None
    return DiceProof(match.secret, match.white_seed, match.black_seed)
