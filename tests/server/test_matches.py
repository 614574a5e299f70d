"""Whole matches over a real socket."""

import pytest


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga", "backgammon"])
def test_a_game_against_the_computer_runs_to_its_end(visitor, game):
    match = visitor.new_match(game)
    with visitor.sit(match) as line:
        line.give_seed()
        line.hear_until("events")
        while line.view["phase"] != "match_over":
            if line.view["may"] and line.view["turn"] in (line.seat, None):
                assert line.do_first()["type"] == "events"
            else:
                line.hear_until("events")
    listed = visitor.get("/api/matches").json()
    assert [one["match"] for one in listed["finished"]] == [match]
