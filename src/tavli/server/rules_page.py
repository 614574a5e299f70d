"""The rules of each game, in the reader's language."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from tavli.server.languages import capitalised, language_links, language_of
from tavli.words import PAGES, Catalogue, catalogue, rules_page

_RULE_NUMBER: Final = re.compile(r"[A-Z]\d+(?= )")


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Answer with the rules page of *game*; ``?lang=`` chooses the language."""
    if game not in PAGES:
        raise Http404
    language = language_of(request)
    words = catalogue(language)
    context = {
        "title": capitalised(f"{words.text('rules')}: {_name(words, game)}", language),
        "body": _rendered(language, game),
        "games": [(page, _name(words, page), page == game) for page in PAGES],
        "languages": language_links(request),
    }
    return render(request, "rules.html", context)


def _name(words: Catalogue, page: str) -> str:
    return words.text("dice_proof" if page == "dice" else page)


@lru_cache(maxsize=64)
def _rendered(language: str, game: str) -> SafeString:
    # HTML in the source is off, so that the texts can hold nothing but prose.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(rules_page(language, game))
    for heading, text in pairwise(tokens):
        number = _RULE_NUMBER.match(text.content)
        if heading.type == "heading_open" and number:
            heading.attrSet("id", number[0])  # a link can name a rule
    body = str(markdown.renderer.render(tokens, markdown.options, {}))
    return mark_safe(body)  # noqa: S308  # our own files, and HTML is off
