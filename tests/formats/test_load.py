"""One door to every reader: kinds, names, notes, binary files and their dangers."""

import gzip
import io
import zlib
from dataclasses import replace

import pytest

from matches import ALL, kept_matches
from records import text_of
from tavli.formats import foreign, record
from tavli.formats.effort import MOST_EFFORT, Effort, ways_of
from tavli.formats.errors import RecordError
from tavli.formats.load import FileKind, kind_of, load_file, load_matches
from tavli.formats.ogxm import written_of
from tavli.formats.packed import MOST_UNPACKED, check_packed
from tavli.formats.record import Annotation
from tavli.formats.save import SaveKind, left_out, save_match
from tavli.match import GameEnded, GameStarted, Played
from tavli.rules import BACKGAMMON, PLAKOTO, Dice, Player, Position

XG = ALL / "seven-point.xg"
HEADER = b"RGMH" + bytes(8228)

needs_collection = pytest.mark.skipif(
    not XG.exists(), reason=f"needs the larger collection in {ALL}"
)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b'{"tavli_record":1}', FileKind.RECORD),
        (b"\xef\xbb\xbf (;FF[4]GM[6]", FileKind.SGF),
        (b" ( ;FF[4]GM[6]", FileKind.SGF),
        (b"; FF[4]GM[6]", FileKind.SGF),
        (b" FF[4]GM[6]", FileKind.SGF),
        (b'; [Site "x"]\n 5 point match', FileKind.MATCH_TEXT),
        (HEADER, FileKind.XG),
        (b"OGXM\x02", FileKind.OGXM),
        (b'{"format":"BGF","version":"1.0"}\n\x1f\x8b', FileKind.BGF),
        (b"", FileKind.MATCH_TEXT),
    ],
)
def test_the_first_bytes_tell_the_kind(content, kind):
    assert kind_of(content) is kind


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf\r\n<!DOCTYPE  html>" + b"x" * 5000,
        b"<HTML lang=en>\n",
        "\n<html>\n<body>".encode("utf-16"),
    ],
)
@pytest.mark.parametrize("kind", [None, FileKind.MATCH_TEXT])
def test_a_page_is_named_as_one(content, kind):
    with pytest.raises(RecordError) as refused:
        load_matches(content, "match.html", kind)
    assert refused.value.what.code == "fault.page"


def test_our_own_page_is_named_as_one():
    (loaded,) = load_file(kept_matches()[0])
    with pytest.raises(RecordError, match="this is a web page, which is not read"):
        load_matches(save_match(loaded.record, SaveKind.PAGE), "match.html")


def test_a_match_text_becomes_a_record_named_after_its_file():
    path = kept_matches()[0]
    (loaded,) = load_file(path)
    assert loaded.record.header.match == path.stem
    assert loaded.annotations == ()
    assert isinstance(loaded.record.events[0].event, GameStarted)
    again = record.read(io.BytesIO(text_of(loaded.record).encode()))
    assert again.header == loaded.record.header
    (twice,) = load_matches(text_of(loaded.record).encode(), "x.tavli")
    assert not twice.complaints
    assert twice.state == loaded.state


def test_several_match_texts_in_one_file_are_told_apart():
    first, second = (path.read_bytes() for path in kept_matches()[:2])
    loaded = load_matches(first + b"\n" + second + b"\n 5 point match\n", "two.mat")
    assert [match.record.header.match for match in loaded] == ["two-1", "two-2"]
    for match, content in zip(loaded, (first, second), strict=True):
        (alone,) = load_matches(content, "x.mat")
        assert match.record.header.rules == alone.record.header.rules
        assert match.state == alone.state
    (left_out,) = loaded[0].complaints
    assert "left out" in left_out.sentence
    assert left_out.line


