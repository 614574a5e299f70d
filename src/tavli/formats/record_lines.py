"""The lines of our own record, each of them bounded, and what is wrong in one."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

from tavli.formats.errors import FieldError, RecordError
from tavli.words.findings import finding

LONGEST_LINE: Final = 8192
LONGEST_NOTE: Final = 262_144
"""A line of another program's remarks may be this long."""

MOST_LINES: Final = 1_000_000

_NOTE: Final = b'{"event":"note",'


def read_lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the lines of *stream* that say something, with their numbers.

    Never more than one line is held; each is bounded, and so is their number.
    """
    for number in range(1, MOST_LINES + 2):
        line = stream.readline(LONGEST_NOTE + 1)
        if not line:
            return
        if number > MOST_LINES:
            break
        most = LONGEST_NOTE if line.startswith(_NOTE) else LONGEST_LINE
        if len(line) > most:
            raise RecordError(finding("record_line_long", most=most), number)
        text = _decoded(line, number).rstrip("\r\n")
        if text.strip():
            yield number, text
    raise RecordError(finding("record_most_lines", most=MOST_LINES))


def _decoded(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(finding("not_utf8"), number, error.start + 1) from error


@contextmanager
def placed(text: str, number: int) -> Iterator[None]:
    """Turn what is wrong with a field into an error with its line and column."""
    try:
        yield
    except FieldError as error:
        at = re.search(rf'"{re.escape(error.key)}"\s*:', text)
        column = at.start() + 1 if at else 1
        raise RecordError(error.what, number, column) from error
