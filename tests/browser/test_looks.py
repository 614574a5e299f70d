"""Every page in every language and size: texts have room, and axe finds no barrier."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

import pytest

from browser.conftest import Visit
from browser.looks import barriers, misses, overflows
from browser.visitor import DESKTOP, PHONE, SMALL_PHONE, Theme, Visitor
from live.house import House
from live.scenes import (
    Scene,
    cube_is_owned,
    game_is_over,
    match_is_over,
    mid_game,
    pins_on_both_sides,
    play_to,
)

LANGUAGES: Final = ("el", "en", "tr", "ar")
SMALLEST: Final = (320, 568)
DOUBLED: Final = (683, 425)
"""A desktop's window at twice the size of text."""
SIZES: Final = (SMALLEST, SMALL_PHONE, DOUBLED, DESKTOP)

MATCHES: Final = {
    "portes": ("tavli", "5", mid_game),
    "plakoto": ("plakoto", "game", pins_on_both_sides),
    "fevga": ("fevga", "3", mid_game),
    "backgammon": ("backgammon", "7", cube_is_owned),
    "card": ("tavli", "7", game_is_over),
    "end": ("portes", "game", match_is_over),
}

Scenes = Callable[[str], Scene]


@pytest.fixture(scope="module")
def scenes(house: House) -> Scenes:
    """Return a function that gives a match at its moment, played once."""
    played: dict[str, Scene] = {}

    def scene(name: str) -> Scene:
        if name not in played:
            game, length, moment = MATCHES[name]
            played[name] = play_to(house, game, length, moment)
        return played[name]

    return scene


class Tour(ABC):
    """Leads a visitor to every kind of page; *where* says which one is open."""

    def __init__(self, visit: Visit, scenes: Scenes) -> None:
        self._visit = visit
        self._scenes = scenes

    def stops(self, language: str, size: tuple[int, int], theme: Theme) -> None:
        """Look at all pages and raise for everything that is wrong on them."""
        faults: list[str] = []
        for name in MATCHES:
            scene = self._scenes(name)
            visitor = self._arrive(language, size, theme, scene)
            visitor.open(f"/m/{scene.match}")
            visitor.page.locator(".hits").wait_for()
            faults += self._look(visitor, name)
            if name == "portes":
                faults += self._look_at_sheets(visitor)
            if name == "end":
                visitor.open(f"/verify/{scene.match}")
                faults += self._look(visitor, "verify")
                visitor.open("/")
                faults += self._look(visitor, "home with matches")
        newcomer = self._arrive(language, size, theme, None)
        for game in ("portes", "backgammon"):
            newcomer.open(f"/rules/{game}")
            faults += self._look(newcomer, f"rules of {game}")
        faults += self._look_at_doors(newcomer)
        assert faults == []

    def _arrive(
        self, language: str, size: tuple[int, int], theme: Theme, scene: Scene | None
    ) -> Visitor:
        cookies = {**(scene.cookies if scene else {}), "tavli_lang": language}
        return self._visit(
            language=language, size=size, theme=theme, quick=True, cookies=cookies
        )

    def _look_at_sheets(self, visitor: Visitor) -> list[str]:
        page = visitor.page
        faults = []
        icons = page.locator("header.top > button.icon")
        (icons.first if visitor.size[0] < 600 else icons.last).click()
        page.locator("dialog[open]").wait_for()
        faults += self._look(visitor, "settings")
        page.keyboard.press("Escape")
        return faults

    def _look_at_doors(self, visitor: Visitor) -> list[str]:
        page = visitor.page
        visitor.open("/")
        faults = self._look(visitor, "home")
        for path in ("/study", "/openings/fevga", "/trainer"):
            visitor.open(path)
            page.locator(".pitch .card-of").first.wait_for()
            faults += self._look(visitor, path)
        visitor.open("/")
        page.locator("[data-way=friend]").click()
        page.locator("input[name=game][value=plakoto]").check()
        page.locator("details summary").click()
        faults += self._look(visitor, "choice of rules")
        page.locator(".panel .go").click()
        page.locator("img.qr").wait_for()
        faults += self._look(visitor, "invitation")
        link = str(page.locator("input.link").input_value())
        guest = self._visit(language=visitor.language, size=visitor.size, quick=True)
        guest.open(f"/c/{link.rsplit('/', 1)[-1]}")
        guest.page.locator("button.main").wait_for()
        return faults + self._look(guest, "invited")

    @abstractmethod
    def _look(self, visitor: Visitor, where: str) -> list[str]:
        """Return what is wrong with the page before *visitor*."""


class RoomForTexts(Tour):
    """Asks whether texts and thumbs have room, in every size of window."""

    def _look(self, visitor: Visitor, where: str) -> list[str]:
        faults = []
        for width, height in (*SIZES, visitor.size):
            visitor.resize(width, height)
            found = overflows(visitor.page)
            if width < DESKTOP[0]:
                found += misses(visitor.page)
            faults += [f"{where} at {width}: {fault}" for fault in found]
        return faults


class NoBarriers(Tour):
    """Asks axe."""

    def _look(self, visitor: Visitor, where: str) -> list[str]:
        return [f"{where}: {fault}" for fault in barriers(visitor.page)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_and_thumbs_have_room(
    visit: Visit, scenes: Scenes, language: str
) -> None:
    RoomForTexts(visit, scenes).stops(language, PHONE, "light")


@pytest.mark.parametrize(
    ("language", "size", "theme"),
    [
        ("el", SMALL_PHONE, "light"),
        ("en", DESKTOP, "dark"),
        ("tr", DESKTOP, "contrast"),
        ("ar", PHONE, "dark"),
        ("ar", DESKTOP, "light"),
    ],
)
def test_axe_finds_nothing_serious(
    visit: Visit, scenes: Scenes, language: str, size: tuple[int, int], theme: Theme
) -> None:
    NoBarriers(visit, scenes).stops(language, size, theme)