def test_all_matches_that_are_left_out_are_told_of_before_all_else():
    good = kept_matches()[0].read_bytes() + b"\n"
    wrong = good + b" 5 point match\n"
    first = load_matches(wrong, "x.mat")[0].complaints
    assert first
    too_long = b"\n 999 point match\n\n Game 1\n" * 3
    content = good + too_long + b"\n 5 point match\n"
    complaints = load_matches(content, "x.mat")[0].complaints
    codes = [complaint.what.code for complaint in complaints]
    assert codes[:2] == ["fault.match_left_out", "fault.more_left_out"]
    assert dict(complaints[1].what.values) == {"more": 2}
    assert [one.what.code for one in complaints[2:]] == [one.what.code for one in first]


def test_names_keep_every_sign_and_stay_on_one_line():
    text = kept_matches()[0].read_text(encoding="utf-8")
    name = next(line for line in text.splitlines() if " : 0" in line).split(" : ")[0]
    for other in ["O'Brien", 'Anna "x"', "Άν,να", "[a] 😀", "\u202eשלום\u202c"]:
        (loaded,) = load_matches(text.replace(name, f" {other}").encode(), "x.mat")
        assert loaded.record.header.white == other


def test_remarks_are_kept_in_the_record_behind_their_event():
    (loaded,) = load_file(kept_matches()[0])
    notes = (
        Annotation(0, "somebody", {"C": ["at the start"]}),
        Annotation(2, "somebody", {"A": ["x" * 20_000], "deep": {"a": [1.5, None]}}),
    )
    found = loaded.record
    text = text_of(record.MatchRecord(found.header, found.events, annotations=notes))
    assert text.startswith('{"tavli_record":2,')
    again = record.read(io.BytesIO(text.encode()))
    assert again.annotations == notes
    assert [entry.event for entry in again.events] == [
        entry.event for entry in found.events
    ]
    assert text_of(found).startswith('{"tavli_record":1,')


def test_a_remark_too_long_for_a_line_is_left_out():
    (loaded,) = load_file(kept_matches()[0])
    notes = (Annotation(0, "somebody", {"A": ["x" * 300_000]}),)
    found = record.MatchRecord(loaded.record.header, loaded.record.events, None, notes)
    assert "note" not in text_of(found)


def test_a_remark_before_any_event_is_refused():
    (loaded,) = load_file(kept_matches()[0])
    header = text_of(loaded.record).splitlines()[0]
    with pytest.raises(RecordError, match="follows the event") as refused:
        load_matches(
            f'{header}\n{{"event":"note","from":"x","note":{{}}}}\n'.encode(), "x"
        )
    assert refused.value.line == 2


@needs_collection
def test_an_xg_file_is_the_match_of_its_match_text():
    (text,), (loaded,) = load_file(XG.with_suffix(".mat")), load_file(XG)
    assert loaded.source_kind is FileKind.XG
    assert not loaded.complaints
    assert loaded.state.score == text.state.score
    assert len(loaded.record.events) == len(text.record.events)
    assert {note.source for note in loaded.annotations} == {"eXtreme Gammon"}
    judged = loaded.annotations[1]
    assert isinstance(loaded.record.events[judged.event].event, Played)
    assert "best_equity" in judged.fields["analysis"]


def smile(value: object) -> bytes:
    """Return *value* in Smile, the binary JSON inside BGBlitz's files."""
    match value:
        case dict():
            pairs = (bytes([0x7F + len(key)]) + key.encode() for key in value)
            inside = zip(pairs, map(smile, value.values()), strict=True)
            return b"\xfa" + b"".join(map(b"".join, inside)) + b"\xfb"
        case list():
            return b"\xf8" + b"".join(map(smile, value)) + b"\xf9"
        case bool():
            return b"\x23" if value else b"\x22"
        case int():
            return bytes([0x24, 0x80 | (2 * value if value >= 0 else -2 * value - 1)])
        case _:
            return bytes([0x3F + len(str(value))]) + str(value).encode()


