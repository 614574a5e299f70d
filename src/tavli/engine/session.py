"""Questions and answers, one JSON object a line."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tavli.engine import question
from tavli.engine.analyst import Analyst
from tavli.engine.answer import Answer, Refusal
from tavli.engine.replies import reply_to
from tavli.evaluation.net import NetError

LONGEST_QUESTION: Final = 4096
"""Bytes; a question is a position line and a few words."""

_question: Final = msgspec.json.Decoder(question.Question)
_encoder: Final = msgspec.json.Encoder()


class _Named(msgspec.Struct, frozen=True):
    """What even an answer to nonsense wants to know of it."""

    id: str | None = None


_named: Final = msgspec.json.Decoder(_Named)


class Session:
    """Answers questions one by one, each by itself: nothing is kept between them."""

    def __init__(self, analyst: Analyst) -> None:
        self._analyst = analyst

    def answers(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Yield an answer for each of *lines*, except blank ones."""
        for line in lines:
            if line.strip():
                yield _encoder.encode(self.answer(line))

    def answer(self, line: bytes) -> Answer:
        """Return the answer to one question, or why there is none."""
        if len(line) > LONGEST_QUESTION:
            return Refusal(error=f"a line has at most {LONGEST_QUESTION} bytes")
        try:
            return reply_to(self._analyst, _question.decode(line))
        except (ValueError, RecursionError, NetError) as fault:
            return Refusal(id=_name_in(line), error=_one_line(fault))


def _name_in(line: bytes) -> str | None:
    try:
        return _named.decode(line).id
    except (ValueError, RecursionError):
        return None


def _one_line(fault: Exception) -> str:
    return " ".join(str(fault).split())[:500]
