"""Take pictures of the page: the tables, in languages, sizes and lights.

    python tools/screenshots.py FOLDER [NAME...]

Every picture shows a real match that the computer's players have played up to a
moment worth looking at. Without names all pictures are taken; a name is a part of the
file's name.
"""

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.visitor import DESKTOP, PHONE, Visitor  # noqa: E402  # after the path
from live.house import House  # noqa: E402
from live.scenes import (  # noqa: E402
    Moment,
    Scene,
    a_mother_waits,
    cube_is_owned,
    game_is_over,
    match_is_over,
    mid_game,
    pins_on_both_sides,
    play_to,
)

Size = tuple[int, int]

_REST_MS: Final = 400
_STUDY_MS: Final = 180_000
_CHROMIUM: Final = "/usr/bin/chromium"
_STUDIED: Final = (
    "backgammon 24:2,13:4,10:1,8:3,6:4,4:1 24:2,13:5,8:3,6:5 w dice=5-2 cube=1@-"
)
_SIZES: Final = {"desktop": DESKTOP, "phone": PHONE}


@dataclass(frozen=True, slots=True)
class Stage:
    """A match that is played until *moment*."""

    game: str
    length: str
    moment: Moment


STAGES: Final = {
    "portes": Stage("tavli", "5", mid_game),
    "plakoto": Stage("plakoto", "game", pins_on_both_sides),
    "mother": Stage("plakoto", "game", a_mother_waits),
    "fevga": Stage("fevga", "game", mid_game),
    "backgammon": Stage("backgammon", "7", cube_is_owned),
    "over": Stage("tavli", "5", game_is_over),
    "won": Stage("portes", "game", match_is_over),
}
STUDIED: Final = Stage("backgammon", "3", match_is_over)
"""The match that is studied, and whose mistakes are practised."""

# stage or page, size, light, language
PICTURES: Final = (
    *(
        ("portes", size, theme, language)
        for size in _SIZES
        for theme in ("light", "dark")
        for language in ("el", "en", "tr", "ar")
    ),
    *(
        (stage, size, theme, language)
        for stage, theme, language in (
            ("plakoto", "dark", "en"),
            ("mother", "light", "el"),
            ("fevga", "light", "el"),
            ("backgammon", "contrast", "en"),
            ("backgammon", "light", "tr"),
            ("over", "dark", "el"),
            ("won", "light", "ar"),
            ("home", "light", "el"),
            ("home", "dark", "ar"),
            ("invitation", "light", "en"),
            ("invited", "dark", "tr"),
            ("rules", "light", "el"),
            ("verify", "light", "en"),
            ("study", "light", "en"),
            ("study", "dark", "ar"),
            ("openings", "light", "el"),
            ("match", "light", "en"),
            ("match", "dark", "el"),
            ("trainer", "light", "el"),
            ("graded", "dark", "en"),
        )
        for size in _SIZES
    ),
)


def main(arguments: list[str]) -> int:
    """Take the pictures that were asked for."""
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    folder, wanted = Path(arguments[0]), arguments[1:]
    folder.mkdir(parents=True, exist_ok=True)
    pictures = [
        picture
        for picture in PICTURES
        if not wanted or any(part in "-".join(picture) for part in wanted)
    ]
    with (
        tempfile.TemporaryDirectory() as data,
        House(Path(data) / "data") as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=_CHROMIUM, args=["--no-sandbox"]
        )
        photographer = Photographer(house, browser)
        for picture in pictures:
            path = folder / f"{'-'.join(picture)}.png"
            photographer.take(*picture, path)
            print(path, file=sys.stderr)
        browser.close()
    return 0


