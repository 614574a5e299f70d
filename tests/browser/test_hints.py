"""Levels are chosen, and hints asked for, shown and followed."""

import re
from typing import Final

import pytest

from browser.conftest import Visit
from browser.looks import barriers, overflows
from browser.table import Table
from browser.test_keys import Keys
from browser.visitor import DESKTOP, SMALL_PHONE, Visitor
from tavli.words import catalogue

_HINT: Final = "[data-act=hint]"
_ISOLATES: Final = re.compile("[\u2066-\u2069]")


def test_a_level_is_chosen_and_kept(visit: Visit) -> None:
    visitor = visit(quick=True)
    page = visitor.page
    visitor.open("/")
    page.locator("[aria-expanded=false]").first.click()
    page.locator("input[name=game][value=fevga]").check()
    page.locator("input[name=level][value=level-7]").check()
    page.locator(".panel .go").click()
    page.wait_for_url("**/m/*")
    expert = catalogue("en").text("level.7")
    page.locator(".who.them .level", has_text=f"7 · {expert}").wait_for()
    assert visitor.look()["players"]["b"]["level"] == "level-7"
    visitor.open("/")
    assert f"7 · {expert}" in page.locator("[data-way=computer]").inner_text()


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga", "backgammon"])
def test_a_hint_is_shown_and_can_be_followed(visit: Visit, game: str) -> None:
    visitor = visit(quick=True)
    page, keys = visitor.page, Keys(visitor.page)
    _begin(visitor, game)
    keys.press(_HINT)
    rows = page.locator(".hint button.row")
    rows.first.wait_for()
    assert page.locator(".arrows").count() == 1
    # The second best may be looked at, and the best is what is played.
    if rows.count() > 1:
        rows.nth(1).click()
        assert rows.nth(1).get_attribute("aria-pressed") == "true"
    best = _ISOLATES.sub("", rows.first.locator("b").inner_text())
    before = visitor.look()["version"]
    page.locator("#typed-play").fill(best)
    page.locator("#typed-play").press("Enter")
    page.locator(".acts .main[aria-disabled=false]").click()
    page.locator(".hint").wait_for(state="detached")
    page.locator("[data-act=roll]").wait_for()
    (step, *_) = visitor.look(since=before)["history"]
    assert step["version"] == before + 1


def test_who_closes_a_hint_by_keys_is_at_the_board(visit: Visit) -> None:
    visitor = visit(quick=True)
    page, keys = visitor.page, Keys(visitor.page)
    _begin(visitor, "portes")
    keys.press(_HINT)
    page.locator(".hint button.row").first.wait_for()
    page.locator(".hint header button").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.hits button')")


@pytest.mark.parametrize(
    ("language", "size"), [("ar", SMALL_PHONE), ("el", SMALL_PHONE), ("ar", DESKTOP)]
)
def test_a_hint_has_room_and_no_barriers(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    cookies = {"tavli_lang": language}
    visitor = visit(quick=True, language=language, size=size, cookies=cookies)
    _begin(visitor, "portes")
    visitor.page.locator(_HINT).click()
    visitor.page.locator("section.hint").wait_for()
    assert overflows(visitor.page) == []
    assert barriers(visitor.page) == []


def test_a_double_can_be_asked_about(visit: Visit) -> None:
    visitor = visit(quick=True)
    page = visitor.page
    _begin(visitor, "backgammon")
    table = Table(page)
    while table.seen()["done"] is None:
        table.step()
    table.press("done")
    page.locator("[data-act=double]").wait_for()
    page.locator(_HINT).click()
    choices = page.locator(".hint li.row b")
    choices.nth(1).wait_for()
    told = {catalogue("en").text(code) for code in ("double", "page.hint.no_double")}
    assert set(choices.all_inner_texts()) == told


def test_between_two_people_there_are_no_hints(visit: Visit) -> None:
    anna, babis = visit(quick=True), visit(quick=True)
    made = anna.call(
        "POST", "/api/challenges", {"game": "portes", "length": "game", "options": {}}
    )
    babis.call("POST", f"/api/challenges/{made['challenge']}/accept")
    match = anna.call("GET", f"/api/challenges/{made['challenge']}")["match"]
    for one in (anna, babis):
        one.open(f"/m/{match}")
    Table(anna.page).press("roll")
    for one in (anna, babis):
        one.page.locator(".who .turn").wait_for()
    ready = [one for one in (anna, babis) if one.page.locator(".hits .can").count()]
    assert ready
    for one in (anna, babis):
        assert one.page.locator(_HINT).count() == 0


def _begin(visitor: Visitor, game: str) -> None:
    """Sit down at one screen and play until a roll leaves a choice."""
    length = "money" if game == "backgammon" else "game"
    visitor.start(game, length, opponent="same_device")
    table = Table(visitor.page)
    table.press("roll")
    while not _has_choice(visitor):
        if not table.step():
            visitor.page.wait_for_timeout(30)
    visitor.page.locator(_HINT).wait_for()


def _has_choice(visitor: Visitor) -> bool:
    """Whether a roll waits that was not begun and can be played in several ways."""
    view = visitor.look()["view"]
    ends = [node for node in (view["graph"] or {"nodes": []})["nodes"] if node["final"]]
    return view["phase"] == "to_play" and len(ends) > 1
