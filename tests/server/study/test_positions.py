"""Positions are read out of anything, described, and refused in true words."""

import pytest

START = "portes 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w"
THROWN = f"{START} dice=3-1"


def read(visitor, text):
    return visitor.post("/api/study/read", {"text": text})


@pytest.mark.parametrize(
    "text",
    [
        THROWN,
        f'Look at this: "{THROWN}". What would you play?',
        f"first line\n  {THROWN}\nlast line",
        "https://tavli.example/study/portes?position="
        "portes+24:2,13:5,8:3,6:5+24%3A2%2C13%3A5%2C8:3,6:5+w+dice%3D3-1",
    ],
)
def test_a_position_is_found_in_what_was_pasted(visitor, text):
    found = read(visitor, text).json()
    assert found["position"] == THROWN
    assert (found["dice"], found["turn"], found["pips"]) == ([3, 1], "w", [167, 167])
    assert found["graph"]["nodes"][0]["moves"]


@pytest.mark.parametrize(
    "text",
    [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "Position ID: 4HPwATDgc/ABMA\nMatch ID: cIkMAAAAAAAA",
    ],
)
def test_identifiers_of_other_programs_are_positions(visitor, text):
    found = read(visitor, text).json()
    assert found["game"] == "backgammon"
    assert sorted(found["dice"]) == [1, 3]
    assert "XGID" in found["ids"]


@pytest.mark.parametrize(
    ("line", "code", "values"),
    [
        (
            "plakoto bar:1,24:14 24:15 w",
            "bar_without_hits",
            {"side": "w", "point": "25", "facing": "0"},
        ),
        (
            "portes 8x,6:14 24:15 w",
            "pin_without_pins",
            {"side": "w", "point": "8", "facing": "0"},
        ),
        (
            "plakoto 8x,8:1,6:13 17:1,24:14 w",
            "pin_not_alone",
            {"side": "w", "point": "8", "facing": "0"},
        ),
        (
            "plakoto 8x,6:14 24:15 w",
            "pin_without_cover",
            {"side": "w", "point": "8", "facing": "17"},
        ),
        (
            "plakoto 8:1,6:14 17:1,24:14 w",
            "neither_pinned",
            {"side": "w", "point": "8", "facing": "17"},
        ),
        (
            "fevga 24:15 12:15 w",
            "both_colours",
            {"side": "w", "point": "24", "facing": "12"},
        ),
        ("portes - - w", "all_off", {}),
    ],
)
def test_an_impossible_position_is_refused_with_its_reason(visitor, line, code, values):
    refused = read(visitor, line)
    content = refused.json()
    assert (refused.status_code, content["error"]) == (400, code)
    assert content.get("values", {}) == values
    assert content["text"].endswith(".")
    assert "column" not in content["text"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_position_found"),
        ("good morning", "no_position_found"),
        ("portes", "bad_position"),
        ("portes 24:16 24:15 w", "bad_position"),
        ("portes 99:1 24:15 w", "bad_position"),
        ("\u202e\0portes", "no_position_found"),
        ("(" * 19_000, "no_position_found"),
        ("https://" + "[" * 500, "no_position_found"),
    ],
)
def test_what_holds_no_position_is_refused_in_words(visitor, text, code):
    refused = read(visitor, text)
    assert (refused.status_code, refused.json()["error"]) == (400, code)
    assert len(refused.json()["text"]) < 300


def test_a_paste_has_so_many_characters(visitor):
    assert read(visitor, "x" * 20_001).json()["error"] == "bad_request"


@pytest.mark.parametrize(
    ("line", "blocked"),
    [
        ("portes - 24:15 w", "game_is_over"),
        ("portes 24:15 24:15 ?", "nobody_on_roll"),
        ("portes 24:15 24:15 w score=5-0/5", "match_is_over"),
        (START, None),
    ],
)
def test_a_position_says_why_nothing_can_be_asked_in_it(visitor, line, blocked):
    found = read(visitor, line.replace("24:15 24:15", "24:15 23:15")).json()
    assert found.get("blocked") == blocked


def test_a_play_leads_to_the_next_position(visitor):
    moves = ["8/5", "6/5"]
    after = visitor.post("/api/study/play", {"position": THROWN, "moves": moves})
    content = after.json()
    assert content["position"].split()[1:4] == [
        "24:2,13:5,8:2,6:4,5:2",
        "24:2,13:5,8:3,6:5",
        "b",
    ]
    assert content["dice"] is None


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        (["24/18", "8/5"], "no_such_die"),
        (["8/5"], "dice_left"),
        (["7/4", "6/5"], "no_checker_there"),
        (["8/5", "8/5", "6/5", "6/5", "6/5"], "bad_request"),
        (["8/99"], "bad_request"),
    ],
)
def test_an_illegal_play_is_refused_with_its_rule(visitor, moves, code):
    refused = visitor.post("/api/study/play", {"position": THROWN, "moves": moves})
    assert (refused.status_code, refused.json()["error"]) == (400, code)


def test_without_a_roll_nothing_is_played(visitor):
    refused = visitor.post("/api/study/play", {"position": START, "moves": ["8/5"]})
    assert refused.json()["error"] == "no_roll"


def test_the_end_of_a_game_is_told(visitor):
    line = "portes 1:1 23:1,6:14 w dice=3-1"
    after = visitor.post("/api/study/play", {"position": line, "moves": ["1/off"]})
    assert after.json()["over"] == {"winner": "w", "points": 2}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/study", 200),
        ("/study/fevga", 200),
        ("/study/fevga?position=nonsense", 200),
        ("/study/chess", 404),
        ("/study/match/zzzzzzzzzzzz", 404),
        ("/study/file/zzzzzzzzzzzz", 404),
        ("/study/shelf/zzzzzzzzzzzz", 404),
    ],
)
def test_the_pages_are_there(visitor, path, status):
    answer = visitor.get(path)
    expected = (status, 503) if status == 200 else (status,)  # a page not built
    assert answer.status_code in expected