def bgf_of(*turns: tuple[int, int, int, list[int], list[int]]) -> bytes:
    """Return a BGBlitz file of one game to a point, won by Green."""
    counts = {24: 2, 13: 5, 8: 3, 6: 5}
    points = [
        counts.get(25 - place, 0) - counts.get(place, 0) for place in range(1, 25)
    ]
    moves = [
        {"player": who, "red": first, "green": second, "from": ways, "to": ends}
        for who, first, second, ways, ends in turns
    ]
    game = {
        "initial": {"points": [*points, 0, 0], "cube": 1, "cubeOwner": 0},
        "scoreGreen": 0,
        "scoreRed": 0,
        "moves": moves,
        "wonPoints": 1,
    }
    match = {"nameGreen": "Anna", "nameRed": "Basil", "matchlen": 1, "games": [game]}
    packed = gzip.compress(b":)\n\x00" + smile(match))
    return (
        b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n' + packed
    )


def test_a_bgblitz_file_is_read_move_by_move():
    content = bgf_of(
        (-1, 3, 1, [8, 6, -1, -1], [5, 5, -1, -1]),
        (1, 6, 4, [24, 18, -1, -1], [18, 14, -1, -1]),
    )
    (loaded,) = load_matches(content, "game.bgf")
    assert loaded.source_kind is FileKind.BGF
    assert loaded.record.header.white == "Anna"
    assert loaded.state.score == (1, 0)
    plays = [
        entry.event for entry in loaded.record.events if isinstance(entry.event, Played)
    ]
    assert [(play.by, [tuple(move)[:2] for move in play.play]) for play in plays] == [
        (Player.WHITE, [(8, 5), (6, 5)]),
        (Player.BLACK, [(24, 18), (18, 14)]),
    ]
    assert {note.source for note in loaded.annotations} == {"BGBlitz"}


@pytest.mark.parametrize("path", kept_matches()[:2], ids=lambda path: path.stem)
def test_ogxm_is_written_and_read_back(path):
    (loaded,) = load_file(path)
    content = save_match(loaded.record, SaveKind.OGXM)
    (again,) = load_matches(content, "again.ogxm")
    assert again.source_kind is FileKind.OGXM
    assert not again.complaints
    assert again.state.score == loaded.state.score
    assert again.record.header.rules == loaded.record.header.rules
    assert again.record.header.white == loaded.record.header.white
    assert [_kind(entry.event) for entry in again.record.events] == [
        _kind(entry.event) for entry in loaded.record.events
    ]


ON_THE_ROLL = b""" 3 point match

 Game 1
 A : 0                          B : 0
  1) 61: 13/7 8/7               52: 13/8 24/22
  2) 31: 8/5 6/5                64: ????
      Wins 1 point

 Game 2
 A : 1                          B : 0
  1)                            62: ????
      Wins 1 point
"""


def test_a_throw_that_nobody_played_is_left_out_of_ogxm_with_a_complaint():
    (loaded,) = load_matches(ON_THE_ROLL, "x.mat")
    assert not loaded.complaints
    lost = left_out(loaded.record, SaveKind.OGXM)
    assert [(one.game, dict(one.what.values)["dice"]) for one in lost] == [
        (1, "6-4"),
        (2, "2-6"),
    ]
    (again,) = load_matches(save_match(loaded.record, SaveKind.OGXM), "again.ogxm")
    assert again.state.score == loaded.state.score
    assert not left_out(again.record, SaveKind.OGXM)


@pytest.mark.parametrize("kind", [SaveKind.RECORD, SaveKind.MATCH_TEXT, SaveKind.SGF])
def test_other_formats_keep_a_throw_that_nobody_played(kind):
    (loaded,) = load_matches(ON_THE_ROLL, "x.mat")
    assert left_out(loaded.record, kind) == ()
    (again,) = load_matches(save_match(loaded.record, kind), "again")
    assert [entry.event for entry in again.record.events] == [
        entry.event for entry in loaded.record.events
    ]


def _kind(event: object) -> object:
    if isinstance(event, Played):
        return event.by, sorted((move.source, move.target) for move in event.play)
    return type(event)


def test_ogxm_is_what_the_reference_reads():
    ogxm = pytest.importorskip("ogxm", reason="needs ogxm: native code, not everywhere")
    (loaded,) = load_file(kept_matches()[0])
    document = ogxm.binary_to_json(save_match(loaded.record, SaveKind.OGXM))
    assert ogxm.v2_problem(document) is None


