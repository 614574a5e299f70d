"""Studying by keys: the focus stays at hand, and what is found is read out."""

from pathlib import Path
from typing import Final
from urllib.parse import quote

from playwright.sync_api import Page, Route

from browser.conftest import Visit
from browser.test_study_faults import DROP
from browser.visitor import SMALL_PHONE, Visitor
from tavli.words import catalogue

_PATIENCE_MS: Final = 120_000
_START: Final = "24:2,13:5,8:3,6:5"
_LINE: Final = f"portes {_START} {_START} w dice=3-1"
_MATCH: Final = Path(__file__).parents[1] / "data/matches/seven-point.mat"

_HAS_FOCUS: Final = "(what) => document.activeElement.matches(what)"
_READ_OUT: Final = """() => [...document.querySelectorAll('.found p.vh[role=status]')]
    .map((one) => one.textContent).join(' ')"""
_ROW_IS_SEEN: Final = """() => {
    const list = document.querySelector('.steps').getBoundingClientRect()
    const row = document.querySelector('.steps [aria-current]').getBoundingClientRect()
    return row.top >= list.top - 1 && row.bottom <= list.bottom + 1
}"""


def test_the_focus_stays_where_a_pressed_button_goes_away(visit: Visit) -> None:
    page = _studies(visit).page
    _presses(page, "[data-act=deeper]")
    assert page.evaluate(_HAS_FOCUS, "[data-act=deeper], .found")
    page.locator(".progress").wait_for(state="detached")
    page.wait_for_function(_HAS_FOCUS, arg="[data-act=deeper], .found")
    page.locator(".rollout summary").click()
    page.locator(".rollout select").nth(1).select_option("5184")
    _presses(page, "[data-act=rollout]")
    assert page.evaluate(_HAS_FOCUS, "[data-act=rollout]")
    _presses(page, ".rollout .progress button")
    page.wait_for_function(_HAS_FOCUS, arg=".found")
    _presses(page, "[data-act=try]")
    page.locator(".branches").wait_for()
    page.wait_for_function(_HAS_FOCUS, arg=".found")


def test_a_refused_rollout_stays_open_with_its_refusal(visit: Visit) -> None:
    page = _studies(visit, expects=("503",)).page
    page.route("**/api/study/tasks", _refuses)
    page.locator(".rollout summary").click()
    _presses(page, "[data-act=rollout]")
    page.locator(".rollout [role=alert]").wait_for(state="visible")
    assert page.evaluate(_HAS_FOCUS, "[data-act=rollout]")


def test_a_rollout_that_was_shut_stays_shut_when_it_ends(visit: Visit) -> None:
    page = _studies(visit).page
    page.locator(".rollout summary").click()
    page.locator("[data-act=rollout]").click()
    page.locator(".rollout .progress").wait_for()
    page.locator(".rollout summary").click()
    page.locator(".rollout .progress").wait_for(state="detached")
    page.wait_for_timeout(100)
    assert page.locator(".rollout[open]").count() == 0


def test_a_refused_file_is_forgotten_once_a_position_is_set_up(visit: Visit) -> None:
    page = _studies(visit, expects=("400",)).page
    page.locator("[data-act=setup]").click()
    page.locator("[data-act=finish]").wait_for()
    page.evaluate(DROP, "good morning")
    page.locator("[role=alert]").wait_for()
    page.locator("[data-act=finish]").click()
    page.locator(".paste").wait_for()
    assert page.locator("[role=alert]").count() == 0


def test_what_was_found_is_read_out(visit: Visit) -> None:
    page = _studies(visit).page
    read_out = page.evaluate(_READ_OUT)
    assert "8/5 6/5" in read_out
    assert catalogue("en").text("page.hint.depth", n=1) in read_out


def test_what_was_copied_is_said_of_nothing_else(visit: Visit) -> None:
    page = _studies(visit).page
    page.locator(".shared summary").click()
    button = page.locator(".shared .btn").first
    before = button.inner_text()
    button.click()
    button.get_by_text(catalogue("en").text("page.copied")).wait_for()
    page.locator("[data-act=turn]").click()
    button.get_by_text(before, exact=True).wait_for()


def test_the_list_of_moves_follows_the_step_looked_at(visit: Visit) -> None:
    visitor = _arrive(visit)
    page = visitor.page
    visitor.open("/study")
    page.locator("input[type=file]").set_input_files(_MATCH)
    page.wait_for_url("**/study/file/*")
    page.locator(".steps [aria-current]").wait_for()
    for _ in range(12):
        page.locator("[data-act=next]").click()
        page.wait_for_function(_ROW_IS_SEEN)
    assert page.locator(".steps").evaluate("(list) => list.scrollTop") > 0


def test_a_phone_has_room_for_the_line_of_progress(visit: Visit) -> None:
    visitor = _arrive(visit, language="el", size=SMALL_PHONE)
    # Nobody answers: it goes on working.
    visitor.page.route("**/api/study/tasks", lambda _: None)
    visitor.open(f"/study/portes?position={quote(_LINE)}")
    visitor.page.locator(".progress").wait_for()
    width, _ = SMALL_PHONE
    wide = "document.documentElement.scrollWidth"
    assert visitor.page.evaluate(wide) == width


def _refuses(route: Route) -> None:
    answer = {"code": "busy", "text": "Too much is asked at once."}
    route.fulfill(status=503, json=answer)


def _presses(page: Page, what: str) -> None:
    page.locator(what).first.focus()
    page.keyboard.press("Enter")


def _studies(visit: Visit, **wishes: object) -> Visitor:
    visitor = _arrive(visit, **wishes)
    visitor.open(f"/study/portes?position={quote(_LINE)}")
    visitor.page.locator(".candidates .row").first.wait_for()
    visitor.page.locator(".found[data-state=still]").wait_for()
    return visitor


def _arrive(visit: Visit, *, language: str = "en", **wishes: object) -> Visitor:
    visitor = visit(quick=True, cookies={"tavli_lang": language}, **wishes)
    visitor.page.set_default_timeout(_PATIENCE_MS)
    return visitor
