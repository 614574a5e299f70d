"""`make screenshots` finds what it shows, and took every picture that is kept."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.visitor import PHONE
from live.house import House

ROOT = Path(__file__).parents[2]


@pytest.fixture
def screenshots(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    yield __import__("screenshots")
    sys.modules.pop("screenshots")


def test_a_match_that_is_studied_and_its_mistakes_are_shown(
    screenshots, browser: Browser, house: House, tmp_path: Path
) -> None:
    photographer = screenshots.Photographer(house, browser)
    for what in ("match", "trainer", "graded"):
        picture = tmp_path / f"{what}.png"
        photographer.take(what, "phone", "light", "el", picture)
        head = picture.read_bytes()[:24]
        assert (head[16:20], head[20:]) == tuple(n.to_bytes(4, "big") for n in PHONE)


def test_every_picture_that_is_kept_can_be_taken_again(screenshots) -> None:
    names = {"-".join(picture) for picture in screenshots.PICTURES}
    kept = {picture.stem for picture in (ROOT / "docs/images").glob("*.webp")}
    assert kept
    assert kept <= names


def test_who_asks_how_to_use_it_is_told(
    screenshots, capsys: pytest.CaptureFixture[str], monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert screenshots.main(["--help"]) == 2
    assert "FOLDER [NAME...]" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
