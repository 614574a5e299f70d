"""A match whose rows were damaged is closed: one refusal wherever it is asked for."""

import sqlite3
from contextlib import closing
from html import unescape

import pytest

CLOSED = "This match was damaged on the server and stays closed."
DAMAGES = {
    "a row is missing": "DELETE FROM tavli_action WHERE seq = 2",
    "the end is missing": "DELETE FROM tavli_action WHERE seq = 5",
    "no log is left": "DELETE FROM tavli_action",
    "an entry is no JSON": "UPDATE tavli_action SET events = 'x' WHERE seq = 3",
    "an entry is no event": "UPDATE tavli_action SET events = '[{}]' WHERE seq = 3",
    "the options are no JSON": "UPDATE tavli_match SET options = 'x'",
    "the options are no object": "UPDATE tavli_match SET options = '[]'",
    "the options are unknown": """UPDATE tavli_match SET options = '{"zz":"1"}'""",
    "the secret is none": "UPDATE tavli_match SET secret = 'zz'",
    "the log adds up to no match": """
UPDATE tavli_action SET events = '[{"event":"take","by":"w","t":1}]' WHERE seq = 2
""",
}


def damage(house, statement):
    # As by a hand that knows nothing of what keeps the rows together.
    with closing(sqlite3.connect(house.place.database)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)


@pytest.fixture
def over(pair):
    """A match of five actions that is over."""
    while pair.white_line.view["version"] < 4:
        pair.do_first()
    pair.finish_by_resignation()
    assert pair.white_line.view["version"] == 5
    return pair


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_match_is_closed_wherever_it_is_asked_for(over, house, statement):
    damage(house, statement)
    asked = {"ask": "match", "match": over.match, "depth": 0}
    answers = [
        over.white.get(f"/api/matches/{over.match}/record"),
        over.white.get(f"/api/study/match/{over.match}"),
        over.white.get(f"/api/study/match/{over.match}/export?as=sgf"),
        over.white.post("/api/study/tasks", {"question": asked}),
    ]
    for answer in answers:
        told = answer.json()
        assert (answer.status_code, told["error"]) == (500, "match_damaged")
        assert told["text"] == CLOSED
    page = over.white.get(f"/verify/{over.match}", headers={"Accept-Language": "en"})
    assert page.status_code == 500
    assert CLOSED in unescape(page.text)
    assert "checks out" not in page.text


@pytest.mark.parametrize("options", ["x", "[]", '{"zz":"1"}'])
def test_no_rematch_takes_over_damaged_rules(over, house, options):
    damage(house, f"UPDATE tavli_match SET options = '{options}'")
    answer = over.white.post(f"/api/matches/{over.match}/rematch")
    assert (answer.status_code, answer.json()["error"]) == (500, "match_damaged")


def test_a_damaged_match_costs_the_log_one_line_a_visit(over, house, caplog):
    damage(house, DAMAGES["a row is missing"])
    over.white.get(f"/verify/{over.match}")
    (record,) = [one for one in caplog.records if one.name == "tavli.server.records"]
    assert record.getMessage().endswith("has a gap.")
    assert not any(one.exc_info for one in caplog.records)
