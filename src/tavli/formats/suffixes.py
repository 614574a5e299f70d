"""Which suffix names which format, for reading and for writing."""

from pathlib import PurePath
from types import MappingProxyType
from typing import Final

from tavli.formats.load import FileKind
from tavli.formats.save import SaveKind

READ: Final = MappingProxyType(
    {
        ".tavli": FileKind.RECORD,
        ".jsonl": FileKind.RECORD,
        ".mat": FileKind.MATCH_TEXT,
        ".txt": FileKind.MATCH_TEXT,
        ".sgf": FileKind.SGF,
        ".xg": FileKind.XG,
        ".bgf": FileKind.BGF,
        ".ogxm": FileKind.OGXM,
        ".gvab": FileKind.OGXM,
    }
)
WRITTEN: Final = MappingProxyType(
    {
        ".tavli": SaveKind.RECORD,
        ".jsonl": SaveKind.RECORD,
        ".mat": SaveKind.MATCH_TEXT,
        ".txt": SaveKind.MATCH_TEXT,
        ".sgf": SaveKind.SGF,
        ".ogxm": SaveKind.OGXM,
        ".gvab": SaveKind.OGXM,
        ".html": SaveKind.PAGE,
        ".htm": SaveKind.PAGE,
    }
)


def suffix_of(name: str) -> str:
    """Return the suffix of *name* in lower case, with its dot."""
    return PurePath(name).suffix.lower()
