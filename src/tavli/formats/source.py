"""The bytes of a file as text lines, bounded before anything is believed."""

import re
from pathlib import Path
from typing import Final

from tavli.formats.errors import RecordError
from tavli.words.findings import finding

MOST_BYTES: Final = 32 * 1024 * 1024
"""No match is longer; a larger file is refused unread."""

_HIGH: Final = re.compile(rb"[\xb8-\xff]")
_RUN_OF_HIGH: Final = re.compile(rb"[\xb8-\xff]{2,}")


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of *path*.

    Raises:
        RecordError: it is no plain file, or larger than *most* bytes.
        OSError: it can't be opened.
    """
    if path.is_dir():
        raise RecordError(finding("folder"))
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise RecordError(finding("file_too_large", most=most), offset=most)
    return content


def decode(content: bytes) -> str:
    """Return the text of *content*, whichever of the usual ways it is written in.

    Raises:
        RecordError: it holds bytes that no text holds.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _from_utf16(content)
    zero = content.find(b"\0")
    if zero >= 0:
        raise RecordError(finding("zero_bytes"), offset=zero)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode(_code_page(content), errors="replace")


def _code_page(content: bytes) -> str:
    """Return which Windows page *content* is likelier written in, Greek or Latin.

    In Greek nearly every letter of a word is beyond ASCII, in western languages
    hardly two that stand together.
    """
    together = sum(len(run) for run in _RUN_OF_HIGH.findall(content))
    alone = len(_HIGH.findall(content)) - together
    return "cp1253" if together > alone else "cp1252"


def _from_utf16(content: bytes) -> str:
    try:
        return content.decode("utf-16")
    except UnicodeDecodeError as error:
        raise RecordError(finding("broken_utf16"), offset=error.start) from error
