"""What is wrong in a file or a text is said in the reader's language."""

import re
from typing import Final

from playwright.sync_api import Page

from browser.conftest import Visit
from browser.looks import barriers, overflows
from browser.visitor import PHONE, Visitor
from tavli.words import catalogue

_PATIENCE_MS: Final = 120_000
_ISOLATES: Final = re.compile("[\u2066-\u2069]")
_WRONG_PLAY: Final = """ 1 point match

 Game 1
 Anna : 0                            Babis : 0
  1) 31: 8/4 6/5                      66: 24/18(2) 13/7(2)
"""


def test_a_file_that_is_none_is_refused_in_arabic(visit: Visit) -> None:
    visitor = _arrive(visit, "ar", expects=("400",))
    _brings(visitor, "good morning")
    trouble = visitor.page.locator("[role=alert]").first
    trouble.wait_for()
    wanted = _plain(catalogue("ar").text("fault.mat_no_length"))
    assert wanted in _plain(trouble.inner_text())


def test_what_was_let_stand_is_listed_in_greek(visit: Visit) -> None:
    visitor = _arrive(visit, "el")
    page = visitor.page
    _brings(visitor, _WRONG_PLAY)
    page.locator(".faults summary").click()
    told = _plain(page.locator(".faults li").first.inner_text())
    assert told.startswith("5: '31: 8/4 6/5': ")
    assert "is not legal" not in told
    assert [*overflows(page), *barriers(page)] == []


def test_a_pasted_text_is_refused_in_turkish(visit: Visit) -> None:
    visitor = _arrive(visit, "tr", expects=("400",))
    page = visitor.page
    visitor.open("/study/portes")
    page.locator(".paste textarea").fill("portes 6:2 24:2 w dice=7-1")
    page.locator(".paste [type=submit]").click()
    wanted = _plain(catalogue("tr").text("fault.dice", text="'7-1'"))
    # It stands beside the box, where whoever pasted it looks.
    trouble = page.locator(".paste [role=alert]")
    trouble.wait_for()
    assert wanted in _plain(trouble.inner_text())
    assert trouble.evaluate(_IS_IN_VIEW)
    assert wanted not in _plain(page.locator(".say").inner_text())
    page.locator(".paste textarea").fill("portes 6:2 24:2 w dice=6-1")
    page.locator(".paste [type=submit]").click()
    trouble.wait_for(state="detached")
    page.wait_for_function(_BOARD_IS_IN_VIEW)


_IS_IN_VIEW: Final = """(what) => {
    const { top, bottom } = what.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
}"""
_BOARD_IS_IN_VIEW: Final = f"""() =>
    ({_IS_IN_VIEW})(document.querySelector('.boardbox'))"""


def _arrive(visit: Visit, language: str, **wishes: object) -> Visitor:
    visitor = visit(quick=True, cookies={"tavli_lang": language}, size=PHONE, **wishes)
    visitor.page.set_default_timeout(_PATIENCE_MS)
    return visitor


def _brings(visitor: Visitor, text: str) -> None:
    visitor.open("/study")
    _file_of(visitor.page, text)


def _file_of(page: Page, text: str) -> None:
    page.locator("input[type=file]").set_input_files(
        {"name": "x.mat", "mimeType": "text/plain", "buffer": text.encode()}
    )


def _plain(text: str) -> str:
    return _ISOLATES.sub("", text)
