"""Analyse a whole match, and write reports of the analysis."""

import csv
import io
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from tavli.formats.judge import Complaint
from tavli.formats.load import load_matches
from tavli.server.study.teller import Teller
from tavli.words import Catalogue, catalogue
from tavli.words.findings import finding

if TYPE_CHECKING:
    from tavli.analysis.cache import AnswerCache
    from tavli.analysis.study import Study

Report = Literal["fields", "html", "csv", "text"]

_NAME: Final = "match.tavli"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchJob:
    """Where were points lost in the match of *record*, told as *report*?

    *cache* is a file of answers: what was looked into once is not looked into again.
    *damaged* names the games in whose file something was wrong.
    """

    record: str
    depth: int
    language: str
    report: Report
    cache: Path | None
    damaged: tuple[int, ...] = ()

    def answer(self, teller: Teller) -> bytes:
        """Return the report as JSON: fields, or one text."""
        found = self._studied(teller)
        told = _TELLERS[self.report](found, catalogue(self.language))
        return json.dumps(told, ensure_ascii=False).encode()

    def _studied(self, teller: Teller) -> "Study":
        from tavli.analysis.judge import Depth
        from tavli.analysis.study import study
        from tavli.analysis.workshop import Workshop

        (match,) = load_matches(self.record.encode(), _NAME)
        faults = (Complaint(game, 0, finding("damaged_game")) for game in self.damaged)
        match = replace(match, complaints=(*match.complaints, *faults))
        with _opened(self.cache) as cache:
            workshop = Workshop(Depth(self.depth), cache=cache, processes=1)
            return study(match, workshop, teller.tell)


def _opened(path: Path | None) -> "AbstractContextManager[AnswerCache | None]":
    from tavli.analysis.cache import AnswerCache

    return nullcontext() if path is None else AnswerCache(path, _log.warning)


def _as_fields(found: "Study", words: Catalogue) -> object:
    from tavli.analysis.fields import as_fields

    return as_fields(found, words)


def _as_page(found: "Study", words: Catalogue) -> object:
    from tavli.analysis.page import as_page

    return as_page([found], words)


def _as_text(found: "Study", words: Catalogue) -> object:
    from tavli.analysis.text import as_text

    return as_text(found, words)


def _as_csv(found: "Study", words: Catalogue) -> object:
    from tavli.analysis.rows import rows_of

    del words
    rows = tuple(rows_of(found))
    if not rows:
        return ""
    text = io.StringIO()
    writer = csv.DictWriter(text, tuple(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


_TELLERS: Final[Mapping[Report, Callable[["Study", Catalogue], object]]] = (
    MappingProxyType(
        {
            "fields": _as_fields,
            "html": _as_page,
            "text": _as_text,
            "csv": _as_csv,
        }
    )
)
