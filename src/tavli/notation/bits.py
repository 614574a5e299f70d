"""Strings of bits as GNU Backgammon packs them: low bits first, in Base64."""

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass, field

from tavli.notation.errors import NotationError, quoted
from tavli.words.findings import finding


@dataclass(slots=True)
class BitReader:
    """Take numbers off the front of a bit string, each low bit first."""

    bits: int
    at: int = field(default=0)

    def take(self, width: int) -> int:
        """Return the next *width* bits as a number."""
        value = (self.bits >> self.at) & ((1 << width) - 1)
        self.at += width
        return value

    def count_ones(self) -> int:
        """Return how many ones stand before the next zero, and pass both."""
        ones = 0
        while self.take(1):
            ones += 1
        return ones


def join(numbers: Iterable[tuple[int, int]]) -> int:
    """Return the bit string of (value, width) pairs, the first one lowest."""
    bits, at = 0, 0
    for value, width in numbers:
        bits |= value << at
        at += width
    return bits


def to_base64(bits: int, size: int) -> str:
    """Return *bits* as *size* bytes in Base64, without padding."""
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def from_base64(text: str, size: int, what: str) -> int:
    """Return the bit string of *size* bytes in *text*.

    Raises:
        NotationError: *text* is no *what*; of two texts for the same bytes only
            the one that `to_base64` writes is taken.
    """
    length = -(-size * 8 // 6)
    if len(text) != length:
        raise NotationError(
            finding(
                "id_length", kind=what, most=length, text=quoted(text), found=len(text)
            )
        )
    try:
        found = base64.b64decode(text + "=" * (-length % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise NotationError(
            finding("id_characters", text=quoted(text), kind=what)
        ) from error
    bits = int.from_bytes(found, "little")
    if to_base64(bits, size) != text:
        raise NotationError(finding("id_end", text=quoted(text), kind=what))
    return bits
