"""HTTP calls: who am I, new matches, and everything that is refused."""

import json
import socket

import pytest

from tavli.server.names import LONGEST_NAME, BadNameError, clean_name


def test_a_guest_has_a_name_in_his_own_language(visit):
    assert visit(language="el").me["name"].startswith("Επισκέπτης ")
    assert visit(language="tr").me["name"].startswith("Misafir ")


def test_a_guest_is_the_same_person_at_the_next_visit(visitor):
    assert visitor.get("/api/me").json() == visitor.me


def test_two_visitors_are_two_people(visit):
    assert visit().me["id"] != visit().me["id"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Α\u0301ννα", "Άννα"),
        ("Işık", "Işık"),
        ("IRMAK", "IRMAK"),
        ("istanbul", "istanbul"),
        ("عمر", "عمر"),
        ("می‌خواهم", "می‌خواهم"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("Anna ‼\ufe0f 1\ufe0f\u20e3", "Anna ‼\ufe0f 1\ufe0f\u20e3"),
        ("അനില\u0d4d\u200d", "അനില\u0d4d\u200d"),
        ("김철수", "김철수"),
        ("ⵣ ⠓⠑", "ⵣ ⠓⠑"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_is_trimmed_and_composed_and_otherwise_left_alone(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u200d",
        "x" * (LONGEST_NAME + 1),
        "a\u0000b",
        "a\u001b[31mb",
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "\u3164",
        "\u2800",
        "\u115f\u1160",
        "\uffa0",
        "Anna\u3164",
        "An\u034fna",
        "Anna\ufe0f",
        "\ufe0f❤",
        "Anna 1\ufe0f",
        "Anna\U000e0100",
        "An\u200dna",
        "Άν\u200cνα",
        "\u200cعمر",
        "عمر\u200c",
        "عمر\u200d",
        "عمر\u200c\u200cو",
        "🔥\u200d",
        "🔥\u200dAnna",
        "🔥\u200c🔥",
        "\u2800\u200d🔥",
        "\U000e0041nna",
        "Z̸̧̢̛a",
        "\ud800",
        "a\ue000b",
    ],
)
def test_a_name_that_hides_something_is_refused(text):
    with pytest.raises(BadNameError):
        clean_name(text)


def test_a_bad_name_is_refused_in_words_and_the_old_one_stays(visitor):
    refused = visitor.post("/api/me", {"name": "a\u202eb"})
    assert (refused.status_code, refused.json()["error"]) == (400, "bad_name")
    assert visitor.get("/api/me").json()["name"] == visitor.me["name"]


def test_a_new_name_is_known_at_open_tables(visit, pair):
    pair.white.post("/api/me", {"name": "Κώστας"})
    with visit().sit(pair.match) as line:
        assert line.joined["players"]["w"]["name"] == "Κώστας"


@pytest.mark.parametrize("path", ["/api/me", "/api/matches", "/api/challenges"])
def test_a_post_without_the_token_is_refused(visitor, path):
    answer = visitor.http.post(path, json={})
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")


def test_a_post_from_a_foreign_page_is_refused(visitor):
    answer = visitor.post(
        "/api/me", {"name": "x"}, headers={"Origin": "https://elsewhere.example"}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b"[" * 3000,
        json.dumps({"name": 7}).encode(),
        json.dumps({"lang": "de"}).encode(),
        json.dumps({"id": "somebody else"}).encode(),
        json.dumps({"name": "x" * 401}).encode(),
    ],
)
def test_a_body_that_is_not_the_calls_is_refused(visitor, body):
    visitor.post("/api/me", {"name": "before"})
    headers = {"X-CSRFToken": visitor.http.cookies["csrftoken"]}
    answer = visitor.http.post("/api/me", content=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")
    assert visitor.get("/api/me").json()["name"] == "before"


@pytest.mark.parametrize("path", ["/api/me", "/api/matches", "/api/challenges"])
def test_a_form_is_refused_in_words(visitor, path):
    parts = {"file": ("name.txt", b"text")}
    headers = {"X-CSRFToken": visitor.http.cookies.setdefault("csrftoken", "a" * 32)}
    answer = visitor.http.post(path, files=parts, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad_request"


def test_a_form_of_very_many_fields_is_refused(visitor):
    answer = visitor.http.post("/api/me", data={f"f{n}": "" for n in range(2000)})
    assert answer.status_code == 400


@pytest.mark.parametrize("path", ["/", "/rules/portes", "/nowhere", "/api/me"])
def test_a_long_query_is_refused(visitor, path):
    answer = visitor.get(f"{path}?{'a=1&' * 3000}")
    assert (answer.status_code, answer.json()["error"]) == (414, "too_big")


def test_a_long_name_of_a_file_is_refused_in_words(visitor):
    answer = visitor.post(f"/api/study/files?name={'%CE%B1' * 200}.mat")
    assert (answer.status_code, answer.json()["error"]) == (414, "too_big")
    assert answer.json()["text"].startswith("The name of this file is too long")


def test_a_large_body_is_refused_before_it_is_sent(house):
    head = (
        f"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1:{house.place.port}\r\n"
        "Content-Length: 10000000000\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", house.place.port)) as connection:
        connection.settimeout(20)
        connection.sendall(head.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 413")


def test_a_body_of_unknown_length_is_refused(visitor):
    answer = visitor.http.post("/api/me", content=iter([b"{", b"}"]))
    assert (answer.status_code, answer.json()["error"]) == (411, "bad_request")


def test_the_largest_body_reaches_its_call(visitor):
    visitor.post("/api/me", {})
    headers = {"X-CSRFToken": visitor.http.cookies["csrftoken"]}
    body = b'{"name": "Anna"}'.ljust(64 * 1024)
    answer = visitor.http.post("/api/me", content=body, headers=headers)
    assert answer.json()["name"] == "Anna"


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"length": "26"},
        {"length": "0"},
        {"length": "money"},
        {"length": "game", "game": "tavli"},
        {"options": {"portes.max_points": "7"}},
        {"options": {"plakoto.mother_points": "1"}},
        {"options": {"x" * 41: "y"}},
        {"options": {str(n): "y" for n in range(33)}},
        {"opponent": "nobody"},
        {"level": "perfect"},
        {"secret": "00"},
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(visitor, change):
    wanted = {"game": "portes", "length": "3", "opponent": "computer"}
    refused = visitor.post("/api/matches", {**wanted, **change})
    assert refused.status_code == 400
    assert refused.json()["error"] in ("bad_request", "bad_rules", "bad_level")
    assert len(refused.json()["text"]) > 20
    assert visitor.get("/api/matches").json() == {"running": [], "finished": []}


def test_house_rules_travel_with_the_match(visitor):
    options = {"plakoto.mother_points": "1", "starter_next": "winner"}
    match = visitor.new_match("tavli", "3", options=options)
    with visitor.sit(match) as line:
        # What is the default anyway is left out.
        assert line.joined["rules"]["options"] == {"plakoto.mother_points": "1"}


def test_a_list_shows_each_player_his_own_side(pair):
    pair.finish_by_resignation()
    white = pair.white.get("/api/matches").json()["finished"][0]
    black = pair.black.get("/api/matches").json()["finished"][0]
    assert (white["result"], black["result"]) == ("lost", "won")
    assert white["opponent"] == pair.black.me["name"]
    assert black["opponent"] == pair.white.me["name"]


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "computer"), ("el", "υπολογιστής"), ("tr", "bilgisayar")],
)
def test_the_computer_is_called_so_in_the_readers_language(visit, language, name):
    visitor = visit(language=language)
    visitor.new_match()
    (listed,) = visitor.get("/api/matches").json()["running"]
    assert (listed["opponent"], listed["opponent_kind"]) == (name, "computer")


