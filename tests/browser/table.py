"""A table as its reader uses it: only what the page shows may be pressed."""

import time
from random import Random
from typing import Any, Final

from playwright.sync_api import Page

# What can be pressed, each with the place where a finger meets it: a button that lies
# under something, or out of the window, is not offered.
_SEEN: Final = """() => {
    const place = (button) => {
        const box = button.getBoundingClientRect()
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        return button.contains(document.elementFromPoint(x, y)) ? [x, y] : null
    }
    const find = (what) => {
        const button = document.querySelector(what)
        return button && place(button)
    }
    const spots = [...document.querySelectorAll('.hits .can')]
        .map((button) => [Number(button.dataset.spot), place(button)])
        .filter(([, place]) => place !== null)
    const free = ':not([disabled]):not([aria-disabled=true])'
    return {
        over: document.querySelector('.card a[download]') !== null,
        next: find('.card button.main' + free),
        roll: find('[data-act=roll]' + free),
        done: find('.acts .main:not([data-act=roll])' + free),
        take_back: find('.acts button:first-child[aria-disabled=false]'),
        spots: Object.fromEntries(spots),
    }
}"""
_ONE_GAME_SECONDS: Final = 480.0
_WAIT_SECONDS: Final = 15.0

Place = tuple[float, float]


class Table:
    """Plays on *page* by pressing what is lit, the rearmost checker first as a rule."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = Random(seed)
        self.is_over = False

    def seen(self) -> dict[str, Any]:
        """Return what the page offers just now, and where."""
        found: dict[str, Any] = self.page.evaluate(_SEEN)
        found["spots"] = {int(spot): at for spot, at in found["spots"].items()}
        self.is_over = found["over"]
        return found

    def step(self) -> bool:
        """Press one thing that is offered; False if there is nothing to press."""
        seen = self.seen()
        if seen["over"]:
            return False
        spots: dict[int, Place] = seen["spots"]
        offered = seen["next"] or seen["roll"] or seen["done"]
        at = spots[self._pick(list(spots))] if spots else offered
        if at is None:
            return False
        self.page.mouse.click(*at)
        return True

    def press(self, what: str) -> None:
        """Press what *seen* calls so, as soon as it is offered."""
        deadline = time.monotonic() + _WAIT_SECONDS
        while (at := self.seen()[what]) is None:
            assert time.monotonic() < deadline, f"{what} is not offered: {self.seen()}"
            self.page.wait_for_timeout(30)
        self.page.mouse.click(*at)

    def _pick(self, spots: list[int]) -> int:
        return self.random.choice(spots) if self.random.random() < 0.2 else max(spots)


def play_to_the_end(*tables: Table, seconds: float = _ONE_GAME_SECONDS) -> None:
    """Let *tables*, which are windows on one match, play until it is over."""
    deadline = time.monotonic() + seconds
    while not all(table.is_over for table in tables):
        pressed = [table.step() for table in tables]
        if not any(pressed):
            tables[0].page.wait_for_timeout(20)
        if time.monotonic() > deadline:
            seen = [table.seen() for table in tables]
            raise AssertionError(f"the match did not end; the pages show {seen}")
