"""Mistakes are taken from a match and practised, by hand and by keys."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, Response

from browser.conftest import Visit
from browser.looks import barriers, misses, overflows
from browser.test_study import MATCH_TEXT
from browser.visitor import DESKTOP, PHONE, Visitor
from tavli.words import catalogue

_PATIENCE_MS: Final = 180_000
_CUBE_TEXT: Final = """ 5 point match

 Game 1
 Anna : 0                            Babis : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2)  Doubles => 2                     Drops
      Wins 1 point
"""
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
    page.locator("[data-act=give-up]").wait_for()
    page.wait_for_function("document.activeElement.matches('.hits button')")
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


def test_the_cube_is_asked_about_and_answered_by_keys(visit: Visit) -> None:
    visitor = _arrive(visit)
    page = visitor.page
    _bring_mistakes(visitor, _CUBE_TEXT, sides="bw")
    page.locator(".take .links a").click()
    # What was taken first is asked first: a double that was passed.
    page.locator("[data-choice=drop]").focus()
    page.keyboard.press("2")
    page.locator("[data-verdict=error]").wait_for()
    told = _plain(page, ".verdict")
    assert "-" in _plain(page, ".verdict [data-choice=drop] .worth")
    assert catalogue("en").text("page.hint.depth", n=0) in told
    assert _looked_at(page) == []
    # The same key leads on, and the next question has the focus.
    page.keyboard.press("Enter")
    page.locator("[data-choice=roll]").wait_for()
    question = page.locator(".choices")
    assert question.evaluate("group => group === document.activeElement")
    name = _ISOLATES.sub("", question.get_attribute("aria-label") or "")
    assert name.startswith(
        _ISOLATES.sub("", catalogue("en").text("page.trainer.asks.double", n=2))
    )
    page.keyboard.press("1")
    page.locator("[data-verdict=best]").wait_for()
    assert page.locator("[data-act=next]").evaluate("b => b === document.activeElement")


@pytest.mark.parametrize(("language", "size"), [("el", PHONE), ("ar", DESKTOP)])
def test_the_cube_has_room_and_no_barriers(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = _arrive(visit, language=language, size=size)
    page = visitor.page
    _bring_mistakes(visitor, _CUBE_TEXT, sides="b")
    visitor.open("/trainer")
    page.locator("[data-choice=take]").wait_for()
    faults = _looked_at(page)
    page.locator("[data-choice=take]").click()
    page.locator("[data-verdict=best]").wait_for()
    assert [*faults, *_looked_at(page)] == []


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


def _bring_mistakes(
    visitor: Visitor, text: str = MATCH_TEXT, *, sides: str = "w"
) -> None:
    page = visitor.page
    visitor.open("/study")
    page.locator("input[type=file]").set_input_files(
        {"name": "x.mat", "mimeType": "text/plain", "buffer": text.encode()}
    )
    for side in sides:
        with page.expect_response(_is_taken):
            page.locator(f"[data-take={side}]").click()
        page.locator(".take .links a").wait_for()


def _is_taken(response: Response) -> bool:
    return (
        response.url.endswith("/api/trainer/collect")
        and response.json()["task"] is None
    )


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
    found = [*overflows(page), *barriers(page)]
    size = page.viewport_size
    return [*found, *misses(page)] if size and size["width"] < PHONE[0] + 1 else found
