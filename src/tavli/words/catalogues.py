"""The words of one language, asked for by code."""

import gettext
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from tavli.words.languages import Direction, Language, find_language

LOCALE_ROOT: Final = Path(__file__).with_name("locale")
"""Where ``<language>/LC_MESSAGES/tavli.po`` and its compiled twin lie."""

_FIRST_STRONG_ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
_POP_ISOLATE: Final = "\N{POP DIRECTIONAL ISOLATE}"
_RIGHT_TO_LEFT: Final = frozenset(("R", "AL"))
_OTHER: Final = 100
"""A number of the category *other* in all languages: the form of a fraction."""


class UnknownWordError(KeyError):
    """A code that no catalogue has: the program asks for a word that isn't there."""


class _NoWord(gettext.NullTranslations):
    """The end of the line: what isn't in the catalogue is a fault, not a default."""

    def gettext(self, message: str) -> str:
        raise UnknownWordError(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        del msgid2, n
        raise UnknownWordError(msgid1)


class Catalogue:
    """The words, counts and numbers of one language."""

    def __init__(self, language: Language, messages: gettext.NullTranslations) -> None:
        """Speak *language* with *messages*, which are keyed by code."""
        self.language = language
        self._messages = messages

    def text(self, code: str, **values: str | int) -> str:
        """Return the text of *code* with *values* in its places.

        A value is isolated where its own direction could disturb the sentence.

        Raises:
            UnknownWordError: there is no such code.
        """
        return self._messages.gettext(code).format_map(self._placed(values))

    def count(self, code: str, n: float, **values: str | int) -> str:
        """Return the text of *code* for *n* things, in the form that *n* asks for.

        A fraction takes the form *other*, since gettext knows whole numbers only.

        Raises:
            UnknownWordError: there is no such code.
        """
        form = int(n) if n == int(n) else _OTHER
        text = self._messages.ngettext(code, code, form)
        return text.format_map({**self._placed(values), "n": self.number(n)})

    def number(self, value: float, *, places: int | None = None) -> str:
        """Write *value* as the language does, with *places* decimals if given."""
        text = f"{value:,}" if places is None else f"{value:,.{places}f}"
        signs = {",": self.language.comma, ".": self.language.point}
        return "".join(signs.get(sign, sign) for sign in text)

    def _placed(self, values: dict[str, str | int]) -> dict[str, str]:
        return {key: self._isolated(str(value)) for key, value in values.items()}

    def _isolated(self, value: str) -> str:
        if self.language.direction is Direction.RIGHT_TO_LEFT:
            disturbs = not value.isdecimal()
        else:
            disturbs = any(map(_is_right_to_left, value))
        return f"{_FIRST_STRONG_ISOLATE}{value}{_POP_ISOLATE}" if disturbs else value


def _is_right_to_left(sign: str) -> bool:
    return unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT


def catalogue(code: str) -> Catalogue:
    """Return the words of the language *code*, such as ``el`` or ``el-GR``.

    Raises:
        ValueError: there is no such language.
        FileNotFoundError: the catalogues were not compiled.
    """
    return _compiled(find_language(code))


@cache  # keyed by the languages there are, never by what a visitor sends
def _compiled(language: Language) -> Catalogue:
    file = LOCALE_ROOT / language.code / "LC_MESSAGES" / "tavli.mo"
    if not file.exists():
        raise FileNotFoundError(
            f"{file} is missing: install the package again, or run"
            " `python tools/words.py` in a checkout"
        )
    with file.open("rb") as stream:
        messages = gettext.GNUTranslations(stream)
    messages.add_fallback(_NoWord())
    return Catalogue(language, messages)
