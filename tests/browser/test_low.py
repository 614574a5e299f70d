"""Where the window is low: a phone on its side, a page at twice the size of text."""

from typing import Final

import pytest

from browser.conftest import Visit
from browser.table import Table
from browser.visitor import Visitor

LOW: Final = ((683, 425), (812, 375), (568, 320))

_OUT_OF_REACH: Final = """(buttons) => buttons.filter((button) => {
    const box = button.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    return box.bottom > innerHeight || !button.contains(document.elementFromPoint(x, y))
}).map((button) => button.textContent)"""


@pytest.mark.parametrize("language", ["el", "tr"])
@pytest.mark.parametrize("size", LOW)
def test_all_buttons_of_a_turn_are_in_reach(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = _plays(visit, language, size)
    buttons = visitor.page.locator(".acts button")
    assert buttons.count() == 3
    assert buttons.evaluate_all(_OUT_OF_REACH) == []


def test_the_settings_hold_what_the_panel_has_no_room_for(visit: Visit) -> None:
    visitor = _plays(visit, "en", LOW[0])
    page = visitor.page
    page.locator("header.top > .icon").last.click()
    page.locator("dialog #typed-play").wait_for()
    page.locator("dialog .more button").first.click()
    page.locator("dialog .stack").wait_for()


def test_the_board_of_the_study_is_large_enough_to_touch(visit: Visit) -> None:
    visitor = visit(quick=True, size=LOW[0])
    visitor.open("/study")
    board = visitor.page.locator(".board")
    board.wait_for()
    assert board.evaluate("(board) => board.clientWidth") >= 300


def _plays(visit: Visit, language: str, size: tuple[int, int]) -> Visitor:
    """Sit down against the computer, who gives hints, and wait for a roll to play."""
    visitor = visit(quick=True, size=size, cookies={"tavli_lang": language})
    visitor.start("portes", "3")
    table = Table(visitor.page)
    while not table.seen()["spots"]:
        if not table.step():
            visitor.page.wait_for_timeout(20)
    return visitor
