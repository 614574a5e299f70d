"""Whatever somebody calls himself is a text, and stays in its place."""

from typing import Final

import pytest

from browser.conftest import Visit
from browser.looks import overflows
from browser.test_study import MATCH_TEXT
from browser.visitor import SMALL_PHONE

_PATIENCE_MS: Final = 180_000
SMALLEST: Final = (320, 568)
_BEGINS_IN_SIGHT: Final = """(name) => {
    const letter = document.createRange()
    letter.setStart(name.firstChild, 0)
    letter.setEnd(name.firstChild, 1)
    const [first, box] = [letter, name].map((one) => one.getBoundingClientRect())
    return first.left >= box.left - 1 && first.right <= box.right + 1
}"""
RIGHT_TO_LEFT: Final = "\N{RIGHT-TO-LEFT OVERRIDE}"

HOSTILE: Final = (
    "<script>alert(1)</script>"[:24],
    "<img src=x onerror=alert>",
    "{{ 7*7 }} ${7*7} %s",
    "'\"><b>&lt;&amp;",
    "W" * 24,
    "שלום مرحبا 123",
    "</script><!--",
)


def test_who_changes_the_name_writes_at_once_whatever_is_open(visit: Visit) -> None:
    visitor = visit(quick=True)
    page = visitor.page
    visitor.open("/")
    page.locator("[data-way=friend]").click()
    page.locator(".set .plain").focus()
    page.keyboard.press("Enter")
    page.locator("input[autocomplete=nickname]").wait_for()
    page.wait_for_timeout(100)
    assert page.evaluate("document.activeElement.autocomplete") == "nickname"


@pytest.mark.parametrize("name", [name[:24] for name in HOSTILE])
def test_a_hostile_name_is_shown_as_it_is_written(visit: Visit, name: str) -> None:
    host, friend = visit(size=SMALL_PHONE), visit(size=SMALL_PHONE)
    alarms: list[str] = []
    for visitor in (host, friend):
        visitor.page.on("dialog", lambda dialog: alarms.append(dialog.message))
    host.open("/")
    host.page.locator(".me + button").click()
    host.page.locator("input[autocomplete=nickname]").fill(name)
    host.page.locator("form .main").click()
    host.page.locator(".me bdi", has_text=name).wait_for()
    wanted = {"game": "portes", "length": "game", "options": {}}
    link = f"/c/{host.call('POST', '/api/challenges', wanted)['challenge']}"

    friend.open(link)
    friend.page.locator("button.main").wait_for()
    assert friend.page.locator(".pitch bdi").first.inner_text() == name
    assert overflows(friend.page) == []
    friend.page.locator("button.main").click()
    friend.page.wait_for_url("**/m/*")
    shown = friend.page.locator(".who.them .name b")
    shown.wait_for()
    assert shown.inner_text().casefold() == name.casefold()
    assert overflows(friend.page) == []
    host.open("/")
    assert overflows(host.page) == []
    assert alarms == []


def test_hostile_names_in_a_file_stay_in_their_place(visit: Visit) -> None:
    visitor = visit(size=SMALL_PHONE, quick=True)
    page = visitor.page
    page.set_default_timeout(_PATIENCE_MS)
    alarms: list[str] = []
    page.on("dialog", lambda dialog: alarms.append(dialog.message))
    names = f"{RIGHT_TO_LEFT}<b>", "x" * 120
    text = MATCH_TEXT.replace("Anna", names[0]).replace("Babis", names[1])
    visitor.open("/study")
    page.locator("input[type=file]").set_input_files(
        {"name": f"{HOSTILE[1]}.mat", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.locator("[data-take=b]").wait_for()
    assert page.locator(".totals bdi").all_inner_texts() == list(names)
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE[0]
    assert page.title().startswith("\u2068")
    assert alarms == []


@pytest.mark.parametrize(
    ("language", "name"),
    [("ar", "Παπαδοπουλάκης-Χατζηκων"), ("el", "عبد الرحمن بن محمد آل إب")],
)
def test_a_long_name_loses_its_end_whichever_way_the_page_reads(
    visit: Visit, language: str, name: str
) -> None:
    host = visit(size=SMALLEST, quick=True)
    reader = visit(size=SMALLEST, quick=True, cookies={"tavli_lang": language})
    host.call("POST", "/api/me", {"name": name})
    wanted = {"game": "portes", "length": "game", "options": {}}
    challenge = host.call("POST", "/api/challenges", wanted)["challenge"]
    path = f"/api/challenges/{challenge}/accept"
    reader.open(f"/m/{reader.call('POST', path, {})['match']}")
    shown = reader.page.locator(".who.them .name bdi")
    shown.wait_for()
    assert shown.evaluate("(name) => name.scrollWidth > name.clientWidth")
    assert shown.evaluate(_BEGINS_IN_SIGHT)


@pytest.mark.parametrize(
    "name", ["", "x" * 41, f"abc{RIGHT_TO_LEFT}def", "\u200b", "é" + "\u0301" * 9]
)
def test_a_name_that_imitates_or_breaks_lines_is_refused_in_words(
    visit: Visit, name: str
) -> None:
    visitor = visit(expects=("400 (Bad Request)",))
    visitor.open("/")
    before = visitor.call("GET", "/api/me")["name"]
    with pytest.raises(Exception, match="bad_name"):
        visitor.call("POST", "/api/me", {"name": name})
    assert visitor.call("GET", "/api/me")["name"] == before
