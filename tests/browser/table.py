"""A table as its reader uses it: only what the page shows may be pressed."""

import time
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

_SEEN: Final = """() => {
    const all = (what) => [...document.querySelectorAll(what)]
    const answer = '.acts .main:not([data-act=roll])'
    const has = (what) => document.querySelector(what) !== null
    return {
        card: document.querySelector('#end-title')?.textContent ?? null,
        over: has('.card a[download]'),
        next: has('.card button.main:not([disabled])'),
        roll: has('[data-act=roll]:not([disabled])'),
        done: has(answer + ':not([disabled]):not([aria-disabled=true])'),
        may_take_back: has('.acts button:first-child[aria-disabled=false]'),
        spots: all('.hits .can').map((button) => Number(button.dataset.spot)),
    }
}"""
_ONE_GAME_SECONDS: Final = 240.0


class Table:
    """Plays on *page* by pressing what is lit, the rearmost checker first as a rule."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.presses = 0
        self.random = Random(seed)

    def seen(self) -> dict[str, Any]:
        """Return what the page offers just now."""
        found: dict[str, Any] = self.page.evaluate(_SEEN)
        return found

    def step(self) -> bool:
        """Press one thing that is offered; False if there is nothing to press."""
        seen = self.seen()
        if seen["over"]:
            return False
        if seen["next"]:
            self.press(".card button.main")
        elif seen["spots"] and not self._is_finished(seen):
            self.tap(self._pick(seen["spots"]))
        elif seen["done"]:
            self.press(".acts .main:not([data-act=roll])")
        elif seen["roll"]:
            self.press("[data-act=roll]")
        else:
            return False
        return True

    def press(self, what: str) -> None:
        """Press a button, unless the page was quicker and took it away."""
        self.presses += 1
        self.page.evaluate("(what) => document.querySelector(what)?.click()", what)

    def tap(self, spot: int) -> None:
        """Put a finger on a point, the bar or the place for borne-off checkers."""
        self.presses += 1
        box = self.page.locator(f'.hits [data-spot="{spot}"]').bounding_box()
        if box is not None:
            self.page.mouse.click(
                box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            )

    @property
    def is_over(self) -> bool:
        """Whether the card of the match's end lies on the board."""
        return bool(self.seen()["over"])

    def _pick(self, spots: list[int]) -> int:
        return self.random.choice(spots) if self.random.random() < 0.2 else max(spots)

    @staticmethod
    def _is_finished(seen: dict[str, Any]) -> bool:
        return bool(seen["done"]) and not seen["spots"]


def play_to_the_end(*tables: Table, seconds: float = _ONE_GAME_SECONDS) -> None:
    """Let *tables*, which are windows on one match, play until it is over."""
    deadline = time.monotonic() + seconds
    while not all(table.is_over for table in tables):
        pressed = [table.step() for table in tables]
        if not any(pressed):
            tables[0].page.wait_for_timeout(30)
        if time.monotonic() > deadline:
            seen = [table.seen() for table in tables]
            raise AssertionError(f"the match did not end; the pages show {seen}")
