"""Files and finished matches: walked through, analysed, written, refused."""

import time

import pytest

from server.houses import StandingClock

_PATIENCE = 180

MATCH_TEXT = """ 3 point match

 Game 1
 Anna "β" : 0                        Babis <b>, x : 0
  1) 31: 8/5 6/5                      42: 8/4 6/4
  2)  Doubles => 2                     Drops
      Wins 1 point
"""


def bring(visitor, content, name="evening.mat"):
    headers = {
        "X-CSRFToken": visitor.http.cookies["csrftoken"],
        "Content-Type": "application/octet-stream",
    }
    return visitor.http.post(
        "/api/study/files", content=content, params={"name": name}, headers=headers
    )


@pytest.fixture
def reader(visitor):
    """A visitor whose token is known."""
    visitor.post("/api/study/read", {"text": ""})
    return visitor


def studied(visitor, **question):
    task = visitor.post(
        "/api/study/tasks", {"question": {"ask": "match", **question}}
    ).json()
    end = time.monotonic() + _PATIENCE
    while task["state"] in ("waiting", "working"):
        assert time.monotonic() < end
        time.sleep(0.05)
        task = visitor.get(f"/api/study/tasks/{task['task']}").json()
    assert task["state"] == "done", task
    return task["answer"]


def test_a_file_is_read_and_walked_through(reader):
    made = bring(reader, MATCH_TEXT.encode()).json()
    assert made["matches"] == 1
    walk = reader.get(f"/api/study/file/{made['file']}").json()
    assert walk["players"] == {"w": 'Anna "β"', "b": "Babis <b>, x"}
    kinds = [step["event"]["event"] for step in walk["steps"]]
    assert kinds[:3] == ["game", "opening", "play"]
    thrown, played = walk["steps"][1], walk["steps"][2]
    assert thrown["dice"] == [3, 1]
    assert thrown["position"].startswith("backgammon 24:2,13:5,8:3,6:5")
    assert played["event"]["play"] == "8/5 6/5"
    assert played["board"] != thrown["board"]


def test_an_analysis_adds_up(reader):
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    found = studied(reader, file=file, depth=0)
    (game,) = found["games"]
    whole = game["start"] + game["luck"] + game["errors"] + game["unexplained"]
    assert whole == pytest.approx(game["result"], abs=1e-5)
    assert found["plies"] == 0


@pytest.mark.parametrize("report", ["html", "csv", "text"])
def test_a_report_is_written_in_the_readers_language(visit, report):
    reader = visit(language="el")
    reader.post("/api/study/read", {"text": ""})
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    text = studied(reader, file=file, depth=0, report=report)
    assert isinstance(text, str)
    assert "Anna" in text
    assert "<b>, x" not in text or report != "html"


def test_a_list_of_ones_own_files(visit):
    anna, babis = visit(), visit()
    for one in (anna, babis):
        one.post("/api/study/read", {"text": ""})
    bring(anna, MATCH_TEXT.encode(), name="../../etc/evening\n.mat")
    (listed,) = anna.get("/api/study/files").json()["files"]
    assert listed["name"] == "evening .mat"
    assert babis.get("/api/study/files").json()["files"] == []
    assert babis.get(f"/api/study/file/{listed['file']}").status_code == 200


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\1\2\3" * 100,
        b"good morning",
        b'{"tavli_record":1}',
        b"(;FF[4]GM[1]SZ[19];B[pd])",
        b"RGMH" + b"\xff" * 40_000,
        b"PK\x03\x04" + b"\0" * 1000,
        "Καλημέρα".encode("cp1253"),
    ],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(reader, content):
    refused = bring(reader, content)
    assert refused.status_code == 400, refused.text
    assert refused.json()["error"] == "bad_file"
    assert refused.json()["text"].endswith(".")


def test_a_file_has_so_many_bytes(reader):
    refused = bring(reader, b" " * (2 * 1024 * 1024 + 1))
    assert (refused.status_code, refused.json()["error"]) == (413, "too_big")
    assert "at most 2097152 bytes" in refused.json()["text"]


def test_other_bodies_stay_small(reader):
    refused = reader.post("/api/study/read", {"text": "x" * 70_000})
    assert refused.status_code == 413


def test_faults_of_a_file_are_told(reader):
    wrong = MATCH_TEXT.replace("6/5 ", "6/1 ")
    file = bring(reader, wrong.encode()).json()["file"]
    walk = reader.get(f"/api/study/file/{file}").json()
    assert walk["faults"]
    assert walk["faults"][0]["line"] == 5
    assert studied(reader, file=file, depth=0)["games"][0]["damaged"]


