"""Split a line into its fields, each knowing the column where it begins."""

import re
from typing import Final, NamedTuple

from tavli.notation.errors import NotationError, quoted
from tavli.words.findings import finding

LONGEST_LINE: Final = 1000
"""No position needs more; a longer line is refused unread."""

# A blank ends a field, unless a comma stands before it.
_FIELD: Final = re.compile(r"(?:,[ \t]*|[^\s,])+")


class Field(NamedTuple):
    """A piece of a line: its text, lower case, and its first column from 1."""

    text: str
    column: int

    def pieces(self, separator: str) -> "tuple[Field, ...]":
        """Return the parts between *separator*, blanks trimmed, columns kept."""
        found, start = [], 0
        for part in self.text.split(separator):
            blanks = len(part) - len(part.lstrip())
            found.append(Field(part.strip(), self.column + start + blanks))
            start += len(part) + len(separator)
        return tuple(found)


def split_fields(line: str) -> tuple[Field, ...]:
    """Return the fields of *line* in lower case.

    Only plain letters are folded, so that no language's case rules can change a
    key; anything else than printable ASCII is refused where it stands.
    """
    if len(line) > LONGEST_LINE:
        raise NotationError(finding("text_long", most=LONGEST_LINE, found=len(line)))
    for column, character in enumerate(line, start=1):
        if character not in "\t\r\n" and not " " <= character <= "~":
            raise NotationError(finding("character", text=quoted(character)), column)
    lowered = line.lower()
    return tuple(Field(m.group(), m.start() + 1) for m in _FIELD.finditer(lowered))
