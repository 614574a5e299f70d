"""What is wrong in a file or a text is said in the reader's language."""

import re
from typing import Final

from playwright.sync_api import Page, Route

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
    page.wait_for_function(_IS_IN_VIEW, arg=trouble.element_handle())
    assert wanted not in _plain(page.locator(".say").inner_text())
    page.locator(".paste textarea").fill("portes 6:2 24:2 w dice=6-1")
    page.locator(".paste [type=submit]").click()
    trouble.wait_for(state="detached")
    page.wait_for_function(_BOARD_IS_IN_VIEW)


def test_late_answers_do_not_push_a_refusal_out_of_view(visit: Visit) -> None:
    visitor = _arrive(visit, "en", expects=("400",))
    page = visitor.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/study/tasks", hold, times=1)
    visitor.open("/study/portes")
    _pastes(page, "nonsense")
    trouble = page.locator(".paste [role=alert]")
    trouble.wait_for()
    page.wait_for_function(_IS_IN_VIEW, arg=trouble.element_handle())
    assert held
    held[0].continue_()
    page.locator(".found .chances").first.wait_for()
    page.wait_for_function(_IS_IN_VIEW, arg=trouble.element_handle())


def test_the_last_refusal_is_the_one_that_stands(visit: Visit) -> None:
    visitor = _arrive(visit, "en", expects=("400",))
    page = visitor.page
    visitor.open("/study/portes")
    trouble = page.locator(".paste [role=alert]")
    _pastes(page, "nonsense")
    trouble.wait_for()
    of_paste = trouble.inner_text()
    # Not picked beside the box, but dropped somewhere on the page.
    page.evaluate(DROP, "good morning")
    page.wait_for_function(_SAYS_ANOTHER, arg=of_paste)
    of_file = trouble.inner_text()
    _pastes(page, "nonsense")
    page.wait_for_function(_SAYS_ANOTHER, arg=of_file)
    assert trouble.inner_text() == of_paste
    _pastes(page, "portes 6:2 24:2 w dice=6-1")
    trouble.wait_for(state="detached")
    page.evaluate(DROP, "good morning")
    trouble.wait_for()
    page.locator("[data-act=setup]").click()
    page.locator("[data-act=finish] + button").click()
    page.locator(".paste").wait_for()
    assert trouble.count() == 0


DROP: Final = """(text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'x.mat'))
    dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
}"""
_SAYS_ANOTHER: Final = """(before) => {
    const trouble = document.querySelector('.paste [role=alert]')
    return trouble !== null && trouble.innerText !== before
}"""
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


def _pastes(page: Page, text: str) -> None:
    page.locator(".paste textarea").fill(text)
    page.locator(".paste [type=submit]").click()


def _brings(visitor: Visitor, text: str) -> None:
    visitor.open("/study")
    _file_of(visitor.page, text)


def _file_of(page: Page, text: str) -> None:
    page.locator("input[type=file]").set_input_files(
        {"name": "x.mat", "mimeType": "text/plain", "buffer": text.encode()}
    )


def _plain(text: str) -> str:
    return _ISOLATES.sub("", text)
