"""Positions and matches are studied: set up, tried out, dropped in, shared."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page

from browser.conftest import Visit
from browser.looks import barriers, misses, overflows
from browser.visitor import DESKTOP, PHONE, Visitor
from tavli.words import catalogue

_PATIENCE_MS: Final = 180_000
_ISOLATES: Final = re.compile("[\u2066-\u2069]")
_START: Final = "24:2,13:5,8:3,6:5"

MATCH_TEXT: Final = """ 1 point match

 Game 1
 Anna : 0                            Babis : 0
  1) 31: 6/3 6/5                      66: 24/18(2) 13/7(2)
  2) 52: 13/8 13/11
"""

_RIGHT_EDGES: Final = """(what) => [...what.children].map((child) => {
    const text = document.createRange()
    text.selectNodeContents(child)
    return text.getBoundingClientRect().right
})"""

_DROP: Final = """([name, text]) => {
    const carried = new DataTransfer()
    carried.items.add(new File([text], name))
    const options = { dataTransfer: carried, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('dragover', options))
    document.body.dispatchEvent(new DragEvent('drop', options))
}"""


def test_a_dropped_file_leads_to_its_worst_error_and_to_a_reader_of_arabic(
    visit: Visit,
) -> None:
    anna = _arrive(visit)
    page = anna.page
    anna.open("/study")
    page.locator("[data-act=setup]").wait_for()
    page.evaluate(_DROP, ["evening.mat", MATCH_TEXT])
    page.wait_for_url("**/study/file/*")
    page.locator(".curve .mark.very_bad").first.click()
    _sees_both_plays(page)
    assert page.locator(".arrows path[stroke-dasharray]").count() > 0
    _rolls_them_out(page)
    page.locator(".shared summary").click()
    link = page.locator("[data-link]").input_value()

    reader = _arrive(visit, language="ar", size=PHONE)
    reader.open(link.removeprefix(anna.origin))
    _sees_both_plays(reader.page)
    assert reader.page.locator("html").get_attribute("dir") == "rtl"
    # Read from the right, a play and its chances begin at one edge.
    edges = reader.page.locator(".decision .what").first.evaluate(_RIGHT_EDGES)
    assert max(edges) - min(edges) <= 2
    # What was rolled out stands there again, for whoever comes by the link.
    again = reader.page.locator("[data-rollout] tbody tr")
    again.nth(1).wait_for()
    assert "8/5 6/5" in _plain(again.first)
    words = catalogue("ar")
    assert words.text("blunder") in reader.page.locator(".decision").inner_text()


def test_a_rollout_with_the_cube_is_there_again_after_a_reload(visit: Visit) -> None:
    visitor = _arrive(visit)
    page = visitor.page
    line = "backgammon 6:2,5:2 6:1,5:3 w cube=1@-"
    visitor.open(f"/study/backgammon?position={line.replace(' ', '%20')}")
    page.locator(".rollout summary").click()
    _rolls_out(page, cube=True)
    table = page.locator("[data-rollout]")
    words = catalogue("en")
    assert words.text("page.study.with_cube") in _plain(table)
    assert words.text("page.study.double_drop") in _plain(table)
    _rolls_out(page, cube=False)
    page.locator("[data-rollout]").nth(1).wait_for()
    assert _looked_at(page) == []
    page.reload()
    page.locator("[data-rollout]").nth(1).wait_for()
    told = [_plain(one) for one in page.locator("[data-rollout]").all()]
    with_cube = [words.text("page.study.with_cube") in one for one in told]
    assert sorted(with_cube) == [False, True]


def test_an_impossible_position_says_why(visit: Visit) -> None:
    visitor = _arrive(visit, expects=("400",))
    page = visitor.page
    visitor.open("/study/portes")
    page.locator("[data-act=setup]").click()
    page.locator("[data-spot='6']").focus()
    page.keyboard.press("Delete")
    page.locator("[data-spot='19']").focus()
    page.keyboard.press("Enter")
    both = "page.study.both_colours"
    reason = catalogue("en").text(both, side="White", point=19, facing=6)
    page.locator("[data-fault]", has_text="White").wait_for()
    assert _plain(page.locator("[data-fault]")) == reason
    page.locator("[data-act=finish]").click()
    assert _plain(page.locator("[data-fault]")) == reason
    # Taken away again, the position can be, and is studied.
    page.locator("input[value=none]").check()
    page.locator("[data-spot='19']").click()
    page.locator("[data-act=finish]").click()
    page.locator("[data-act=setup]").wait_for()
    page.wait_for_url(re.compile("24%3A2%2C13%3A5%2C8%3A3%2C6%3A4"))


def test_a_position_is_set_up_by_dragging_and_counting(visit: Visit) -> None:
    visitor = _arrive(visit, expects=("400",))
    page = visitor.page
    visitor.open("/study/plakoto")
    page.locator("[data-act=setup]").click()
    page.locator(".row-of .btn").nth(1).click()
    page.locator("input[value=w]").first.check()
    page.locator("[data-spot='6']").focus()
    page.keyboard.press("5")
    page.keyboard.press("b")
    page.locator("[data-spot='6']").focus()
    page.locator("[data-spot='5']").click()
    assert _line(page) == "plakoto 6:5 20:1 w"
    _drag(page, 6, 5)
    # A lone enemy is pinned by whoever comes upon it.
    assert _line(page) == "plakoto 6:4,5:1 20x w"
    page.locator("[data-act=finish]").click()
    page.locator("[data-act=setup]").wait_for()
    page.locator(".found[data-state=still] .share").wait_for()


def test_dice_are_picked_and_plays_tried(visit: Visit) -> None:
    visitor = _arrive(visit)
    page = visitor.page
    visitor.open("/study/portes")
    for die in (3, 1):
        page.locator(f"[data-die='{die}']").click()
    first = page.locator(".candidates .row").first
    first.wait_for()
    page.locator(".found[data-state=still]").wait_for()
    assert "8/5 6/5" in _plain(first)
    assert page.locator(".arrows").count() == 1
    # Figures of different depths stand under headings of their own.
    depths = page.locator(".found h3.depth").all_inner_texts()
    assert len(depths) == len(set(depths)) == 2
    page.locator("[data-act=deeper]").click()
    page.locator(".found h3.depth", has_text="2").wait_for()
    page.locator("[data-act=try]").first.click()
    page.locator(".branches li").nth(1).wait_for()
    assert "8/5 6/5" in _plain(page.locator(".branches li").nth(1))
    page.locator(".branches .plain").first.click()
    # Another one, typed.
    page.locator("#typed-play").fill("24/20")
    page.locator("#typed-play").press("Enter")
    page.locator("[data-act=done][aria-disabled=false]").click()
    page.locator(".branches li").nth(2).wait_for()
    assert page.locator(".branches [aria-current]").count() == 1


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (f"look: fevga 24:15 24:15 w dice=6-5 {_START}", "/study/fevga"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "/study/backgammon"),
    ],
)
def test_what_is_pasted_is_shown(visit: Visit, text: str, url: str) -> None:
    visitor = _arrive(visit)
    page = visitor.page
    visitor.open("/study")
    page.locator("#paste").fill(text)
    page.locator("[data-act=read]").click()
    page.wait_for_url(f"**{url}?position=*")
    page.locator(".candidates .row").first.wait_for()


def test_a_link_that_carries_nonsense_still_opens(visit: Visit) -> None:
    visitor = _arrive(visit, expects=("400",))
    visitor.open("/study/fevga?position=%00%F0%9F%98%80")
    visitor.page.locator(".say.trouble").wait_for()
    visitor.page.locator(".hits").wait_for()


@pytest.mark.parametrize(
    ("language", "size"), [("el", PHONE), ("ar", PHONE), ("tr", DESKTOP)]
)
def test_the_study_pages_have_room_and_no_barriers(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    visitor = _arrive(visit, language=language, size=size)
    page = visitor.page
    faults: list[str] = []
    visitor.open(f"/study/backgammon?position=backgammon {_START} {_START} w dice=3-1")
    page.locator(".candidates .detail").wait_for()
    page.locator(".found[data-state=still]").wait_for()
    for summary in page.locator(".study summary").all():
        summary.click()
    faults += _looked_at(page)
    page.locator("[data-act=setup]").click()
    page.locator("[data-act=finish]").wait_for()
    faults += _looked_at(page)
    visitor.open("/study")
    page.locator("input[type=file]").set_input_files(
        {"name": "x.mat", "mimeType": "text/plain", "buffer": MATCH_TEXT.encode()}
    )
    page.locator(".curve").wait_for()
    page.locator("[data-act=worst]").click()
    page.locator(".decision").wait_for()
    for summary in page.locator(".study summary").all():
        summary.click()
    faults += _looked_at(page)
    assert faults == []


def _arrive(visit: Visit, **wishes: object) -> Visitor:
    """Let a visitor in who is patient: other things may be studied meanwhile."""
    language = str(wishes.setdefault("language", "en"))
    visitor = visit(quick=True, cookies={"tavli_lang": language}, **wishes)
    visitor.page.set_default_timeout(_PATIENCE_MS)
    return visitor


def _sees_both_plays(page: Page) -> None:
    made = page.locator("li:has(em) [data-play]").first
    made.wait_for()
    assert "6/3 6/5" in _plain(made)
    assert "8/5 6/5" in _plain(page.locator(".decision [data-play]").first)
    assert "6/3 6/5 · " in _plain(page.locator("p.say"))


def _rolls_them_out(page: Page) -> None:
    page.locator(".rollout summary").click()
    _rolls_out(page, cube=True)
    rows = page.locator(".rollout tbody tr")
    rows.nth(1).wait_for()
    assert "8/5 6/5" in _plain(rows.first)


def _rolls_out(page: Page, *, cube: bool) -> None:
    """Roll out what stands there, in few trials, and wait for the end of it."""
    page.locator(".rollout select").first.select_option("144")
    index = 0 if cube else 1
    page.locator(".rollout [data-field=cube]").select_option(index=index)
    page.locator("[data-act=rollout]").click()
    page.locator("[data-rollout]").first.wait_for()
    page.locator(".progress").wait_for(state="detached")


def _looked_at(page: Page) -> list[str]:
    found = [*overflows(page), *barriers(page)]
    size = page.viewport_size
    return [*found, *misses(page)] if size and size["width"] < PHONE[0] + 1 else found


def _plain(found: Locator) -> str:
    return _ISOLATES.sub("", found.inner_text()).strip()


def _line(page: Page) -> str:
    return page.locator(".line").inner_text()


def _drag(page: Page, source: int, target: int) -> None:
    """Drag the top checker of one point to another with the mouse."""
    boxes = [
        page.locator(f"[data-spot='{spot}']").bounding_box()
        for spot in (source, target)
    ]
    (x, y), (to_x, to_y) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in boxes
        if box is not None
    )
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=4)
    page.mouse.move(to_x, to_y, steps=4)
    page.mouse.up()
