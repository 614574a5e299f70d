"""Questions and answers, one JSON object a line."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from tavli.bots.levels import STRONGEST
from tavli.engine import question
from tavli.engine.analyst import DEEPEST, Analyst
from tavli.engine.answer import Answer, Refusal
from tavli.engine.replies import reply_to

LONGEST_QUESTION: Final = 4096
"""Bytes; a question is a position line and a few words."""

_question: Final = msgspec.json.Decoder(question.Question)
_encoder: Final = msgspec.json.Encoder()


class _Named(msgspec.Struct, frozen=True):
    """What even an answer to nonsense wants to know of it."""

    id: str | None = None


_REMEDIES: Final = {
    "ask": f"ask is one of {', '.join(question.KINDS)}",
    "level": f"levels are 1, the weakest, to {STRONGEST}",
    "depth": f"a depth is 0 to {DEEPEST} plies",
    "dice": "dice are written like 6-1",
}
"""What may stand in a field, by its name, where the decoder's words are scant."""

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
        except (ValueError, RecursionError) as fault:
            return Refusal(id=_name_in(line), error=_sentence(fault))


def _name_in(line: bytes) -> str | None:
    try:
        return _named.decode(line).id
    except (ValueError, RecursionError):
        return None


def _sentence(fault: Exception) -> str:
    """Return what is wrong on one line, and what is allowed instead if that helps."""
    if isinstance(fault, RecursionError):
        return "this line is nested too deep: a question is one flat object"
    said = " ".join(str(fault).split())[:500]
    if isinstance(fault, msgspec.ValidationError):
        remedies = (what for name, what in _REMEDIES.items() if f"{name}`" in said)
        return "; ".join([said, *remedies])
    if isinstance(fault, msgspec.DecodeError):
        return f"this line is no JSON object: {said}"
    return said
