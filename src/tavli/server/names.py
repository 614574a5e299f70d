"""What a player may call himself."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

# What Unicode lets a font ignore though it counts as letter or mark, and signs that are
# drawn as nothing: ways to imitate somebody, or to have no name at all.
_BLANKS: Final = frozenset(
    map(
        chr,
        (
            0x034F,  # combining grapheme joiner
            *(0x115F, 0x1160, 0x3164, 0xFFA0),  # Hangul fillers
            *(0x17B4, 0x17B5),  # inherent vowels of Khmer
            *(*range(0x180B, 0x180E), 0x180F),  # Mongolian variation selectors
            0x2800,  # Braille without a dot
            *range(0xFE00, 0xFE10),  # variation selectors
            0x16FE4,  # filler of the Khitan script
            0x1D159,  # a note without a head
            *(0x13441, 0x13442),  # blanks among hieroglyphs
            *range(0xE0100, 0xE01F0),  # more variation selectors
        ),
    )
)
_ZWNJ, _ZWJ = "\u200c", "\u200d"
_SELECTORS: Final = frozenset("\ufe0e\ufe0f")
"""They choose between the two looks of an emoji."""

_EMOJI_BESIDES_SYMBOLS: Final = frozenset("\u203c\u2049\u2139\u3030")
_KEYCAP: Final = "\u20e3"
_KEYS: Final = frozenset("#*0123456789")
_SCRIPTS_THAT_JOIN: Final = (
    range(0x0600, 0x10A0),  # Arabic, the scripts of India, up to Burmese
    range(0x1780, 0x18B0),  # Khmer, Mongolian
    range(0xFB50, 0xFDFE),  # forms of Arabic letters
    range(0xFE70, 0xFEFD),
)

_VIRAMA: Final = 9
"""The combining class of the marks that take a letter's vowel away."""

_MARKS: Final = frozenset({"Mn", "Me"})
_MOST_MARKS_IN_A_ROW: Final = 3


class BadNameError(ValueError):
    """A name nobody may have; the sentence says why."""


def clean_name(text: str) -> str:
    """Return *text* as a name: composed, trimmed, single spaces.

    Raises:
        BadNameError: it is empty, too long, or holds signs that can't be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or not any(unicodedata.category(sign)[0] in "LNSP" for sign in name):
        raise BadNameError("A name has at least one letter or sign.")
    if len(name) > LONGEST_NAME:
        raise BadNameError(
            f"A name has at most {LONGEST_NAME} characters, not {len(name)}."
        )
    if any(_hides(name, place) for place in range(len(name))):
        raise BadNameError("A name can't hold signs that can't be seen.")
    if _longest_run_of_marks(name) > _MOST_MARKS_IN_A_ROW:
        raise BadNameError("A name can't pile marks on one letter.")
    return name


def _hides(name: str, place: int) -> bool:
    """Whether the sign at *place* is unseen and doesn't shape one that is seen."""
    sign, before, after = name[place], name[:place][-1:], name[place + 1 :][:1]
    if sign in _SELECTORS:
        return not (_is_emoji(before) or (before in _KEYS and after == _KEYCAP))
    if sign == _ZWJ and (_is_emoji(before) or before in _SELECTORS):
        return not _is_emoji(after)
    if sign in (_ZWNJ, _ZWJ):
        ends = unicodedata.combining(before or " ") == _VIRAMA  # as a word may in India
        return not (
            _is_of_joining_script(before) and (ends or _is_of_joining_script(after))
        )
    return unicodedata.category(sign) in _UNSEEN or sign in _BLANKS


def _is_emoji(sign: str) -> bool:
    if not sign or sign.isascii() or sign in _BLANKS:
        return False
    return unicodedata.category(sign)[0] == "S" or sign in _EMOJI_BESIDES_SYMBOLS


def _is_of_joining_script(sign: str) -> bool:
    return bool(sign) and any(ord(sign) in script for script in _SCRIPTS_THAT_JOIN)


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for sign in name:
        run = run + 1 if unicodedata.category(sign) in _MARKS else 0
        longest = max(longest, run)
    return longest
