"""Look into packed files before they are believed: how large, and where damaged."""

import zlib
from typing import Final

from tavli.formats.errors import RecordError
from tavli.words.findings import finding

MOST_UNPACKED: Final = 64 * 1024 * 1024
"""No match unpacks to more; one that claims to is refused before it does."""

_PIECE: Final = 4096
_STEP: Final = 256 * 1024
_EITHER: Final = zlib.MAX_WBITS | 32  # a zlib or a gzip head


def check_packed(content: bytes, start: int, kind: str) -> None:
    """See that what begins at byte *start* unpacks, and to no more than a match.

    Raises:
        RecordError: it breaks off, is damaged, or is too large, with the offset.
    """
    _, fault = unpacked(content, start, kind)
    if fault:
        raise fault


def unpacked(content: bytes, start: int, kind: str) -> tuple[bytes, RecordError | None]:
    """Return what begins at byte *start*, as far as it unpacks, and why not farther.

    Raises:
        RecordError: it is too large; no more of it was unpacked than a match takes.
    """
    unpacker, at = zlib.decompressobj(_EITHER), start
    whole = bytearray()
    while not unpacker.eof:
        piece = unpacker.unconsumed_tail or content[at : at + _PIECE]
        if not piece:
            fault = RecordError(finding("breaks_off", kind=kind), offset=len(content))
            return bytes(whole), fault
        fed = at if unpacker.unconsumed_tail else at + len(piece)
        try:
            whole += unpacker.decompress(piece, _STEP)
        except zlib.error:
            return bytes(whole), RecordError(
                finding("cannot_unpack", kind=kind), offset=at
            )
        at = fed
        if len(whole) > MOST_UNPACKED:
            raise RecordError(
                finding("unpacks_too_large", kind=kind, most=MOST_UNPACKED),
                offset=start,
            )
    return bytes(whole), None
