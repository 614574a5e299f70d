"""The languages that everything speaks: their own names, their direction."""

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final


class Direction(Enum):
    """The way a language is written, as HTML's ``dir`` names it."""

    LEFT_TO_RIGHT = "ltr"
    RIGHT_TO_LEFT = "rtl"


@dataclass(frozen=True, slots=True)
class Language:
    """A language as its own readers call it.

    *point* and *comma* are its decimal sign and its thousands sign; digits are
    0 to 9 in all of them.
    """

    code: str
    name: str
    direction: Direction
    point: str
    comma: str


GREEK: Final = Language("el", "Ελληνικά", Direction.LEFT_TO_RIGHT, ",", ".")
ENGLISH: Final = Language("en", "English", Direction.LEFT_TO_RIGHT, ".", ",")
TURKISH: Final = Language("tr", "Türkçe", Direction.LEFT_TO_RIGHT, ",", ".")
ARABIC: Final = Language("ar", "العربية", Direction.RIGHT_TO_LEFT, ".", ",")

LANGUAGES: Final = MappingProxyType(
    {language.code: language for language in (GREEK, ENGLISH, TURKISH, ARABIC)}
)
"""Every language by its code, in the order in which a reader is offered them."""


def find_language(code: str) -> Language:
    """Return the language of a code such as ``el`` or ``el-GR``.

    Raises:
        ValueError: one sentence that names the languages there are.
    """
    language = LANGUAGES.get(code[:35].replace("_", "-").partition("-")[0].lower())
    if language is None:
        known = ", ".join(LANGUAGES)
        raise ValueError(f"the languages are {known}, not {code[:35]!r}")
    return language
