"""Every example in docs/protocol.md is a message of the protocol."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tavli.protocol import client, events, requests, server
from tavli.protocol.actions import Action

_DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
_BLOCK = re.compile(r"^```json (.*?)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_UNIONS = {
    "client": client.ClientMessage,
    "server": server.ServerMessage,
    "event": events.Event,
    "action": Action,
}


def _examples() -> Iterator[tuple[str, str]]:
    decoder = json.JSONDecoder()
    for label, block in _BLOCK.findall(_DOCUMENT.read_text(encoding="utf-8")):
        rest = block.strip()
        while rest:
            value, end = decoder.raw_decode(rest)
            yield label, json.dumps(value)
            rest = rest[end:].strip()


EXAMPLES = tuple(_examples())


@pytest.mark.parametrize(("label", "example"), EXAMPLES)
def test_an_example_is_read_and_written_again_unchanged(label, example):
    kind = _UNIONS.get(label) or getattr(requests, label.split()[1])
    message = msgspec.json.decode(example, type=kind, strict=True)
    written = json.loads(msgspec.json.encode(message))
    example = json.loads(example)
    # Fields with a default may be left out; nothing else may be lost or added.
    assert {key: written[key] for key in example} == example or example == written


@pytest.mark.parametrize("label", ["client", "server", "event", "action"])
def test_the_document_shows_every_message(label):
    shown = {
        type(msgspec.json.decode(example, type=_UNIONS[label])).__name__
        for kind, example in EXAMPLES
        if kind == label
    }
    assert shown == {kind.__name__ for kind in _UNIONS[label].__args__}


def test_the_document_names_every_code():
    from tavli.protocol import ProtocolCode

    text = _DOCUMENT.read_text(encoding="utf-8")
    missing = [c.value for c in ProtocolCode if f"`{c.value}`" not in text]
    assert not missing
