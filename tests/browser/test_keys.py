"""A whole game by keyboard alone, and what a screen reader hears of it."""

import re
import time
from typing import Any, Final

from playwright.sync_api import Page

from browser.conftest import Visit
from browser.table import Table
from live.choices import walk
from tavli.protocol import Graph

_MOST_TABS: Final = 60
_MOST_PRESSES: Final = 30
_GAME_SECONDS: Final = 480.0
_FOCUS: Final = """() => {
    const here = document.activeElement
    const box = here.getBoundingClientRect()
    const spot = here.dataset.spot
    return {
        spot: spot === undefined ? null : Number(spot),
        x: box.x + box.width / 2, y: box.y + box.height / 2,
        shows: here.matches(':focus-visible'),
    }
}"""


class Keys:
    """Hands on a keyboard: Tab, arrows, Enter, and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go_to(self, what: str) -> None:
        """Press Tab until *what* has the focus."""
        for _ in range(_MOST_TABS):
            if self.page.evaluate(
                "(what) => document.activeElement.matches(what)", what
            ):
                assert self._focus()["shows"], f"the focus on {what} cannot be seen"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    def stands_on(self, what: str) -> bool:
        """Whether *what* has the focus."""
        return bool(
            self.page.evaluate("(what) => document.activeElement.matches(what)", what)
        )

    def press(self, what: str) -> None:
        """Go to a button and press it."""
        self.go_to(what)
        self.page.keyboard.press("Enter")

    def go_to_spot(self, spot: int) -> None:
        """Walk over the board with the arrows."""
        self.go_to(".hits button")
        goal = self.page.locator(f'.hits [data-spot="{spot}"]').bounding_box()
        assert goal is not None
        x, y = goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2
        for _ in range(_MOST_PRESSES):
            here = self._focus()
            if here["spot"] == spot:
                return
            if abs(x - here["x"]) > goal["width"] * 0.6:
                self.page.keyboard.press("ArrowRight" if x > here["x"] else "ArrowLeft")
            else:
                self.page.keyboard.press("ArrowDown" if y > here["y"] else "ArrowUp")
        raise AssertionError(f"the arrows do not lead to {spot}")

    def _focus(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(_FOCUS)
        return found


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit(quick=True)
    page, keys, table = visitor.page, Keys(visitor.page), Table(visitor.page)
    visitor.open("/")
    keys.press("[aria-expanded=false]")
    keys.go_to("input[name=game]")
    page.keyboard.press("ArrowRight")
    assert page.locator("input[name=game][value=portes]").is_checked()
    keys.press(".panel .go")
    page.wait_for_url("**/m/*")
    deadline = time.monotonic() + _GAME_SECONDS
    while not (seen := table.seen())["over"]:
        assert time.monotonic() < deadline, f"the game did not end: {seen}"
        _type_what_is_offered(keys, seen)
    assert page.evaluate("document.activeElement.id") == "end-title"


def _type_what_is_offered(keys: Keys, seen: dict[str, Any]) -> None:
    if seen["spots"]:
        keys.go_to_spot(max(seen["spots"]))
        keys.page.keyboard.press("Enter")
    elif seen["done"] and keys.stands_on(".hits button"):
        keys.page.keyboard.press("Enter")  # no need to leave the board
    elif seen["done"]:
        keys.press(".acts .main")
    elif seen["roll"]:
        keys.press("[data-act=roll]")
    else:
        keys.page.wait_for_timeout(30)


def test_plays_can_be_typed(visit: Visit) -> None:
    visitor = visit(quick=True)
    visitor.start("plakoto", "game", opponent="same_device")
    table, keys = Table(visitor.page), Keys(visitor.page)
    table.press("roll")
    for _ in range(4):
        visitor.page.locator(".hits .can").first.wait_for()
        before = visitor.look()
        play = " ".join(walk(_graph(before), table.random))
        keys.go_to("#typed-play")
        visitor.page.keyboard.type(play)
        visitor.page.keyboard.press("Enter")
        visitor.page.locator(".acts .main[aria-disabled=false]").wait_for()
        visitor.page.keyboard.press("Enter")
        visitor.page.locator("[data-act=roll]").wait_for()
        told = visitor.look(since=before["version"])["history"][0]["events"][0]
        assert re.sub(r"[*^]", "", told["play"]) == play
        table.press("roll")


def test_a_typed_play_that_is_none_is_refused_in_words(visit: Visit) -> None:
    visitor = visit(quick=True)
    visitor.start("portes", "game", opponent="same_device")
    Table(visitor.page).press("roll")
    visitor.page.locator(".hits .can").first.wait_for()
    for wrong in ("hello", "13/25", "2/1 2/1 2/1 2/1", "😀", "24/18" * 12):
        visitor.page.locator("#typed-play").fill(wrong)
        visitor.page.keyboard.press("Enter")
        visitor.page.locator(".say.trouble").wait_for()
        assert visitor.look()["view"]["phase"] == "to_play"


def _graph(joined: dict[str, Any]) -> Graph:
    import msgspec

    return msgspec.convert(joined["view"]["graph"], Graph)