class Photographer:
    """Opens pages on *house* and takes their pictures; matches are played once."""

    def __init__(self, house: House, browser: Browser) -> None:
        self._house = house
        self._browser = browser
        self._scenes: dict[Stage, Scene] = {}

    def take(self, what: str, size: str, theme: str, language: str, path: Path) -> None:
        """Write one picture to *path*."""
        is_newcomer = what in ("home", "invitation", "study", "openings")
        cookies = None if is_newcomer else self._scene(what).cookies
        visitor = Visitor(
            self._browser,
            origin=self._house.origin,
            language=language,
            size=_SIZES[size],
            theme=theme,
            quick=True,
            cookies=cookies,
        )
        opposite = self._sit_opposite(what) if what in STAGES else None
        self._open(visitor, what)
        visitor.page.wait_for_timeout(_REST_MS)
        visitor.page.screenshot(path=path)
        for one in (visitor, opposite):
            if one is not None:
                one.go_home()

    def _sit_opposite(self, what: str) -> Visitor:
        """Open the other player's window, so that nobody is shown as away."""
        scene = self._scene(what)
        other = Visitor(self._browser, origin=self._house.origin, cookies=scene.others)
        other.open(f"/m/{scene.match}")
        return other

    def _scene(self, what: str) -> Scene:
        is_studied = what in ("match", "trainer", "graded")
        stage = STUDIED if is_studied else STAGES.get(what, STAGES["won"])
        if stage not in self._scenes:
            self._scenes[stage] = play_to(
                self._house, stage.game, stage.length, stage.moment
            )
        return self._scenes[stage]

    def _open(self, visitor: Visitor, what: str) -> None:
        openers: dict[str, Callable[[Visitor], None]] = {
            "home": lambda visitor: visitor.open("/"),
            "rules": lambda visitor: visitor.open("/rules/plakoto"),
            "invitation": self._open_invitation,
            "invited": self._open_invited,
            "verify": self._open_verify,
            "study": self._open_study,
            "match": self._open_match,
            "trainer": self._open_trainer,
            "graded": self._open_graded,
            "openings": self._open_openings,
        }
        if what in openers:
            openers[what](visitor)
        else:
            visitor.open(f"/m/{self._scene(what).match}")
            visitor.page.locator(".hits").wait_for()

    def _open_verify(self, visitor: Visitor) -> None:
        visitor.open(f"/verify/{self._scene('verify').match}")

    @staticmethod
    def _open_study(visitor: Visitor) -> None:
        visitor.open(f"/study/backgammon?position={_STUDIED}")
        found = visitor.page.locator(".found[data-state=still] .candidates")
        found.first.wait_for(timeout=_STUDY_MS)

    @staticmethod
    def _open_openings(visitor: Visitor) -> None:
        visitor.open("/openings/portes")
        visitor.page.locator(".candidates").first.wait_for()

    def _open_match(self, visitor: Visitor) -> None:
        """Open the study of a match at its worst error."""
        visitor.open(f"/study/match/{self._scene('match').match}")
        page = visitor.page
        page.locator(".curve .mark").first.wait_for(timeout=_STUDY_MS)
        page.locator("[data-act=worst]").click()
        page.locator(".decision").first.wait_for()

    def _open_trainer(self, visitor: Visitor) -> None:
        """Open the trainer with a mistake of the player's own."""
        asked = {"match": self._scene("trainer").match}
        while visitor.call("POST", "/api/trainer/collect", asked)["task"] is not None:
            visitor.page.wait_for_timeout(_REST_MS)
        visitor.open("/trainer")
        visitor.page.locator("[data-act=give-up]").wait_for()

    def _open_graded(self, visitor: Visitor) -> None:
        """Open the trainer with the answer to a mistake."""
        self._open_trainer(visitor)
        visitor.page.locator("[data-act=give-up]").click()
        visitor.page.locator("[data-verdict]").wait_for()

    @staticmethod
    def _open_invitation(visitor: Visitor) -> None:
        visitor.open("/")
        visitor.page.locator("[data-way=friend]").click()
        visitor.page.locator(".panel .go").click()
        visitor.page.locator("img.qr").wait_for()

    def _open_invited(self, visitor: Visitor) -> None:
        host = Visitor(self._browser, origin=self._house.origin)
        wanted = {"game": "tavli", "length": "5", "options": {}}
        opened = host.call("POST", "/api/challenges", wanted)
        host.go_home()
        visitor.open(f"/c/{opened['challenge']}")
        visitor.page.locator("button.main").wait_for()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
