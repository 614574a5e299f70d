"""The matches that can be studied: finished ones of this house, and those of files."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final, Literal

import msgspec
from django.db import transaction

from tavli.formats.record import Header, MatchRecord, read, read_header
from tavli.protocol.text import Colour
from tavli.server.models import Kind, Match, Player, Result, StudiedFile
from tavli.server.records import find_record
from tavli.server.refused import RefusedError
from tavli.server.rollouts import rollouts_in
from tavli.server.study.file_job import Fault, KeptFile, KeptMatch, text_of
from tavli.server.study.rolled_notes import PlacedRollout
from tavli.server.study.steps import MatchInFile, StudiedMatch, steps_of

MOST_FILES: Final = 30
"""A player's files; with one more, the oldest is forgotten."""

MOST_FILES_OF_ALL: Final = 3000

MOST_EVENTS: Final = 8000
"""A match of 25 points has some 3,000; each is told with its board."""

Source = Literal["match", "file"]


@dataclass(frozen=True, slots=True)
class Found:
    """A record, what was wrong with it, and the matches it stands among.

    *computers* are the levels of the seats that the computer had.
    """

    record: MatchRecord
    text: str
    name: str
    computers: Mapping[Colour, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    more_faults: int = 0
    others: tuple[MatchInFile, ...] = ()
    rollouts: tuple[PlacedRollout, ...] = ()


def keep_file(player: Player, name: str, content: bytes, now: int) -> StudiedFile:
    """Keep *content*, an encoded `KeptFile`, and forget what is too old."""
    with transaction.atomic():
        mine = StudiedFile.objects.filter(by=player)
        kept = StudiedFile.objects.create(
            by=player,
            name=name,
            content=content.decode(),
            size=len(content),
            created=now,
        )
        for files, most in (
            (mine, MOST_FILES),
            (StudiedFile.objects.all(), MOST_FILES_OF_ALL),
        ):
            old = files.order_by("-created", "-pk").values_list("pk", flat=True)[most:]
            StudiedFile.objects.filter(pk__in=list(old)).delete()
        return kept


def find(source: Source, study_id: str, number: int) -> Found:
    """Return a record to study.

    Raises:
        RefusedError: there is none, it is too long, damaged, or still being played.
    """
    found = _of_match(study_id) if source == "match" else _of_file(study_id, number)
    _check_length(found.record)
    return found


def walked(source: Source, study_id: str, number: int) -> StudiedMatch:
    """Return a match step by step.

    Raises:
        RefusedError: as `find`.
    """
    found = find(source, study_id, number)
    header, steps = found.record.header, steps_of(found.record)
    return StudiedMatch(
        source=source,
        id=study_id,
        number=number,
        name=found.name,
        players=_players(header),
        game=header.rules.game,
        length=str(header.rules.length),
        options=dict(header.rules.options),
        steps=steps,
        computers=dict(found.computers),
        faults=found.faults,
        more_faults=found.more_faults,
        others=found.others,
        rollouts=tuple(one for _, one in rollouts_in(found.rollouts, steps)),
    )


def _check_length(record: MatchRecord) -> None:
    if len(record.events) > MOST_EVENTS:
        raise RefusedError(
            "match_too_long",
            f"This match has {len(record.events):,} events, and a match to study has "
            f"at most {MOST_EVENTS:,}.",
        )


def _of_match(match_id: str) -> Found:
    record = find_record(match_id)
    if record is None:
        raise _unknown("There is no such match.")
    if not Result.objects.filter(match_id=match_id).exists():
        raise RefusedError(
            "match_under_way",
            "This match is still being played; it can be studied when it is over.",
            HTTPStatus.CONFLICT,
        )
    return Found(record, text_of(record), match_id, _computers(match_id))


def _of_file(file_id: str, number: int) -> Found:
    file = StudiedFile.objects.filter(pk=file_id).first()
    if file is None:
        raise _unknown("This file is not known here, or not any more: bring it again.")
    kept = msgspec.json.decode(file.content, type=KeptFile)
    if not 0 <= number < len(kept.matches):
        count = len(kept.matches)
        raise _unknown(f"This file has no match {number + 1}; it holds {count}.")
    match = kept.matches[number]
    record = _record(match)
    others = tuple(_listed(k, one) for k, one in enumerate(kept.matches))
    return Found(
        record,
        match.record,
        file.name,
        faults=match.faults,
        more_faults=match.more_faults,
        others=others if len(others) > 1 else (),
        rollouts=match.rollouts,
    )


def _computers(match_id: str) -> dict[Colour, str]:
    match = Match.objects.select_related("white", "black").get(pk=match_id)
    seats: tuple[tuple[Colour, Player], ...] = (("w", match.white), ("b", match.black))
    return {
        colour: player.level for colour, player in seats if player.kind == Kind.COMPUTER
    }


def _listed(number: int, match: KeptMatch) -> MatchInFile:
    header = read_header((1, match.record.partition("\n")[0]))
    return MatchInFile(
        number=number,
        players=_players(header),
        game=header.rules.game,
        length=str(header.rules.length),
    )


def _record(match: KeptMatch) -> MatchRecord:
    return read(io.BytesIO(match.record.encode()))


def _players(header: Header) -> dict[Colour, str]:
    return {"w": header.white, "b": header.black}


def _unknown(text: str) -> RefusedError:
    return RefusedError("unknown_match", text, HTTPStatus.NOT_FOUND)
