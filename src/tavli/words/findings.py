"""What is wrong in a file or a text: a code with its values, told in any language."""

from dataclasses import dataclass
from typing import Final

from tavli.words.catalogues import Catalogue, catalogue
from tavli.words.languages import ENGLISH

_COUNTED: Final = frozenset(("most", "found", "more"))
"""Values that are written as counts are, with a sign between thousands."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, whose sentence is the row *code* of the catalogues.

    *values* fill its places; what is behind it, *why*, is told in the place of that
    name. A row with plural forms is told for *n* things. Sentences begin small and
    have no full stop, so that they can follow a place.
    """

    code: str
    values: tuple[tuple[str, str | int], ...] = ()
    why: "Finding | None" = None

    def text(self, words: Catalogue) -> str:
        """Return the sentence in the language of *words*."""
        values = dict(self.values)
        for name in _COUNTED & values.keys():
            if isinstance(count := values[name], int):
                values[name] = words.number(count)
        if self.why is not None:
            values["why"] = self.why.text(words)
        if isinstance(n := values.pop("n", None), int):
            return words.count(self.code, n, **values)
        return words.text(self.code, **values)

    @property
    def sentence(self) -> str:
        """The sentence in English, for a terminal and a log."""
        return self.text(catalogue(ENGLISH.code))


def finding(code: str, why: Finding | None = None, /, **values: str | int) -> Finding:
    """Return the finding of *code*, one of ``entries/faults.toml``."""
    return Finding(f"fault.{code}", tuple(values.items()), why)