@pytest.mark.parametrize(
    ("content", "offset", "words"),
    [
        (HEADER[:100], 100, "breaks off in its header"),
        (HEADER[:20] + b"\xff\xff\xff\x7f" + HEADER[24:], 20, "picture"),
        (HEADER, 20, "picture"),
        (HEADER + b"x" * 10, 8232, "damaged"),
        (HEADER + zlib.compress(b"x" * 99)[:-5], 8232 + 7, "breaks off"),
        (b'{"format":"BGF"}', 16, "breaks off"),
        (b'{"format":"BGF"}\n' + gzip.compress(b"x", mtime=0)[:-6], 32, "breaks off"),
        (b"OGXM\x02", 5, "breaks off"),
    ],
)
def test_damaged_binary_files_are_refused_at_a_byte(content, offset, words):
    with pytest.raises(RecordError, match=words) as refused:
        load_matches(content, "x.xg")
    assert refused.value.offset == offset
    assert f"byte {offset}:" in str(refused.value)


@needs_collection
@pytest.mark.parametrize("cut", [60_000, 90_000])
def test_an_xg_file_cut_short_keeps_the_games_before(cut):
    whole = XG.read_bytes()
    (loaded,), (cut_short,) = load_file(XG), load_matches(whole[:cut], "x.xg")
    assert f"byte {cut}: this xg file breaks off" in cut_short.complaints[0].sentence
    assert cut_short.state.ended is None
    events = [entry.event for entry in cut_short.record.events]
    closed = max(n for n, event in enumerate(events) if isinstance(event, GameEnded))
    expected = [entry.event for entry in loaded.record.events]
    assert events[:closed] == expected[:closed]
    assert closed > 100


@needs_collection
def test_an_xg_file_spoiled_in_the_middle_keeps_the_games_before():
    whole = bytearray(XG.read_bytes())
    whole[50_000] ^= 0x55
    (loaded,), (spoiled,) = load_file(XG), load_matches(bytes(whole), "x.xg")
    assert "damaged from here on" in spoiled.complaints[0].sentence
    assert all(found.sentence.startswith("byte ") for found in spoiled.complaints)
    first = [entry.event for entry in spoiled.record.events][:95]
    assert first == [entry.event for entry in loaded.record.events][:95]


@pytest.mark.parametrize(
    "content",
    [
        HEADER + zlib.compress(bytes(2560 * 3)),
        b'{"format":"BGF"}\n' + gzip.compress(b":)\n\x00" + b"\xf8" * 100_000, mtime=0),
        b'{"format":"BGF"}\nno smile',
        b"OGXM" + bytes(range(200)),
    ],
)
def test_what_the_library_cannot_read_is_refused_at_a_byte(content):
    with pytest.raises(RecordError) as refused:
        load_matches(content, "x.xg")
    assert refused.value.offset is not None


def test_a_bomb_is_refused_before_it_is_unpacked():
    piece = bytes(1 << 20)
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(piece) for _ in range(200)) + packer.flush()
    assert len(bomb) < 300_000
    with pytest.raises(RecordError, match="unpacks to more") as refused:
        check_packed(HEADER + bomb, len(HEADER), "xg file")
    assert refused.value.offset == len(HEADER)
    assert len(piece) * 200 > MOST_UNPACKED


def test_without_the_library_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(foreign, "find_spec", lambda _: None)
    with pytest.raises(RecordError, match="pip install gammonview"):
        load_matches(HEADER, "x.xg")


def test_a_document_of_nonsense_is_read_as_far_as_it_makes_sense():
    plies = [
        {
            "color": 1,
            "action_id": 2,
            "d1": 3,
            "d2": 1,
            "moves": [{"from": 17, "pips": 3}],
        },
        {"color": 0, "action_id": 2, "d1": 9, "d2": 1, "moves": []},
        {
            "color": 0,
            "action_id": 2,
            "d1": 3,
            "d2": 1,
            "moves": [{"from": 0, "pips": 3}],
        },
        {"color": 0, "action_id": 31},
        {"color": 0, "action_id": True},
        "nothing",
    ]
    match = written_of({"match_length": "x", "games": [{"plies": plies}, 5]}, 40)
    kinds = [cell.kind.value for cell in match.games[0].cells]
    assert kinds == ["roll", "unreadable", "unreadable", "unreadable"]
    assert match.games[0].cells[0].play == "8/5"
    assert match.games[0].cells[0].player is Player.WHITE
    with pytest.raises(RecordError, match="no game") as refused:
        written_of({"games": "x"}, 40)
    assert refused.value.offset == 40


