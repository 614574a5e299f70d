"""The four languages: words, counts and rules pages for everything that speaks."""

from tavli.words.catalogue import (
    LOCALE_ROOT,
    Catalogue,
    UnknownWordError,
    catalogue,
)
from tavli.words.languages import (
    ARABIC,
    ENGLISH,
    GREEK,
    LANGUAGES,
    TURKISH,
    Direction,
    Language,
    find_language,
)

__all__ = [
    "ARABIC",
    "ENGLISH",
    "GREEK",
    "LANGUAGES",
    "LOCALE_ROOT",
    "TURKISH",
    "Catalogue",
    "Direction",
    "Language",
    "UnknownWordError",
    "catalogue",
    "find_language",
]
