"""Find the position in whatever was pasted: a line, identifiers, a link, a text."""

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

from tavli.notation.identifiers import find_identifier
from tavli.notation.position import PositionLine, read_position
from tavli.rules import RULESETS
from tavli.server.study.teller import StudyError

_ENTRY: Final = r"(?:(?:bar|\d{1,3}):\d{1,3}|\d{1,3}x)"
_SIDE: Final = rf"(?:-|{_ENTRY}(?:,{_ENTRY}){{0,25}})"
_LINE: Final = re.compile(
    rf"\b(?:{'|'.join(RULESETS)})(?::[\w=,.-]+)?[ \t]+{_SIDE}[ \t]+{_SIDE}[ \t]+[wb?]"
    r"(?:[ \t]+(?:(?:dice|cube|score|turn)=[\w@/-]+|crawford|jacoby|beavers))*",
    re.ASCII | re.IGNORECASE,
)
_ALONE: Final = re.compile(rf"\s*(?:{'|'.join(RULESETS)})\b", re.ASCII | re.IGNORECASE)
_LINK: Final = re.compile(r"\bhttps?://\S{1,2000}", re.ASCII)


def find_position(text: str) -> PositionLine:
    """Return the position that stands somewhere in *text*.

    Raises:
        NotationError: what stands there is wrong or impossible; the sentence says why.
        StudyError: there is none.
    """
    if (found := _LINE.search(text)) is not None:
        return read_position(found.group())
    if (linked := _from_link(text)) is not None:
        return read_position(linked)
    if _ALONE.match(text) and len(text) <= 1000:
        return read_position(text)  # for the sentence about what is wrong in it
    if (line := find_identifier(text)) is not None:
        return line
    raise StudyError(
        "no_position_found",
        "There is no position in this text: paste a position line, or the identifiers "
        "of a backgammon program.",
    )


def _from_link(text: str) -> str | None:
    """Return the position that a link to a study carries."""
    for link in _LINK.findall(text[:4000]):
        try:
            carried = parse_qs(urlsplit(link).query).get("position")
        except ValueError:
            continue
        if carried:
            return str(carried[0])
    return None
