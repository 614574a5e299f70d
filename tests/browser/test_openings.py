"""First rolls are looked at: measured ones, and those that nobody measured yet."""

import re
from typing import Final

import pytest
from playwright.sync_api import Route

from browser.conftest import Visit
from browser.looks import barriers, overflows
from browser.visitor import DESKTOP, PHONE, Visitor
from tavli.words import catalogue

_PATIENCE_MS: Final = 180_000
_ISOLATES: Final = re.compile("[\u2066-\u2069]")


def test_a_first_roll_is_picked_by_keys_and_shared(visit: Visit) -> None:
    visitor = visit(quick=True, cookies={"tavli_lang": "en"})
    page = visitor.page
    visitor.open("/openings/portes")
    card = page.locator(".card-of[data-roll]")
    card.locator("[data-play='8/5 6/5'][aria-pressed=true]").wait_for()
    assert page.locator(".rolls label").count() == 21
    assert page.locator(".arrows path[fill=none]").count() > 0
    page.locator(".rolls input[value='3-1']").focus()
    page.keyboard.press("ArrowRight")
    card.locator("[data-play='24/21 13/11']").wait_for()
    assert card.get_attribute("data-roll") == "3-2"
    second = card.locator(".row").nth(1)
    play = second.get_attribute("data-play")
    second.click()
    told = _ISOLATES.sub("", page.locator(".say").inner_text())
    assert play is not None
    assert f"3-2: {play}" in told
    page.locator(".shared summary").click()
    link = page.locator("[data-link]").input_value()
    assert link == f"{visitor.origin}/openings/portes?roll=3-2"

    reader = visit(quick=True, size=PHONE, cookies={"tavli_lang": "ar"})
    reader.open(link.removeprefix(reader.origin))
    reader.page.locator("[data-roll='3-2'] .row").first.wait_for()
    assert reader.page.locator("html").get_attribute("dir") == "rtl"


def test_a_game_that_nobody_measured_says_so(visit: Visit) -> None:
    visitor = visit(quick=True, size=DESKTOP, cookies={"tavli_lang": "el"})
    page = visitor.page
    page.set_default_timeout(_PATIENCE_MS)
    _forget_tables(visitor)
    visitor.open("/openings/fevga?roll=6-5")
    words = catalogue("el").text("page.openings.unmeasured")
    assert page.locator(".unmeasured").inner_text() == words
    page.locator(".asked[data-state=still] .candidates .row").first.wait_for()
    assert page.locator(".asked .depth").count() >= 1
    assert [*overflows(page), *barriers(page)] == []


@pytest.mark.parametrize(("language", "size"), [("el", PHONE), ("ar", DESKTOP)])
def test_the_first_rolls_have_room_and_no_barriers(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = visit(quick=True, size=size, cookies={"tavli_lang": language})
    page = visitor.page
    visitor.open("/openings/portes?roll=6-6")
    page.locator("[data-roll='6-6'] .row").first.wait_for()
    for summary in page.locator(".study summary").all():
        summary.click()
    assert [*overflows(page), *barriers(page)] == []
    visitor.open("/openings/portes?roll=%3Cb%3E")
    page.locator("[data-roll='3-1'] .row").first.wait_for()


def _forget_tables(visitor: Visitor) -> None:
    """Answer as if no table were shipped, whichever are by now."""

    def without(route: Route) -> None:
        answer = route.fetch()
        fields = answer.json()
        fields["by"] = None
        for roll in fields["rolls"]:
            roll.pop("found", None)
        route.fulfill(response=answer, json=fields)

    visitor.page.route("**/api/openings/*", without)
