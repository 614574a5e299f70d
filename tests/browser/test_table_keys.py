"""At the table by keys: what was pressed keeps the focus, or hands it on."""

import json
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Page, WebSocketRoute

from browser.conftest import Visit
from browser.table import Table
from browser.test_friends import sit_down
from browser.visitor import SMALL_PHONE, Visitor
from tavli.words import catalogue

_HAS_FOCUS: Final = "(what) => document.activeElement.matches(what)"
_ON_BOARD: Final = ".hits button"
_DOUBLE: Final = "[data-act=double]"
_LAST_LINE: Final = ".moves [data-line][tabindex='0']"
_BACK: Final = ".looking .main"


def test_a_refused_press_leads_to_no_other_button(visit: Visit) -> None:
    visitor = visit(quick=True)
    page = visitor.page
    answers = _holds_what_is_pressed(page)
    visitor.start("backgammon", "money", opponent="same_device")
    table = Table(page)
    table.press("roll")
    while table.seen()["done"] is None:
        if not table.step():
            page.wait_for_timeout(20)
    table.press("done")
    page.locator(_DOUBLE).focus()
    answers.append(_refused)
    page.keyboard.press("Enter")
    page.locator(".say.trouble").wait_for()
    assert _stands_on(page, f"{_DOUBLE}[aria-disabled=false]")
    answers.append(_unanswered)
    page.keyboard.press("Enter")
    page.locator(f"{_DOUBLE}[aria-disabled=true]").wait_for()
    page.keyboard.press("Enter")
    assert _stands_on(page, _DOUBLE)
    assert page.locator("[data-act=roll][aria-disabled=true]").count() == 1


def test_who_looked_back_goes_on_at_the_board(visit: Visit) -> None:
    visitor = visit(quick=True)
    page = visitor.page
    visitor.start("portes", "game", opponent="same_device")
    table = Table(page)
    while page.locator(_LAST_LINE).count() == 0 or not table.seen()["spots"]:
        if not table.step():
            page.wait_for_timeout(20)
    _presses(page, _LAST_LINE)
    _presses(page, ".looking .icon:first-child")
    assert _stands_on(page, ".looking .icon:first-child[aria-disabled=true]")
    page.keyboard.press("Enter")
    assert page.locator(".looking .num").inner_text().startswith("1 ")
    _presses(page, _BACK)
    page.wait_for_function(_HAS_FOCUS, arg=_ON_BOARD)


def test_who_closes_the_result_is_at_the_board(visit: Visit) -> None:
    visitor = visit(quick=True, size=SMALL_PHONE)
    visitor.start("portes", "3")
    _gives_up(visitor)
    _presses(visitor.page, ".card .lnk .plain")
    visitor.page.wait_for_function(_HAS_FOCUS, arg=_ON_BOARD)


def test_who_asks_for_a_rematch_stays_at_the_result(visit: Visit) -> None:
    host, friend = (visit(quick=True, size=SMALL_PHONE) for _ in range(2))
    sit_down(host, friend, "portes", "3")
    _gives_up(host)
    states = [one.page.locator(".card .ways [role=status]") for one in (host, friend)]
    for state in states:
        state.wait_for(state="attached")
        assert state.inner_text() == ""
    _presses(host.page, ".card .ways button.main")
    host.page.wait_for_function(_HAS_FOCUS, arg="#end-title")
    text = catalogue("en").text
    friend.page.wait_for_function(
        "() => document.querySelector('.card .ways [role=status]').textContent !== ''"
    )
    assert [state.inner_text() for state in states] == [
        text("page.rematch_asked"),
        text("page.rematch_offered"),
    ]


_Answer = Callable[[WebSocketRoute, dict[str, Any], dict[str, Any]], None]


def _holds_what_is_pressed(page: Page) -> list[_Answer]:
    """Stand between *page* and its server; give each answer in the list once."""
    answers: list[_Answer] = []
    views: list[dict[str, Any]] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def told(message: str | bytes) -> None:
            views.extend(_views_in(json.loads(message)))
            route.send(message)

        def asked(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] == "act" and answers:
                answers.pop(0)(route, frame, views[-1])
            else:
                server.send(message)

        server.on_message(told)
        route.on_message(asked)

    page.route_web_socket("**/socket", between)
    return answers


def _views_in(frame: dict[str, Any]) -> list[dict[str, Any]]:
    return [frame["view"]] if "view" in frame else []


def _refused(route: WebSocketRoute, act: dict[str, Any], view: dict[str, Any]) -> None:
    answer = {"type": "refused", "code": "not_now", "text": "Not now.", "view": view}
    answer |= {name: act[name] for name in ("match", "id", "version")}
    route.send(json.dumps(answer))


def _unanswered(
    _route: WebSocketRoute, _act: dict[str, Any], _view: dict[str, Any]
) -> None:
    """Leave the page waiting."""


def _presses(page: Page, what: str) -> None:
    page.locator(what).first.focus()
    page.keyboard.press("Enter")


def _stands_on(page: Page, what: str) -> bool:
    return bool(page.evaluate(_HAS_FOCUS, what))


def _gives_up(visitor: Visitor) -> None:
    page = visitor.page
    page.locator(".hits").wait_for()
    page.locator(".top .icon").first.click()
    page.locator("dialog .more .plain").first.click()
    page.locator("dialog .stack .quiet").click()
    page.locator("dialog .stack .btn:not(.main)").click()
    page.locator("#end-title").wait_for()
