"""Two people meet through a link; lines break, pages reload, others look on."""

from collections.abc import Iterator

import pytest

from browser.conftest import Visit
from browser.line import CutLine
from browser.table import Table, play_to_the_end
from browser.visitor import DESKTOP, PHONE, Visitor
from tavli.words import catalogue

LOST_LINE = ("net::ERR_", "WebSocket connection")
_PLACES = """() => ['.who.me', '.say', '.moves', '.net'].map((what) => {
    const { top, bottom } = document.querySelector(what).getBoundingClientRect()
    return [what, Math.round(top), Math.round(bottom)]
})"""


@pytest.fixture
def shaky(line: CutLine) -> Iterator[CutLine]:
    """A line that is whole again after the test."""
    yield line
    line.mend()


def invite(host: Visitor, game: str, length: str) -> str:
    """Make an invitation with the page's own controls; return its link."""
    page = host.page
    host.open("/")
    page.locator("[data-way=friend]").click()
    page.locator(f"input[name=game][value={game}]").check()
    page.locator(f"input[name=length][value='{length}']").check()
    page.locator(".panel .go").click()
    page.locator("img.qr").wait_for()
    return str(page.locator("input.link").input_value())


def accept(friend: Visitor, link: str) -> None:
    """Open *link* and sit down."""
    friend.open(f"/c/{link.rsplit('/', 1)[-1]}")
    friend.page.locator("button.main").click()
    friend.page.wait_for_url("**/m/*")


def sit_down(host: Visitor, friend: Visitor, game: str, length: str) -> str:
    """Bring both to one table; return the match."""
    accept(friend, invite(host, game, length))
    host.page.wait_for_url("**/m/*")
    return str(host.page.url.rsplit("/", 1)[-1])


def play_until_mid_turn(own: Table, other: Table, turns: int) -> None:
    """Play on until *own* has moved one checker of a turn that isn't complete.

    The first *turns* turns in which that happens are played through.
    """
    while True:
        own.page.wait_for_timeout(10)
        seen = own.seen()
        if seen["take_back"] and seen["spots"] and not seen["done"]:
            turns -= 1
            if turns < 0:
                return
        if not (own.step() or other.step()):
            assert not own.is_over, "the match ended before the line could break"


def test_a_tavli_match_through_a_link(visit: Visit, shaky: CutLine) -> None:
    host = visit(quick=True)
    friend = visit(quick=True, size=PHONE, origin=shaky.origin, expects=LOST_LINE)
    match = sit_down(host, friend, "tavli", "3")
    ours, theirs = Table(host.page, seed=1), Table(friend.page, seed=2)

    play_until_mid_turn(ours, theirs, turns=3)
    before = position(host)
    host.page.reload()
    host.page.locator(".hits .can").first.wait_for()
    assert position(host) == before, "a reload lost or changed something"

    play_until_mid_turn(theirs, ours, turns=3)
    shaky.cut()
    friend.page.locator(".net.wait").wait_for()
    finish_turn(theirs)
    shaky.mend()
    friend.page.locator(".net.ok").wait_for()

    play_to_the_end(ours, theirs)
    assert max(score(host)) >= 3
    assert score(host) == score(friend)[::-1]
    for visitor in (host, friend):
        (finished,) = visitor.call("GET", "/api/matches")["finished"]
        assert finished["match"] == match


def finish_turn(table: Table) -> None:
    """Complete the turn and confirm it, without a line to the server."""
    while not (seen := table.seen())["done"]:
        assert table.step(), f"the turn cannot be finished without a line: {seen}"
    table.press("done")


def position(visitor: Visitor) -> object:
    """Return the dice and the position that the server says now."""
    told = visitor.look()
    return told["view"]["position"], told["view"]["dice"], told["version"]


def score(visitor: Visitor) -> list[int]:
    """Return the score on the card, one's own first."""
    text = visitor.page.locator(".card .pts").inner_text()
    return [int(points) for points in text.split("–")]


def test_who_invites_is_led_to_the_link(visit: Visit) -> None:
    visitor = visit(quick=True)
    page = visitor.page
    visitor.open("/")
    page.locator("[data-way=friend]").click()
    page.locator(".panel .go").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.waiting')")


def test_of_two_takers_one_sits_down_and_the_other_may_watch(visit: Visit) -> None:
    host, friend, late = visit(), visit(), visit(expects=("409 (Conflict)",))
    link = invite(host, "portes", "game")
    for visitor in (friend, late):
        visitor.open(f"/c/{link.rsplit('/', 1)[-1]}")
        visitor.page.locator("button.main").wait_for()
    friend.page.locator("button.main").click()
    friend.page.wait_for_url("**/m/*")
    late.page.locator("button.main").click()
    late.page.locator("[role=alert]").wait_for()
    assert late.page.locator("[role=alert]").inner_text().strip()

    late.open(f"/m/{friend.page.url.rsplit('/', 1)[-1]}")
    late.page.locator(".hits").wait_for()
    friend.page.locator("[data-act=roll]").wait_for()
    for player_only in (".acts", ".typed", "[data-act=roll]", ".hits .can"):
        assert late.page.locator(player_only).count() == 0, player_only
    friend.page.locator("[data-act=roll]").click()
    thrown = catalogue("en").text("page.said.opening", white="", black="").split(":")[0]
    heard = late.page.locator("[role=log] p", has_text=thrown)
    heard.first.wait_for(state="attached")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_nothing_jumps_when_the_turn_passes(
    visit: Visit, size: tuple[int, int]
) -> None:
    pages = [visit(quick=True, size=size) for _ in range(2)]
    sit_down(*pages, "portes", "game")
    tables = [Table(one.page) for one in pages]
    while not any(table.seen()["spots"] for table in tables):
        pressed = [table.step() for table in tables]
        if not any(pressed):
            pages[0].page.wait_for_timeout(20)
    on_turn, waiting = [one.page.evaluate(_PLACES) for one in pages]
    assert on_turn == waiting