@pytest.mark.usefixtures("pair")
def test_strangers_matches_are_not_listed(visit):
    assert visit().get("/api/matches").json() == {"running": [], "finished": []}


def test_a_guest_runs_so_many_matches_and_no_more(visitor):
    for _ in range(60):
        visitor.new_match()
    refused = visitor.post(
        "/api/matches", {"game": "portes", "length": "1", "opponent": "computer"}
    )
    assert (refused.status_code, refused.json()["error"]) == (429, "too_many")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_a_method_that_a_call_does_not_know(visitor, method):
    visitor.post("/api/me", {})
    headers = {"X-CSRFToken": visitor.http.cookies["csrftoken"]}
    answer = visitor.http.request(method, "/api/me", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (405, "wrong_method")
    assert answer.headers["allow"] == "GET, POST"


def test_the_record_of_a_match_that_does_not_exist(visitor):
    assert visitor.get("/api/matches/nothing/record").json()["error"] == "unknown_match"


def test_a_record_is_a_file_to_download(pair):
    answer = pair.black.get(f"/api/matches/{pair.match}/record")
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="{pair.match}.tavli"'
    )


def test_a_full_disk_refuses_a_call_in_words_and_the_server_lives(visitor, monkeypatch):
    from django.db import OperationalError

    from tavli.server.models import Match

    def fail(*_: object, **__: object) -> None:
        raise OperationalError("database or disk is full")

    wanted = {"game": "portes", "length": "1", "opponent": "computer"}
    with monkeypatch.context() as patched:
        patched.setattr(Match.objects, "create", fail)
        refused = visitor.post("/api/matches", wanted)
    assert (refused.status_code, refused.json()["error"]) == (503, "not_saved")
    assert visitor.get("/api/matches").json()["running"] == []
    assert visitor.post("/api/matches", wanted).status_code == 200
