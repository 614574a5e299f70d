"""A match that is given up on a small phone: its sheets, and the card at its end."""

from typing import Final

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.visitor import SMALL_PHONE, Visitor
from tavli.words import LANGUAGES

_HAS_FOCUS: Final = "(what) => document.activeElement.matches(what)"
_HIDDEN: Final = """(card) => {
    const { bottom } = card.getBoundingClientRect()
    return [...card.querySelectorAll('a, button')]
        .filter((one) => one.getBoundingClientRect().bottom > bottom)
        .map((one) => one.textContent)
}"""


def test_who_thinks_better_of_it_is_back_at_the_menu(visit: Visit) -> None:
    page = _plays(visit, "en").page
    page.locator(".top .icon").first.focus()
    page.keyboard.press("Enter")
    page.locator("dialog .more .plain").first.focus()
    page.keyboard.press("Enter")
    page.locator("dialog .stack").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate(_HAS_FOCUS, ".top .icon:first-child")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_there_is_to_do_at_the_end_is_seen(visit: Visit, language: str) -> None:
    visitor = _plays(visit, language)
    _gives_up(visitor.page)
    card = visitor.page.locator(".card")
    card.locator("[data-act=study]").wait_for()
    for size in (SMALL_PHONE, (320, 568), (390, 844), (844, 390)):
        visitor.resize(*size)
        assert card.evaluate(_HIDDEN) == [], size


def _gives_up(page: Page) -> None:
    page.locator(".top .icon").first.click()
    page.locator("dialog .more .plain").first.click()
    page.locator("dialog .stack .quiet").click()
    page.locator("dialog .stack .btn:not(.main)").click()


def _plays(visit: Visit, language: str) -> Visitor:
    visitor = visit(quick=True, cookies={"tavli_lang": language}, size=SMALL_PHONE)
    visitor.start("portes", "3")
    visitor.page.locator(".acts .btn.main").wait_for()
    return visitor
