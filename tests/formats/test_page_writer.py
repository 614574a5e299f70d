"""A match as a page: whole, alone, and safe whatever the names are."""

import io
import re
from html.parser import HTMLParser

from matches import kept_matches
from records import record_of, tavli_record
from tavli.formats import page_writer
from tavli.formats.load import load_file
from tavli.formats.record import Header, MatchRecord
from tavli.match import (
    Beavered,
    Doubled,
    Dropped,
    GameStarted,
    MatchRules,
    Played,
    Raccooned,
    Rolled,
)
from tavli.notation.board_svg import board_svg
from tavli.notation.position import read_position
from tavli.rules import Dice, Move, Player


class Page(HTMLParser):
    """Count elements, keep what is said, and see that all are closed."""

    VOID = frozenset({"meta", "rect", "path", "circle", "use"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, _: object) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        self.said.append(text)


def page_of(record: MatchRecord) -> Page:
    out = io.StringIO()
    page_writer.write(record, out)
    return Page(out.getvalue())


def test_every_play_has_its_board():
    (loaded,) = load_file(kept_matches()[0])
    page = page_of(loaded.record)
    plays = sum(isinstance(entry.event, Played) for entry in loaded.record.events)
    assert page.seen.count("details") == plays
    assert page.seen.count("svg") == plays + 1  # and the empty board they share
    assert not page.open


def test_a_tavli_match_names_its_games():
    page = page_of(tavli_record())
    said = " ".join(page.said)
    for game in ("portes", "plakoto", "fevga"):
        assert f": {game}" in said
    assert not page.open


def test_names_cannot_break_the_page():
    found = tavli_record()
    header = Header(
        match="m",
        rules=found.header.rules,
        white="</title><script>alert(1)</script>",
        black="\u202eשלום & 'Θ'",
    )
    page = page_of(MatchRecord(header, found.events))
    assert "script" not in page.seen
    assert any("<script>alert(1)" in text for text in page.said)


def test_a_record_that_leads_nowhere_is_written_without_boards():
    rules = MatchRules.parse("backgammon", "5", {})
    events = [
        GameStarted(1, "plakoto"),
        Rolled(Player.WHITE, Dice(3, 1)),
        Played(Player.WHITE, (Move(8, 5),), ("",)),
    ]
    page = page_of(record_of(rules, events))
    assert page.seen.count("svg") == 1
    assert "8/5" in page.said


def test_a_board_says_where_its_checkers_are():
    line = read_position("plakoto 24:14,17:1 24:14,8x w")
    svg = board_svg(line, view=Player.WHITE)
    assert "White 24: 14, 17: 1, 0 off; Black 24: 14, 8: pinned, 0 off" in svg
    radii = re.findall(r'class="k" cx="\d+" cy="\d+" r="(\d+)"', svg)
    assert sorted(radii, key=int) == ["7", *["11"] * 5]  # the pinned one is smaller


def test_both_views_hold_the_same_checkers():
    line = read_position("backgammon bar:1,24:2,6:5 bar:2,13:5,2:3 b cube=2@w")
    for view in Player:
        svg = board_svg(line, view=view, label="two & more")
        assert svg.count('class="w" cx') == 1 + 2 + 5 + 1  # and one for those off
        assert 'aria-label="two &amp; more"' in svg
        assert ">2</text>" in svg


def test_every_turn_of_the_cube_is_told_with_its_verb():
    rules = MatchRules.parse(
        "backgammon", "money", {"bg.beaver": "on", "bg.raccoon": "on"}
    )
    events = [
        GameStarted(1, "backgammon"),
        Doubled(Player.WHITE, 2),
        Beavered(Player.BLACK, 4),
        Raccooned(Player.WHITE, 8),
        Dropped(Player.BLACK),
    ]
    said = page_of(record_of(rules, events)).said
    for text in ("doubles to 2", "beavers to 4", "raccoons to 8", "drops"):
        assert text in said
