"""The steps of a match that the page walks through."""

from dataclasses import replace
from pathlib import Path

import pytest

from tavli.analysis.story import stories
from tavli.formats.load import load_matches
from tavli.formats.record import MatchRecord
from tavli.match import Event, OpeningThrown, Played, Rolled
from tavli.server.play.view import packed_board
from tavli.server.study.steps import steps_of

RECORDS = Path(__file__).parents[2] / "data" / "records"


def damaged(name: str, kinds: type[Event] | tuple[type[Event], ...]) -> MatchRecord:
    """Return a kept record in which every seventh event of *kinds* is lost."""
    (loaded,) = load_matches((RECORDS / name).read_bytes(), name)
    entries = loaded.record.events
    of_kind = [entry for entry in entries if isinstance(entry.event, kinds)]
    lost = {entry.line for entry in of_kind[::7]}
    assert lost
    kept = tuple(entry for entry in entries if entry.line not in lost)
    return replace(loaded.record, events=kept)


@pytest.mark.parametrize("kinds", [Rolled, Played, OpeningThrown])
@pytest.mark.parametrize("name", ["backgammon.tavli", "tavli.tavli"])
def test_the_page_shows_the_boards_that_an_analysis_judges(name, kinds):
    record = damaged(name, kinds)
    steps = steps_of(record)
    told = stories(record.header.rules, (entry.event for entry in record.events))
    moments = [moment for story in told for moment in story.moments]
    assert moments
    for moment in moments:
        game = moment.game
        assert steps[moment.number].board == packed_board(game.white, game.black)
