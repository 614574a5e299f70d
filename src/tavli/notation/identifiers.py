"""Every identifier of other programs: found in any text, written for any line."""

from collections.abc import Callable
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from tavli.notation.errors import NotationError
from tavli.notation.fibs_board import find_fibs_board, write_fibs_board
from tavli.notation.gnu_line import find_gnu_line, match_id_of
from tavli.notation.match_id import write_match_id
from tavli.notation.ogid import find_ogid, write_ogid
from tavli.notation.position import PositionLine, read_position
from tavli.notation.position_id import write_position_id
from tavli.notation.xgid import find_xgid, write_xgid
from tavli.rules import RULESETS, Contact

LONGEST_PASTE: Final = 20_000
"""An identifier is looked for in so many characters of what was pasted."""


def find_identifier(text: str) -> PositionLine | None:
    """Return the position whose identifier stands anywhere in *text*, if one does.

    Known are XGID, OGID, the board line of FIBS and the identifiers of GNU
    Backgammon; whatever text stands around them is passed over.

    Raises:
        NotationError: what looks like an identifier is wrong.
    """
    pasted = text[:LONGEST_PASTE]
    for find in (find_xgid, find_fibs_board, find_ogid, find_gnu_line):
        if line := find(pasted):
            return line
    return None


def read_any_position(text: str) -> PositionLine:
    """Return the position of *text*: a position line, or an identifier in any text.

    Raises:
        NotationError: one sentence that says what is wrong.
    """
    if not text.lower().lstrip().startswith(tuple(RULESETS)):
        return find_identifier(text) or read_position(text)
    try:
        return read_position(text)
    except NotationError:
        # The name may also be the first word of what stands around an identifier.
        with suppress(NotationError):
            if found := find_identifier(text):
                return found
        raise


def identifiers_of(line: PositionLine) -> dict[str, str]:
    """Return every identifier that has room for all that *line* says, by name."""
    found: dict[str, str] = {}
    if line.ruleset.contact is Contact.HIT:
        found["GNU position ID"] = write_position_id(line.position)
    if not line.ruleset.has_cube:
        return found
    for name, write in _WRITERS.items():
        with suppress(NotationError):
            found[name] = write(line)
    return found


def _write_gnu_match(line: PositionLine) -> str:
    return write_match_id(match_id_of(line))


_WRITERS: Final = MappingProxyType[str, Callable[[PositionLine], str]](
    {
        "GNU match ID": _write_gnu_match,
        "XGID": write_xgid,
        "OGID": write_ogid,
        "FIBS board": write_fibs_board,
    }
)
