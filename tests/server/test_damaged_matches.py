"""A match whose rows were damaged is closed: one refusal wherever it is asked for."""

from html import unescape

import pytest

from server.damage import damage

CLOSED = "This match was damaged on the server and stays closed."
NO_UTF_8 = "CAST(x'ff41' AS TEXT)"
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
    "an entry is NULL": "UPDATE tavli_action SET events = NULL WHERE seq = 3",
    "an entry is a number": "UPDATE tavli_action SET events = 5 WHERE seq = 3",
    "an action has no name": "UPDATE tavli_action SET action_id = NULL WHERE seq = 3",
    "a number is a text": "UPDATE tavli_action SET seq = '3' WHERE seq = 3",
    "the game is NULL": "UPDATE tavli_match SET game = NULL",
    "the length is NULL": "UPDATE tavli_match SET length = NULL",
    "the options are NULL": "UPDATE tavli_match SET options = NULL",
    "the secret is NULL": "UPDATE tavli_match SET secret = NULL",
    "the secret is bytes": "UPDATE tavli_match SET secret = x'00'",
    "the commitment is NULL": "UPDATE tavli_match SET commitment = NULL",
    "a seed is NULL": "UPDATE tavli_match SET black_seed = NULL",
    "a name is NULL": "UPDATE tavli_player SET name = NULL",
    "an entry is no UTF-8": f"UPDATE tavli_action SET events = {NO_UTF_8}",
    "the options are no UTF-8": f"UPDATE tavli_match SET options = {NO_UTF_8}",
    "the secret is no UTF-8": f"UPDATE tavli_match SET secret = {NO_UTF_8}",
    "a name is no UTF-8": f"""
UPDATE tavli_player SET name = {NO_UTF_8} WHERE id = (SELECT black_id FROM tavli_match)
""",
    "the log adds up to no match": """
UPDATE tavli_action SET events = '[{"event":"take","by":"w","t":1}]' WHERE seq = 2
""",
}


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
    damage(house.place.database, statement)
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


@pytest.mark.parametrize(
    "value",
    [
        "options = 'x'",
        "options = '[]'",
        """options = '{"zz":"1"}'""",
        "options = NULL",
        "game = NULL",
        "length = NULL",
        f"options = {NO_UTF_8}",
        f"secret = {NO_UTF_8}",
    ],
)
def test_no_rematch_takes_over_damaged_rules(over, house, value):
    damage(house.place.database, f"UPDATE tavli_match SET {value}")
    answer = over.white.post(f"/api/matches/{over.match}/rematch")
    assert (answer.status_code, answer.json()["error"]) == (500, "match_damaged")


def test_a_damaged_match_costs_the_log_one_line_a_visit(over, house, caplog):
    damage(house.place.database, DAMAGES["a row is missing"])
    over.white.get(f"/verify/{over.match}")
    (record,) = [one for one in caplog.records if one.name == "tavli.server.records"]
    assert record.getMessage().endswith("has a gap.")
    assert not any(one.exc_info for one in caplog.records)


