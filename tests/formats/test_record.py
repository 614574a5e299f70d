"""Our own record: lossless, versioned, and refused in a sentence with its place."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records import read_text, real_records, record_of, tavli_record, text_of
from tavli.formats import record, record_lines
from tavli.formats.errors import RecordError
from tavli.formats.event_fields import event_from_fields, event_to_fields
from tavli.formats.record import Annotation
from tavli.formats.record_replay import replay_record
from tavli.match import (
    Beavered,
    CubeAutoDoubled,
    Doubled,
    Dropped,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchEnding,
    MatchRules,
    OpeningThrown,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Taken,
)
from tavli.rules import BAR, OFF, RULESETS, Dice, Move, Player, Stake

KEPT = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.tavli"))
HEADER = (
    '{"tavli_record":1,"match":"abcd1234","game":"portes","length":"3","options":{},'
    '"players":{"w":"Anna","b":"Basil"}}\n'
)

GAME = '{{"event":"game","number":1,"game":"portes","starter":null,  {}}}\n'
END = '{{"event":"game_end","winner":"w","points":1,"how":"off",  "score":{}}}\n'

# ------------------------------------------------------------------ event fields

players = st.sampled_from(Player)
maybe = st.none() | players
cubes = st.integers(1, 12).map(lambda power: 1 << power)
scores = st.tuples(st.integers(0, 999), st.integers(0, 999))
moves = st.tuples(st.integers(1, BAR), st.integers(OFF, 24)).filter(
    lambda move: move[0] > move[1]
)
steps = st.tuples(moves.map(lambda move: Move(*move)), st.sampled_from(["", "*", "^"]))


def _played(by, found):
    return Played(by, tuple(m for m, _ in found), tuple(mark for _, mark in found))


events = st.one_of(
    st.builds(
        GameStarted,
        st.integers(1, 500),
        st.sampled_from(list(RULESETS)),
        maybe,
        st.booleans(),
    ),
    st.builds(OpeningThrown, st.integers(1, 6), st.integers(1, 6)),
    st.builds(CubeAutoDoubled, cubes),
    st.builds(Rolled, players, st.builds(Dice, st.integers(1, 6), st.integers(1, 6))),
    st.builds(_played, players, st.lists(steps, max_size=4)),
    *(st.builds(kind, players, cubes) for kind in (Doubled, Beavered, Raccooned)),
    *(
        st.builds(kind, players)
        for kind in (Taken, Dropped, ResignationAccepted, ResignationDeclined)
    ),
    st.builds(ResignationOffered, players, st.sampled_from(Stake)),
    st.builds(
        GameEnded, maybe, st.integers(0, 999), st.sampled_from(GameEnding), scores
    ),
    st.builds(MatchEnded, maybe, st.sampled_from(MatchEnding), scores),
)


@given(events)
def test_every_event_is_read_from_json_as_it_was_written(event):
    text = json.dumps(event_to_fields(event))
    assert event_from_fields(json.loads(text)) == event


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (
            GameStarted(2, "plakoto", Player.WHITE),
            {"event": "game", "number": 2, "game": "plakoto", "starter": "w"},
        ),
        (OpeningThrown(3, 5), {"event": "opening", "white": 3, "black": 5}),
        (
            Rolled(Player.WHITE, Dice(1, 6)),
            {"event": "roll", "by": "w", "dice": "1-6"},
        ),
        (
            Played(Player.BLACK, (Move(BAR, 20), Move(6, OFF)), ("*", "")),
            {"event": "play", "by": "b", "play": "bar/20* 6/off"},
        ),
        (Played(Player.BLACK, ()), {"event": "play", "by": "b", "play": "-"}),
        (Doubled(Player.WHITE, 2), {"event": "double", "by": "w", "cube": 2}),
        (
            ResignationOffered(Player.WHITE, Stake.GAMMON),
            {"event": "resign", "by": "w", "stake": "gammon"},
        ),
        (
            GameEnded(None, 0, GameEnding.BOTH_MOTHERS, (1, 0)),
            {
                "event": "game_end",
                "winner": None,
                "points": 0,
                "how": "draw",
                "score": [1, 0],
            },
        ),
    ],
)
def test_the_text_of_an_event(event, fields):
    assert event_to_fields(event) == fields


# ----------------------------------------------------------------------- records


def test_a_record_is_read_as_it_was_written():
    for found in (*real_records(), tavli_record()):
        assert read_text(text_of(found)) == found


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_record_kept_from_an_earlier_day_is_still_read_and_written(path):
    text = path.read_text(encoding="utf-8")
    found = read_text(text)
    assert text_of(found) == text
    assert replay_record(found).complaints == []


def test_house_rules_travel_in_the_header():
    rules = MatchRules.parse("tavli", "5", {"plakoto.mother_points": "1"})
    found = read_text(text_of(record_of(rules, [])))
    assert found.header.rules == rules
    assert '"options":{"plakoto.mother_points":"1"}' in text_of(found)


def test_the_commitment_travels_in_the_header():
    found = tavli_record()
    header = replace(found.header, commitment="ab" * 32)
    assert read_text(text_of(replace(found, header=header))).header == header


def test_names_are_kept_as_written():
    found = read_text(text_of(tavli_record()))
    assert (found.header.white, found.header.black) == ("Άννα: 1", 'O"Brien')


def test_a_mark_of_byte_order_and_blank_lines_are_passed_over():
    text = HEADER + '\n\n{"event":"game","number":1,"game":"portes","starter":null}\r\n'
    found = record.read(io.BytesIO(b"\xef\xbb\xbf" + text.encode()))
    assert [entry.line for entry in found.events] == [4]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, None, "this record is empty"),
        ("\n\n", 1, None, "this record is empty"),
        ("{", 1, 2, "this is not JSON"),
        ("[1]", 1, 1, "one JSON object"),
        ("{}", 1, 1, "no tavli record"),
        ('{"tavli_record":3,"more":[]}', 1, 2, "a newer tavli can read it"),
        ('{"tavli_record":true}', 1, 2, "a whole number"),
        (HEADER.replace('"portes"', '"chess"'), 1, 38, "the games are"),
        (HEADER.replace('"3"', '"99"'), 1, 38, "a length is"),
        (HEADER.replace("{}", '{"a":"b"}'), 1, 38, "portes has no option 'a'"),
        (HEADER.replace('"b":"Basil"', '"c":"Basil"'), 1, None, "b is missing"),
        (HEADER.replace('"options"', '"game"'), 1, None, "written twice"),
        (HEADER.replace("}}", '},"x":1}'), 1, 115, "'x' is not a field"),
        (HEADER.replace("}}", '},"commitment":"XYZ"}'), 1, 115, "hexadecimal"),
        (HEADER + "oops\n", 2, 1, "this is not JSON"),
        (HEADER + '{"event":"dance"}\n', 2, 2, "no event 'dance'"),
        (HEADER + '{"event":"roll","by":"w"}\n', 2, 1, "dice is missing"),
        (
            HEADER + '{"event":"roll","by":"x","dice":"6-1"}\n',
            2,
            17,
            "by is one of",
        ),
        (
            HEADER + '{"event":"roll","by":"w","dice":"6-7"}\n',
            2,
            26,
            "dice are written",
        ),
        (HEADER + '{"event":"play","by":"w","play":"e4"}\n', 2, 26, "not a step"),
        (HEADER + '{"event":"double","by":"w","cube":3}\n', 2, 28, "a power of two"),
        (HEADER + '{"event":"opening","white":0,"black":1}\n', 2, 20, "from 1 to 6"),
        (HEADER + '{"event":"opening","white":1.0,"black":1}\n', 2, 20, "from 1 to 6"),
        (HEADER + '{"event":"take","by":"w","t":-1}\n', 2, 26, "t is a whole number"),
        (HEADER + '{"event":"take","by":"w","why":1}\n', 2, 26, "'why' is not a field"),
        (HEADER + '{"event":7}\n', 2, 2, "a text of 1 to 20"),
        (HEADER + GAME.format('"crawford":"no"'), 2, 61, "true or false"),
        (HEADER + GAME.format('"starters":1'), 2, 61, "'starters' is not a field"),
        (HEADER + END.format("[1]"), 2, 59, "two numbers"),
        (HEADER + END.format("[true,false]"), 2, 59, "two numbers"),
        (HEADER + END.format("[1,-1]"), 2, 59, "two numbers"),
        (HEADER.replace('{"w":"Anna","b":"Basil"}', "[]"), 1, 80, "an object"),
        (HEADER.replace('"Basil"', "1"), 1, 80, "texts of at most"),
        (HEADER + '{"event":NaN}\n', 2, None, "NaN is not a number"),
        (HEADER + '{"event":-1e999}\n', 2, None, "'-1e999' is too large a number"),
        (
            HEADER + '{"event":"take"' + " " * 9000 + "}\n",
            2,
            None,
            "at most 8,192 bytes",
        ),
        (HEADER + "[" * 3000 + "\n", 2, None, "nested too deeply"),
        (HEADER + '{"event":"proof","secret":"q","seeds":{}}\n', 2, 18, "hexadecimal"),
        (
            HEADER + '{"event":"proof","secret":"ab","seeds":{"w":"","b":""}}\n' * 2,
            3,
            1,
            "nothing follows the proof",
        ),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_with_its_place(
    text, line, column, words
):
    with pytest.raises(RecordError) as refused:
        read_text(text)
    assert words in refused.value.reason
    assert refused.value.line == line
    if column is not None:
        assert refused.value.column == column


@pytest.mark.parametrize(
    ("game", "length", "options", "words"),
    [
        ("portes", "3", {"max_points": "3"}, "portes has no option 'max_points'"),
        (
            "plakoto",
            "3",
            {"plakoto.mother_points": "7"},
            "plakoto.mother_points is one of 2, 1, 3, not '7'",
        ),
        (
            "backgammon",
            "money",
            {"bg.raccoon": "on"},
            "bg.raccoon=on is possible only with bg.beaver=on",
        ),
        (
            "backgammon",
            "5",
            {"bg.holland": "on", "bg.crawford": "off"},
            "bg.holland=on is possible only with bg.crawford=on",
        ),
        (
            "backgammon",
            "5",
            {"bg.jacoby": "on"},
            "backgammon has the option 'bg.jacoby', but not at a length of 5",
        ),
        (
            "portes",
            "money",
            {"portes.max_points": "3"},
            "portes is not played to a length of 'money'",
        ),
    ],
)
def test_a_refusal_of_house_rules_names_the_part_that_is_wrong(
    game, length, options, words
):
    head = json.loads(HEADER) | {"game": game, "length": length, "options": options}
    with pytest.raises(RecordError) as refused:
        read_text(json.dumps(head))
    assert words in refused.value.reason


def test_no_record_is_written_with_a_number_that_none_may_hold():
    found = real_records()[0]
    note = Annotation(0, "somebody", {"worth": float("inf")})
    with pytest.raises(ValueError, match="not JSON compliant"):
        text_of(replace(found, annotations=(note,)))


def test_bytes_that_are_no_text_are_refused_with_their_place():
    with pytest.raises(RecordError) as refused:
        record.read(io.BytesIO(HEADER.encode() + b'{"event":"\xff"}\n'))
    assert (refused.value.line, refused.value.column) == (2, 11)


def test_a_record_has_a_bounded_number_of_lines(monkeypatch):
    monkeypatch.setattr(record_lines, "MOST_LINES", 3)
    event = '{"event":"take","by":"w"}\n'
    assert len(read_text(HEADER + event * 2).events) == 2
    with pytest.raises(RecordError, match="at most 3 lines"):
        read_text(HEADER + event * 3)


def test_lines_are_read_one_by_one():
    stream = io.BytesIO(HEADER.encode() + b"broken")
    lines = record.read_lines(stream)
    assert next(lines) == (1, HEADER.strip())
    assert stream.tell() == len(HEADER.encode())


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(content):
    for before in (b"", HEADER.encode()):
        try:
            found = record.read(io.BytesIO(before + content))
        except RecordError:
            continue
        assert read_text(text_of(found)).events == tuple(
            record.RecordedEvent(entry.event, entry.time, number + 2)
            for number, entry in enumerate(found.events)
        )


def test_half_a_sign_in_a_name_becomes_a_question_mark():
    text = text_of(tavli_record()).replace("Άννα: 1", "a\\ud83d\\ud83d\\ude00")
    found = record.read(io.BytesIO(text.encode()))
    assert found.header.white == "a?\N{GRINNING FACE}"


@pytest.mark.parametrize(
    "event",
    [
        GameStarted(100_001, "portes"),
        GameEnded(Player.WHITE, 10_000_001, GameEnding.RESIGNED, (1, 0)),
        GameEnded(Player.WHITE, 1, GameEnding.RESIGNED, (2_000_000_001, 0)),
        MatchEnded(Player.WHITE, MatchEnding.POINTS, (0, 2_000_000_001)),
    ],
)
def test_no_event_is_written_that_could_not_be_read_back(event):
    with pytest.raises(ValueError, match=r"number|numbers"):
        text_of(record_of(MatchRules.parse("portes", "5"), [event]))
