"""A server, a Chromium, and visitors who must never see an error in the console."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.line import CutLine
from browser.visitor import Visitor
from live.house import House

APP = Path(__file__).parents[2] / "src/tavli/server/static/app"

Visit = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def line() -> Iterator[CutLine]:
    """A way to the server that a test can cut; the server knows its address."""
    with CutLine() as line:
        yield line


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, line: CutLine) -> Iterator[House]:
    """One server for all tests of this folder."""
    if not (APP / "manifest.json").is_file():
        pytest.skip("the page is not built: `python hatch_build.py` builds it")
    folder = tmp_path_factory.mktemp("house") / "data"
    with House(folder, origins=(line.origin,)) as house:
        line.leads_to(house.port)
        yield house
        assert not house.has_complained, house.output


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """One Chromium for all tests of this folder."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Return a function that opens a window of its own for somebody new."""
    visitors: list[Visitor] = []

    def arrive(**wishes: object) -> Visitor:
        wishes.setdefault("origin", house.origin)
        visitors.append(Visitor(browser, **wishes))  # type: ignore[arg-type]
        return visitors[-1]

    yield arrive
    for visitor in visitors:
        visitor.go_home()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