@pytest.mark.parametrize(
    "column", ["options", "secret", "commitment", "white_seed", "black_seed"]
)
def test_a_damaged_match_hides_no_other_from_the_list(over, house, column):
    other = over.white.new_match("portes")
    damage(
        house.place.database,
        f"UPDATE tavli_match SET {column} = {NO_UTF_8} WHERE id = '{over.match}'",
    )
    told = over.white.get("/api/matches").json()
    assert [one["match"] for one in told["finished"]] == [over.match]
    assert [one["match"] for one in told["running"]] == [other]


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE tavli_match SET game = {NO_UTF_8} WHERE id = '{{match}}'",
        "UPDATE tavli_match SET game = 'chess' WHERE id = '{match}'",
        "UPDATE tavli_match SET game = NULL WHERE id = '{match}'",
        f"UPDATE tavli_match SET length = {NO_UTF_8} WHERE id = '{{match}}'",
        "UPDATE tavli_match SET length = x'00' WHERE id = '{match}'",
        f"UPDATE tavli_result SET how = {NO_UTF_8} WHERE match_id = '{{match}}'",
        f"UPDATE tavli_player SET name = {NO_UTF_8} WHERE id = '{{black}}'",
        "UPDATE tavli_player SET name = NULL WHERE id = '{black}'",
    ],
)
def test_a_match_that_cannot_be_listed_is_told_of_beside_the_others(
    over, house, caplog, statement
):
    other = over.white.new_match("portes")
    black = over.black.me["id"]
    damage(house.place.database, statement.format(match=over.match, black=black))
    told = over.white.get("/api/matches").json()
    assert [one["match"] for one in told["running"]] == [other]
    assert told["finished"] == []
    assert [one["match"] for one in told["damaged"]] == [over.match]
    assert f"match {over.match} cannot be read" in caplog.text


@pytest.mark.parametrize("column", ["level", "lang"])
def test_what_a_list_does_not_show_costs_it_nothing(over, house, column):
    black = over.black.me["id"]
    change = f"UPDATE tavli_player SET {column} = {NO_UTF_8} WHERE id = '{black}'"
    damage(house.place.database, change)
    told = over.white.get("/api/matches").json()
    assert [one["match"] for one in told["finished"]] == [over.match]
    assert "damaged" not in told


def test_the_invitation_to_a_damaged_match_says_so(visit, house):
    white, black = visit(), visit()
    challenge = white.challenge("portes")
    match = black.made(f"/api/challenges/{challenge}/accept")
    damage(house.place.database, f"UPDATE tavli_match SET secret = {NO_UTF_8}")
    shown = white.get(f"/api/challenges/{challenge}")
    assert (shown.status_code, shown.json()["match"]) == (200, match)
    again = black.post(f"/api/challenges/{challenge}/accept")
    assert (again.status_code, again.json()["error"]) == (500, "match_damaged")


def test_the_offer_to_play_a_damaged_match_again_is_refused(over, house):
    path = f"/api/matches/{over.match}/rematch"
    offer = over.white.post(path).json()["challenge"]
    damage(house.place.database, f"UPDATE tavli_match SET options = {NO_UTF_8}")
    answer = over.black.post(f"/api/challenges/{offer}/accept")
    assert (answer.status_code, answer.json()["error"]) == (500, "match_damaged")


def test_a_damaged_rematch_is_led_to_all_the_same(over, house):
    path = f"/api/matches/{over.match}/rematch"
    offer = over.white.post(path).json()["challenge"]
    following = over.black.made(f"/api/challenges/{offer}/accept")
    damage(
        house.place.database,
        f"UPDATE tavli_match SET secret = {NO_UTF_8} WHERE id = '{following}'",
    )
    assert over.white.post(path).json()["match"] == following


def test_a_text_that_belongs_to_no_match_is_told_as_damage(over, house, caplog):
    damage(house.place.database, f"UPDATE tavli_player SET name = {NO_UTF_8}")
    answer = over.white.get("/api/matches")
    assert (answer.status_code, answer.json()["error"]) == (503, "database_damaged")
    assert "The database cannot be read: Could not decode" in caplog.text


@pytest.mark.parametrize("column", ["white_score", "black_score", "updated"])
@pytest.mark.parametrize("value", ["'zz'", "1.5", NO_UTF_8])
def test_a_damaged_number_hides_no_other_match(over, house, column, value):
    other = over.white.new_match("portes")
    damage(
        house.place.database,
        f"UPDATE tavli_match SET {column} = {value} WHERE id = '{over.match}'",
    )
    told = over.white.get("/api/matches").json()
    assert [one["match"] for one in told["running"]] == [other]
    assert told["finished"] == []
    (found,) = told["damaged"]
    assert found["match"] == over.match
    assert isinstance(found["updated"], int)