@pytest.mark.parametrize(
    ("suffix", "begins"), [("tavli", "{"), ("mat", "; [Player 1"), ("sgf", "(;")]
)
def test_a_match_is_written_for_other_programs(reader, suffix, begins):
    file = bring(reader, MATCH_TEXT.encode(), name="Βραδιά.mat").json()["file"]
    written = reader.get(f"/api/study/file/{file}/export", params={"as": suffix})
    assert written.text.startswith(begins)
    assert f".{suffix}" in written.headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/study/file/{file}?number=1", 404),
        ("/api/study/file/{file}?number=-1", 400),
        ("/api/study/file/{file}?number=99999", 400),
        ("/api/study/file/{file}/export?as=exe", 400),
        ("/api/study/shelf/{file}", 404),
        ("/api/study/file/zzzzzzzzzzzz", 404),
        ("/api/study/match/zzzzzzzzzzzz", 404),
    ],
)
def test_what_is_not_there_is_refused(reader, path, status):
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    refused = reader.get(path.format(file=file))
    assert refused.status_code == status
    assert refused.json()["text"].endswith(".")


def test_the_oldest_files_are_forgotten(reader):
    from tavli.server import studies

    clock: StandingClock = reader.house.clock
    brought = []
    for number in range(studies.MOST_FILES + 1):
        clock.pass_ms(30 * 60 * 1000)
        text = MATCH_TEXT.replace("Anna", f"Anna{number}")
        brought.append(bring(reader, text.encode()).json()["file"])
    listed = [one["file"] for one in reader.get("/api/study/files").json()["files"]]
    assert listed == brought[:0:-1]


def test_a_match_is_studied_when_it_is_over(pair):
    match, white = pair.white_line.match, pair.white
    refused = white.get(f"/api/study/match/{match}")
    assert (refused.status_code, refused.json()["error"]) == (409, "match_under_way")
    asked = {"question": {"ask": "match", "match": match, "depth": 0}}
    assert white.post("/api/study/tasks", asked).status_code == 409
    pair.white_line.act("resign_match")
    walk = white.get(f"/api/study/match/{match}").json()
    assert walk["steps"][-1]["event"]["event"] == "match_end"
    assert studied(white, match=match, depth=0)["game"] == "portes"


def test_a_match_that_was_left_before_its_first_game_is_not_written(visit, clock):
    inviter, invited = visit(), visit()
    challenge = inviter.challenge("backgammon", "3")
    match = invited.made(f"/api/challenges/{challenge}/accept")
    with inviter.sit(match) as line:
        line.give_seed()
        clock.pass_ms(line.joined["absence_ms"])
        assert line.act("abandon")["type"] == "events"
    for suffix in ("sgf", "mat"):
        refused = inviter.get(f"/api/study/match/{match}/export?as={suffix}")
        assert (refused.status_code, refused.json()["error"]) == (400, "cannot_write")
        assert refused.json()["text"] == "This match has no game that could be written."


def test_a_seat_of_the_computer_is_told_with_its_level(pair, visitor):
    match = visitor.new_match(level="level-4")
    with visitor.sit(match) as line:
        line.give_seed()
        line.hear_until("events")
        line.act("resign_match")
    walk = visitor.get(f"/api/study/match/{match}").json()
    assert walk["computers"] == {"b": "level-4"}
    assert walk["players"]["b"] == "computer (4 · café regular)"
    pair.white_line.act("resign_match")
    walk = pair.white.get(f"/api/study/match/{pair.white_line.match}").json()
    assert "computers" not in walk


def test_a_match_to_study_has_so_many_events(reader, monkeypatch):
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    monkeypatch.setattr("tavli.server.studies.MOST_EVENTS", 3)
    refused = reader.get(f"/api/study/file/{file}")
    assert (refused.status_code, refused.json()["error"]) == (400, "match_too_long")


DAMAGES = {
    "a play is missing": lambda lines: lines[:3] + lines[4:],
    "no game begins": lambda lines: lines[:1] + lines[2:],
    "a game is misnamed": lambda lines: [
        line.replace('"game":"backgammon","starter"', '"game":"portes","starter"')
        for line in lines
    ],
    "nobody doubled": lambda lines: (
        [*lines[:3], '{"event":"take","by":"b"}', *lines[3:]]
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_walked_through_and_written(reader, damage):
    """Every event keeps its number, and what is wrong is told."""
    file = bring(reader, MATCH_TEXT.encode()).json()["file"]
    whole = reader.get(f"/api/study/file/{file}/export").text.splitlines()
    lines = DAMAGES[damage](whole)
    assert lines != whole
    file = bring(reader, "\n".join(lines).encode(), name="a.tavli").json()["file"]
    walk = reader.get(f"/api/study/file/{file}").json()
    assert len(walk["steps"]) == len(lines) - 1
    assert walk["faults"]
    assert walk["steps"][-1]["score"] == [1, 0]
    studied(reader, file=file, depth=0)
    written = reader.get(f"/api/study/file/{file}/export")
    assert written.text.splitlines() == lines


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Wins 1 point", "Wins 10000001 point"),
        ("Wins 1 point", "Wins 1 point\n\n Game 2\n A : 50000000   B : 0"),
        ('Anna "β" : 0', 'Anna "β" : 50000000'),
    ],
)
def test_a_file_with_a_number_beyond_all_matches_is_studied(reader, before, after):
    content = MATCH_TEXT.replace(before, after).encode()
    file = bring(reader, content).json()["file"]
    walk = reader.get(f"/api/study/file/{file}").json()
    assert walk["faults"]
    assert walk["steps"][-1]["score"] == [1, 0]
    assert studied(reader, file=file, depth=0)["score"] == [1, 0]
