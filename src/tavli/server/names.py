"""What a player may call himself."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24

# Joiners belong into Persian and Arabic words and into emoji; all other signs
# without a look of their own are ways to imitate somebody or to break a line.
_JOINERS: Final = "\u200c\u200d"
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
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
    if any(_is_unseen(sign) for sign in name):
        raise BadNameError("A name can't hold control or direction characters.")
    if _longest_run_of_marks(name) > _MOST_MARKS_IN_A_ROW:
        raise BadNameError("A name can't pile marks on one letter.")
    return name


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN and sign not in _JOINERS


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for sign in name:
        run = run + 1 if unicodedata.category(sign) in _MARKS else 0
        longest = max(longest, run)
    return longest
