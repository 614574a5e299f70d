"""What can be measured of looks: room for texts and thumbs, and axe's verdict."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_OVERFLOWS: Final = (Path(__file__).parent / "overflows.js").read_text()
_THUMBS: Final = (Path(__file__).parent / "thumbs.js").read_text()
_SEVERE: Final = ("serious", "critical")


def overflows(page: Page) -> list[str]:
    """Return a sentence for each text that has no room."""
    found: list[str] = page.evaluate(_OVERFLOWS)
    return found


def misses(page: Page) -> list[str]:
    """Return a sentence for each control that a thumb would miss."""
    found: list[str] = page.evaluate(_THUMBS)
    return found


def barriers(page: Page) -> list[str]:
    """Return what axe finds serious or critical, one line a place."""
    answer = Axe().run(page).response
    return [
        f"{violation['id']} ({violation['impact']}): {place['target']}"
        for violation in answer["violations"]
        if violation["impact"] in _SEVERE
        for place in _first(violation["nodes"])
    ]


def _first(places: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    return places[:4]
