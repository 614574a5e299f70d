"""Somebody with a browser window of his own, and everything that went wrong in it."""

import json
from collections.abc import Mapping
from typing import Any, Final, Literal

from playwright.sync_api import Browser, ConsoleMessage, Page

Theme = Literal["auto", "light", "dark", "contrast"]

PHONE: Final = (390, 844)
SMALL_PHONE: Final = (360, 740)
DESKTOP: Final = (1366, 850)


# A page pauses so that people can follow. Its longer waits, which watch the line,
# keep their length.
_HURRY: Final = """
const wait = window.setTimeout
window.setTimeout = (task, ms, ...more) => wait(task, ms < 2000 ? ms / 20 : ms, ...more)
"""
_CALL: Final = """async ([method, path, body]) => {
    const boot = JSON.parse(document.getElementById('boot').textContent)
    const headers = { 'X-CSRFToken': boot.csrf, 'Content-Type': 'application/json' }
    const text = body === null ? undefined : JSON.stringify(body)
    const answer = await fetch(path, { method, headers, body: text })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
}"""
_TWO_FRAMES: Final = """() => new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(resolve)))"""

_JOIN: Final = """(since) => new Promise((resolve) => {
    const socket = new WebSocket(`ws://${location.host}/socket`)
    const match = location.pathname.split('/').at(-1)
    socket.onopen = () => socket.send(JSON.stringify({ type: 'join', match, since }))
    socket.onmessage = (message) => {
        const frame = JSON.parse(message.data)
        if (frame.type !== 'joined') return
        socket.close()
        resolve(frame)
    }
})"""


class Visitor:
    """A guest; *quick* moves no checkers and makes the page's pauses short.

    A browser reports broken lines and refused calls by itself; *expects* says which
    words such a report may have in a test that is about them.
    """

    def __init__(
        self,
        browser: Browser,
        *,
        origin: str,
        language: str = "en",
        size: tuple[int, int] = DESKTOP,
        theme: Theme = "auto",
        quick: bool = False,
        expects: tuple[str, ...] = (),
        cookies: Mapping[str, str] | None = None,
    ) -> None:
        self.origin = origin
        self.language = language
        self.size = size
        self.faults: list[str] = []
        self._expects = expects
        width, height = size
        self._context = browser.new_context(
            base_url=origin,
            locale=language,
            viewport={"width": width, "height": height},
            has_touch=width < 600,
            reduced_motion="reduce" if quick else "no-preference",
        )
        settings: dict[str, object] = {"sound": False, "theme": theme}
        if quick:
            settings |= {"speed": "off"}
        self._context.add_cookies(
            [
                {"name": name, "value": value, "url": origin}
                for name, value in (cookies or {}).items()
            ]
        )
        if quick:
            self._context.add_init_script(_HURRY)
        stored = json.dumps(json.dumps(settings))
        self._context.add_init_script(
            f"localStorage.setItem('tavli.settings', {stored})"
        )
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"page: {error}"))

    def open(self, path: str) -> None:
        """Open a page of the house and wait until it stands."""
        self.page.goto(path)
        self.page.locator("main, body > p").first.wait_for()

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, and wait until the page has drawn itself again."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(_TWO_FRAMES)

    def call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Call the server in this visitor's name, as the page does."""
        if self.page.url == "about:blank":
            self.open("/")
        answer: dict[str, Any] = self.page.evaluate(_CALL, [method, path, body])
        return answer

    def start(self, game: str, length: str, **more: object) -> str:
        """Sit down at a new table and open it; against the computer unless told."""
        wanted = {"game": game, "length": length, "options": {}, **more}
        wanted.setdefault("opponent", "computer")
        match = str(self.call("POST", "/api/matches", wanted)["match"])
        self.open(f"/m/{match}")
        return match

    def look(self, *, since: int = 0) -> dict[str, Any]:
        """Return what the server says to one who joins the match that is open."""
        joined: dict[str, Any] = self.page.evaluate(_JOIN, since)
        return joined

    def go_home(self) -> None:
        """Close the window."""
        self._context.close()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if any(words in message.text for words in self._expects):
            return
        self.faults.append(f"console: {message.text} ({message.location['url']})")
