"""The rules pages: Markdown in the reader's language.

A rule's heading begins with its number (``### K8 Winning by the mother``), the same
number in every language, so that a link can name it.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tavli.words.catalogues import Catalogue, catalogue
from tavli.words.house_rules import HOUSE_RULES
from tavli.words.languages import find_language

PAGES: Final = ("tavli", "portes", "plakoto", "fevga", "backgammon", "dice")
"""The pages there are: the match, each game, and the proof of the dice."""

_ROOT: Final = Path(__file__).with_name("rules")
_SHARED: Final = ("hitting", "core")
"""Parts that several games have in common, each written once a language."""


def rules_page(code: str, page: str) -> str:
    """Return the Markdown of *page* in the language *code*.

    Raises:
        ValueError: there is no such language or no such page.
    """
    if page not in PAGES:
        raise ValueError(f"the pages are {', '.join(PAGES)}, not {page[:40]!r}")
    return _page(find_language(code).code, page)


@cache  # as many as there are languages and pages
def _page(code: str, page: str) -> str:
    text = _read(code, page)
    for part in _SHARED:
        text = text.replace(f"{{{{{part}}}}}\n", _read(code, part))
    house = "\n".join(_house_rules(catalogue(code), page))
    return text.replace("{{house}}\n", house)


def _read(code: str, name: str) -> str:
    return (_ROOT / code / f"{name}.md").read_text(encoding="utf-8")


def _house_rules(words: Catalogue, page: str) -> Iterator[str]:
    yield from (f"## {words.text('rules.house')}", "")
    yield from (words.text("rules.house_intro"), "")
    for rule in HOUSE_RULES.get(page, ()):
        yield from (f"### {words.text(rule.label)}", "")
        for value in rule.values:
            yield f"- {words.text(rule.sentence(value))} `{rule.key}={value}`"
        yield ""
