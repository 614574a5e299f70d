"""The conversations in docs/protocol.md, held with the engine as it is shipped."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavli.engine.analyst import house_analyst
from tavli.engine.question import Question
from tavli.engine.session import Session
from tavli.engine.ubgi import Ubgi

_DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
_BLOCK = re.compile(r"^```text (engine|ubgi)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SLACK = 0.001
"""By how much another processor may judge otherwise; another net is to be told of."""

Turn = tuple[str, list[str]]


def _turns(kind: str) -> Iterator[Turn]:
    """Yield what is asked, each with the lines that answer it."""
    text = _DOCUMENT.read_text(encoding="utf-8")
    (block,) = [block for found, block in _BLOCK.findall(text) if found == kind]
    turn: Turn | None = None
    for line in block.splitlines():
        who, _, said = line.partition(" ")
        if who == ">":
            if turn is not None:
                yield turn
            turn = (said, [])
        else:
            assert turn is not None
            turn[1].append(said)
    assert turn is not None
    yield turn


QUESTIONS = tuple(_turns("engine"))


@pytest.mark.parametrize(("asked", "told"), QUESTIONS)
def test_a_question_is_answered_as_the_document_says(asked, told):
    (answer,) = Session(house_analyst()).answers([asked.encode()])
    (expected,) = told
    found = json.loads(answer)
    line = f"{_DOCUMENT.name} should say:\n< {json.dumps(found)}"
    assert _is_like(found, json.loads(expected)), line


def test_the_document_asks_every_question():
    asked = {json.loads(question)["ask"] for question, _ in QUESTIONS}
    tags = {kind.__struct_config__.tag for kind in Question.__args__}
    assert asked == tags


def test_the_talk_goes_as_the_document_says():
    engine = Ubgi(house_analyst())
    for asked, told in _turns("ubgi"):
        replies = [reply.decode() for reply in engine.replies([asked.encode()])]
        assert [re.sub(r"^(id name tavli) .*", r"\1", one) for one in replies] == told


def _is_like(answer: Any, expected: Any) -> bool:
    """Whether both are the same but for how a processor rounds."""
    if isinstance(expected, float):
        return abs(answer - expected) <= _SLACK
    if isinstance(expected, dict):
        return answer.keys() == expected.keys() and all(
            _is_like(answer[key], value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        pairs = zip(answer, expected, strict=True)
        return len(answer) == len(expected) and all(_is_like(*pair) for pair in pairs)
    return bool(answer == expected)
