"""First rolls are told from the table that is shipped, or said not to be measured."""

import pytest

from tavli.notation.position import read_position
from tavli.notation.resolve import resolve_play
from tavli.rules import ROLLS, RULESETS
from tavli.server import opening_tables


@pytest.mark.parametrize("game", list(RULESETS))
def test_every_game_has_21_first_rolls(visitor, game):
    found = visitor.get(f"/api/openings/{game}").json()
    assert [one["roll"] for one in found["rolls"]] == [str(dice) for dice in ROLLS]
    measured = [one for one in found["rolls"] if "found" in one]
    assert len(measured) == (21 if found["by"] else 0)
    for one in measured:
        line = read_position(one["position"])
        points = [play["points"] for play in one["found"]["plays"]]
        assert points == sorted(points, reverse=True)
        for play in one["found"]["plays"]:
            # Whatever the table says can be played.
            resolve_play(line.ruleset, line.position, line.state.dice, play["play"])
            assert play["error"] > 0


def test_portes_is_measured(visitor):
    found = visitor.get("/api/openings/portes").json()
    rolls = {one["roll"]: one["found"] for one in found["rolls"]}
    assert rolls["3-1"]["plays"][0]["play"] == "8/5 6/5"
    assert found["by"]["player"].startswith("net(portes")


def test_what_is_not_measured_has_no_figures(visitor, monkeypatch):
    monkeypatch.setattr(opening_tables, "_FOLDER", "search/nowhere")
    opening_tables._table.cache_clear()
    found = visitor.get("/api/openings/portes").json()
    opening_tables._table.cache_clear()
    assert found["by"] is None
    assert not any("found" in one for one in found["rolls"])


@pytest.mark.parametrize("game", ["chess", "%00", "..%2Fportes", "tavli"])
def test_a_game_that_is_not_there_is_refused(visitor, game):
    assert visitor.get(f"/api/openings/{game}").status_code == 404
    assert visitor.get(f"/openings/{game}").status_code == 404


def test_without_a_game_it_is_portes(visitor):
    led = visitor.get("/openings")
    assert (led.status_code, led.headers["location"]) == (302, "/openings/portes")
