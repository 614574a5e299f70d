"""The study board asks once about each position, and deeper only on request."""

from typing import Final

from playwright.sync_api import Request

from browser.conftest import Visit
from browser.visitor import Visitor

_PATIENCE_MS: Final = 120_000
_START: Final = "24:2,13:5,8:3,6:5"
_LINE: Final = f"portes {_START} {_START} w dice=3-1"


def test_a_position_is_asked_about_once(visit: Visit) -> None:
    visitor = visit(quick=True, cookies={"tavli_lang": "en"})
    page = visitor.page
    page.set_default_timeout(_PATIENCE_MS)
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(_questions(request)))
    visitor.open(f"/study/portes?position={_LINE.replace(' ', '%20')}")
    _waits_for_plays(visitor)
    # The answer is there, nobody works any more: neither is a reason to ask again.
    page.wait_for_timeout(600)
    assert len(asked) == 1
    page.locator("[data-act=deeper]").click()
    _waits_for_plays(visitor)
    page.wait_for_timeout(600)
    assert len(asked) == 2


def _waits_for_plays(visitor: Visitor) -> None:
    visitor.page.locator(".candidates .row").first.wait_for()
    visitor.page.locator(".progress").wait_for(state="detached")


def _questions(request: Request) -> list[str]:
    is_asked = request.method == "POST" and request.url.endswith("/api/study/tasks")
    return [request.post_data or ""] if is_asked else []
