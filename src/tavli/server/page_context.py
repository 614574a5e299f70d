"""What every template knows: its language, the built page, the way home."""

from typing import Any

from django.http import HttpRequest

from tavli.server.languages import capitalised, language_of
from tavli.server.vite import built_page
from tavli.words import catalogue, find_language


def page_context(request: HttpRequest) -> dict[str, Any]:
    """Return what templates are given besides what their view says."""
    language = find_language(language_of(request))
    return {
        "lang": language.code,
        "dir": language.direction.value,
        "home": catalogue(language.code).text("tavli"),
        "start_page": catalogue(language.code).text("page.to_home"),
        "rules_word": capitalised(
            catalogue(language.code).text("rules"), language.code
        ),
        "assets": built_page(),
    }
