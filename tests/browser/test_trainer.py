"""Mistakes are taken from a match and practised, by hand and by keys."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.looks import barriers, overflows
from browser.test_study import MATCH_TEXT
from browser.visitor import DESKTOP, PHONE, Visitor
from tavli.words import catalogue

_PATIENCE_MS: Final = 180_000
_ISOLATES: Final = re.compile("[\u2066-\u2069]")


def test_without_mistakes_it_says_what_to_do(visit: Visit) -> None:
    visitor = _arrive(visit, language="el", size=PHONE)
    page = visitor.page
    visitor.open("/trainer")
    words = catalogue("el").text("page.trainer.none")
    assert page.locator(".none").inner_text() == words
    assert _looked_at(page) == []


def test_a_mistake_is_made_again_and_then_no_more(visit: Visit) -> None:
    visitor = _arrive(visit)
    page = visitor.page
    _bring_mistakes(visitor)
    page.locator(".take .links a").click()
    _plays_by_hand(page, (6, 3), (6, 5))
    page.locator("[data-verdict=error]").wait_for()
    assert _plain(page, ".reasons li:first-child")
    assert page.locator(".arrows path[stroke-dasharray]").count() > 0
    assert _looked_at(page) == []
    # On by the same key; the next one is given up.
    page.keyboard.press("Enter")
    page.locator("[data-act=give-up]").click()
    page.locator("[data-verdict=shown]").wait_for()
    page.locator("[data-act=next]").click()
    # Both come back later; whoever wants may go on, and changes no date.
    page.locator("[data-act=ahead]").click()
    _types(page, "8/5 6/5")
    page.locator("[data-verdict=best]").wait_for()
    stays = catalogue("en").text("page.trainer.date_stays", date="").partition(":")[0]
    assert stays in _plain(page, "[data-due]")
    page.locator("[data-act=forget]").click()
    page.locator("[data-act=ahead]").wait_for()
    assert _plain(page, ".counts").endswith("1")


@pytest.mark.parametrize(("language", "size"), [("ar", PHONE), ("tr", DESKTOP)])
def test_the_trainer_has_room_and_no_barriers(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = _arrive(visit, language=language, size=size)
    page = visitor.page
    _bring_mistakes(visitor)
    visitor.open("/trainer")
    page.locator("[data-act=give-up]").wait_for()
    faults = _looked_at(page)
    page.locator("[data-act=give-up]").click()
    page.locator("[data-verdict=shown]").wait_for()
    assert [*faults, *_looked_at(page)] == []


def _arrive(visit: Visit, **wishes: object) -> Visitor:
    language = str(wishes.setdefault("language", "en"))
    visitor = visit(quick=True, cookies={"tavli_lang": language}, **wishes)
    visitor.page.set_default_timeout(_PATIENCE_MS)
    return visitor


def _bring_mistakes(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/study")
    page.locator("input[type=file]").set_input_files(
        {"name": "x.mat", "mimeType": "text/plain", "buffer": MATCH_TEXT.encode()}
    )
    page.locator("[data-take=w]").click()
    page.locator(".take .links a").wait_for()


def _plays_by_hand(page: Page, *moves: tuple[int, int]) -> None:
    page.locator("[data-act=answer]").wait_for()
    for source, target in moves:
        page.locator(f"[data-spot='{source}']").click()
        page.locator(f"[data-spot='{target}']").click()
    page.locator("[data-act=answer][aria-disabled=false]").click()


def _types(page: Page, play: str) -> None:
    """Type *play*, and answer with what lies on the board."""
    page.locator("#typed-play").fill(play)
    page.locator("#typed-play").press("Enter")
    page.locator("#typed-play").press("Enter")


def _plain(page: Page, selector: str) -> str:
    return _ISOLATES.sub("", page.locator(selector).inner_text()).strip()


def _looked_at(page: Page) -> list[str]:
    return [*overflows(page), *barriers(page)]
