"""The first line of our own record: who plays what, by which rules."""

from dataclasses import dataclass
from typing import Final

from tavli.formats.errors import FieldError, RecordError, bad_rules
from tavli.formats.json_fields import Fields, Json, hex_text, read_object
from tavli.formats.record_lines import placed
from tavli.match.rules import MatchRules
from tavli.rules import Player
from tavli.words.findings import finding

VERSION: Final = 2
"""The newest version; one without remarks is written as version 1."""

LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a record says before the first event.

    *commitment* is the SHA-256 that was published before the match, in hex.
    """

    match: str
    rules: MatchRules
    white: str
    black: str
    commitment: str | None = None


def header_to_fields(header: Header, version: int) -> Json:
    """Return *header* as the first line of a record of *version*."""
    fields: Json = {
        "tavli_record": version,
        "match": header.match,
        "game": header.rules.game,
        "length": str(header.rules.length),
        "options": dict(header.rules.options),
        "players": {"w": header.white, "b": header.black},
    }
    if header.commitment is not None:
        fields["commitment"] = header.commitment
    return fields


def read_header(line: tuple[int, str]) -> Header:
    """Return the header that the first *line* of a record is.

    Raises:
        RecordError: it is none, or of a version this program doesn't know.
    """
    number, text = line
    if not text:
        raise RecordError(finding("record_empty"), number)
    fields = read_object(text, number)
    with placed(text, number):
        return _read_header(Fields(fields))


def _read_header(fields: Fields) -> Header:
    if "tavli_record" not in fields:
        raise FieldError("", finding("no_record"))
    version = fields.integer("tavli_record", 1, 1_000_000)
    if version > VERSION:
        raise FieldError(
            "tavli_record",
            finding("newer_record", found=version, most=VERSION),
        )
    match = fields.text("match", 64)
    rules = _read_rules(fields)
    names = Fields(fields.texts("players", 2, LONGEST_NAME))
    white, black = (names.text(player.value, LONGEST_NAME) for player in Player)
    names.close()
    commitment = hex_text(fields, "commitment", 64) if "commitment" in fields else None
    fields.close()
    return Header(
        match=match, rules=rules, white=white, black=black, commitment=commitment
    )


def _read_rules(fields: Fields) -> MatchRules:
    game, length = fields.text("game", 20), fields.text("length", 10)
    options = fields.texts("options", 40, 40)
    try:
        return MatchRules.parse(game, length, options)
    except ValueError as error:
        raise FieldError("game", bad_rules(game, length, error)) from error
