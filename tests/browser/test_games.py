"""One page plays the computer in each game to its end, and says all that happens."""

import re
from collections.abc import Iterable
from typing import Final

import pytest

from browser.conftest import Visit
from browser.table import Table, play_to_the_end
from browser.visitor import Visitor
from tavli.words import catalogue

# Everything that the live region ever says; it keeps only the latest.
_LISTEN: Final = """() => {
    window.heard = []
    const region = document.querySelector('[role=log][aria-live=polite]')
    const note = (node) => node.nodeName === 'P' && window.heard.push(node.textContent)
    for (const line of region.children) note(line)
    new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) note(node)
    }).observe(region, { childList: true })
}"""
_THROW: Final = re.compile(r": ([1-6]-[1-6])$")
_PLAY: Final = re.compile(r": (bar|\d+)/")
_POINT: Final = re.compile(r"(?:bar|off|\d+)(?=[/* ^]|$)")
_ISOLATES: Final = re.compile("[\u2066-\u2069]")


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga", "backgammon"])
def test_a_game_against_the_computer_to_its_end(visit: Visit, game: str) -> None:
    visitor = visit(quick=True)
    length = "1" if game == "backgammon" else "game"
    match = visitor.start(game, length)
    visitor.page.locator("[role=log]").wait_for(state="attached")
    visitor.page.evaluate(_LISTEN)
    play_to_the_end(Table(visitor.page))

    (listed,) = visitor.call("GET", "/api/matches")["finished"]
    assert listed["match"] == match
    assert listed["result"] in ("won", "lost", "drawn")
    heard = heard_by(visitor)
    events = [event for step in visitor.look()["history"] for event in step["events"]]
    thrown = [event["dice"] for event in events if event["event"] == "roll"]
    rolls = [found[1] for line in heard if (found := _THROW.search(line))]
    assert _sorted_dice(rolls) == _sorted_dice(thrown)
    played = [event["play"] for event in events if event["event"] == "play"]
    plays = [line for line in heard if _PLAY.search(line) or "no legal move" in line]
    assert len(plays) == len(played)
    for line, play in zip(plays, played, strict=True):
        assert set(_POINT.findall(line)) <= set(_POINT.findall(play)), (line, play)
    assert catalogue("en").text("your_turn") in heard
    assert visitor.page.locator("#end-title").inner_text() in heard


def heard_by(visitor: Visitor) -> list[str]:
    """Return what the live region has said so far, without marks of direction."""
    lines: list[str] = visitor.page.evaluate("window.heard")
    return [_ISOLATES.sub("", line) for line in lines]


def _sorted_dice(throws: Iterable[str]) -> list[list[str]]:
    return [sorted(throw.split("-")) for throw in throws]
