"""Which of the four languages a page speaks, and in which direction."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from tavli.words import LANGUAGES


def current_language() -> str:
    """Return the language of this request; Django took the cookie or the browser's."""
    language = (translation.get_language() or settings.LANGUAGE_CODE)[:2]
    return language if language in LANGUAGES else str(settings.LANGUAGE_CODE)


def language_of(request: HttpRequest) -> str:
    """Return the language of a page that may be asked for with ``?lang=``."""
    asked = request.GET.get("lang", "")
    return asked if asked in LANGUAGES else current_language()


def language_links(request: HttpRequest) -> list[tuple[str, str, bool]]:
    """Return code and own name of every language, and which one is being read."""
    chosen = language_of(request)
    return [(code, known.name, code == chosen) for code, known in LANGUAGES.items()]


def capitalised(text: str, language: str) -> str:
    """Return *text* with a capital at its start, as *language* writes it."""
    first = "İ" if language == "tr" and text.startswith("i") else text[:1].upper()
    return first + text[1:]
