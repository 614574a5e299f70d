"""The four languages: words, counts and rules pages for everything that speaks."""

from tavli.words.catalogues import (
    LOCALE_ROOT,
    Catalogue,
    UnknownWordError,
    catalogue,
)
from tavli.words.house_rules import HOUSE_RULES, HouseRule
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
from tavli.words.pages import PAGES, rules_page

__all__ = [
    "ARABIC",
    "ENGLISH",
    "GREEK",
    "HOUSE_RULES",
    "LANGUAGES",
    "LOCALE_ROOT",
    "PAGES",
    "TURKISH",
    "Catalogue",
    "Direction",
    "HouseRule",
    "Language",
    "UnknownWordError",
    "catalogue",
    "find_language",
    "rules_page",
]
