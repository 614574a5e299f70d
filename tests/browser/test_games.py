"""One page plays the computer in each game, to its end."""

import pytest

from browser.conftest import Visit
from browser.table import Table, play_to_the_end


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga", "backgammon"])
def test_a_game_against_the_computer_to_its_end(visit: Visit, game: str) -> None:
    visitor = visit(quick=True)
    length = "1" if game == "backgammon" else "game"
    match = visitor.start(game, length)
    play_to_the_end(Table(visitor.page))
    listed = visitor.call("GET", "/api/matches")["finished"]
    assert [one["match"] for one in listed] == [match]
    assert listed[0]["result"] in ("won", "lost", "drawn")