def _busy_sgf(throws: int) -> bytes:
    """Return a game whose side to move holds many points and throws doubles for ever.

    No play is written for a double, so that nobody moves on.
    """
    spread = ";W[21xvxw];B[21acab];W[43xtxu];B[43aeac];W[65xrxs];B[65agaf];W[61vpxw]"
    turns = "".join(f";{'BW'[turn % 2]}[11]" for turn in range(throws))
    head = "FF[4]GM[plakoto]TV[game:plakoto][length:5]MI[length:5]PW[a]PB[b]"
    return f"(;{head}{spread}{turns})".encode()


def test_a_file_that_would_keep_the_rules_busy_is_refused(monkeypatch):
    (loaded,) = load_matches(_busy_sgf(50), "busy.sgf")
    assert loaded.complaints
    monkeypatch.setattr("tavli.formats.load.Effort", lambda: Effort(5_000))
    with pytest.raises(RecordError, match=r"line 1: .* more ways than those of the"):
        load_matches(_busy_sgf(50), "busy.sgf")
    with pytest.raises(RecordError, match=r"line 1: .* more ways than those of the"):
        load_matches(text_of(loaded.record).encode(), "busy.tavli")


def test_the_matches_of_a_file_share_what_it_may_ask(monkeypatch):
    content = kept_matches()[0].read_bytes()
    asked = Effort()
    monkeypatch.setattr("tavli.formats.load.Effort", lambda: asked)
    load_matches(content, "one.mat")
    spent = MOST_EFFORT - asked._left
    assert 0 < spent < MOST_EFFORT / 50
    monkeypatch.setattr("tavli.formats.load.Effort", lambda: Effort(spent + 1))
    (loaded,) = load_matches(content + b"\n\n" + content, "two.mat")
    assert "a match is left out" in loaded.complaints[-1].sentence


def test_effort_grows_with_the_points_that_are_held():
    start = Position.start(PLAKOTO)
    assert ways_of(start, Dice(2, 1)) == 1
    assert ways_of(start, Dice(1, 1)) == 1
    spread = Position.start(BACKGAMMON)
    assert ways_of(spread, Dice(2, 1)) == 16
    assert ways_of(spread, Dice(1, 1)) == 35


@pytest.mark.parametrize("kind", [SaveKind.MATCH_TEXT, SaveKind.SGF])
def test_a_zero_byte_in_a_name_spoils_no_text(kind):
    (loaded,) = load_file(kept_matches()[0])
    header = replace(loaded.record.header, white="An\0na")
    written = save_match(replace(loaded.record, header=header), kind)
    (again,) = load_matches(written, "match")
    assert again.record.header.white == "Anna"
    assert not again.complaints


def test_a_note_with_the_signs_of_sgf_in_its_name_is_not_written_there():
    (loaded,) = load_file(kept_matches()[0])
    at = next(k for k, e in enumerate(loaded.record.events) if type(e.event) is Played)
    note = Annotation(at, "GNU Backgammon", {"C": ["kept"], "X];AE": ["a"]})
    written = save_match(replace(loaded.record, annotations=(note,)), SaveKind.SGF)
    assert b"C[kept]" in written
    assert b";AE" not in written


def test_a_number_without_end_in_a_binary_file_is_kept_as_none():
    text = b'{"match":{"games":[],"a":NaN,"b":[-Infinity,1e999],"c":0.5,"d":-1e-999}}'
    found = foreign._answer(text, foreign.ForeignKind.XG, foreign.ForeignFile(b"", 0))
    assert found == {"games": [], "a": None, "b": [None, None], "c": 0.5, "d": 0.0}
