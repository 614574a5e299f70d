"""What a hostile or broken client sends costs nobody but himself."""

import contextlib
import json
import socket

import pytest
from websockets.exceptions import ConnectionClosed

from server.visitors import Line, Visitor
from tavli.rules import Refusal
from tavli.server.play.limits import Limits

GARBAGE = [
    "",
    "hello",
    "{",
    "null",
    "[]",
    "{}",
    '{"type": "nonsense"}',
    '{"type": "join"}',
    '{"type": "join", "match": 7}',
    '{"type": "join", "match": "../../etc/passwd"}',
    '{"type": "join", "match": "abcd\\n"}',
    '{"type": "join", "match": "abcd", "since": -1}',
    '{"type": "join", "match": "abcd", "since": 1e400}',
    '{"type": "join", "match": "abcd", "extra": true}',
    '{"type": "seed", "match": "abcd", "seed": "short"}',
    '{"type": "seed", "match": "abcd", "seed": "ZZ112233445566778899aabbccddeeff"}',
    "[" * 4000,
    b"\xff\xfe\x00",
    b"{}",
]


def _closing(line: Line) -> int:
    """Read until the line is closed, and return with which code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            line.hear()
    return line.socket.close_code


@pytest.mark.parametrize("frame", GARBAGE)
def test_garbage_is_answered_and_the_line_lives(visitor, frame):
    with visitor.connect() as line:
        line.say_text(frame)
        assert line.hear()["code"] == "bad_message"
        line.say(type="ping")
        assert line.hear() == {"type": "pong"}


def test_text_that_is_not_utf8_ends_the_line(visitor):
    with visitor.connect() as line:
        line.socket.send(b"\xff\xfe", text=True)
        assert _closing(line) == 1007


def test_garbage_again_and_again_ends_the_line(visitor):
    with visitor.connect() as line:
        for _ in range(8):
            line.say_text("garbage")
        assert _closing(line) == 1008


@pytest.mark.parametrize("size", [8193, 10 * 1024 * 1024])
def test_a_huge_frame_ends_that_line_only(visit, size):
    hostile, other = visit(), visit()
    with hostile.connect() as line, other.connect() as calm:
        with contextlib.suppress(ConnectionClosed):
            line.say_text("x" * size)
        assert _closing(line) == 1009
        calm.say(type="ping")
        assert calm.hear() == {"type": "pong"}


def test_the_largest_frame_is_read(visitor):
    with visitor.connect() as line:
        line.say_text('{"type": "ping"}'.ljust(8192))
        assert line.hear() == {"type": "pong"}


def test_a_thousand_messages_in_a_second_end_that_line_only(start_house):
    house = start_house(limits=Limits(burst=20, messages_a_second=1))
    hostile, other = Visitor(house), Visitor(house)
    with hostile.connect() as line, other.connect() as calm:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(1000):
                line.say(type="ping")
        assert _closing(line) == 1008
        calm.say(type="ping")
        assert calm.hear() == {"type": "pong"}
    hostile.close()
    other.close()


def test_a_calm_client_is_never_too_fast(start_house):
    house = start_house(limits=Limits(burst=5, messages_a_second=1))
    visitor = Visitor(house)
    with visitor.connect() as line:
        for _ in range(20):
            line.say(type="ping")
            assert line.hear() == {"type": "pong"}
            house.clock.pass_ms(1000)
    visitor.close()


def test_nothing_can_be_done_at_a_match_that_was_not_joined(visitor, pair):
    with visitor.connect() as line:
        line.match, line.view = pair.match, {"version": 1}
        assert line.act("roll")["code"] == "not_joined"
        line.give_seed()
        assert line.hear()["code"] == "not_joined"


@pytest.mark.parametrize("match", ["zzzz", "0" * 32])
def test_a_match_that_does_not_exist(visitor, match):
    with visitor.connect() as line:
        line.say(type="join", match=match)
        assert line.hear()["code"] == "unknown_match"


def test_a_line_follows_so_many_matches_and_no_more(start_house):
    house = start_house(limits=Limits(tables=2))
    visitor = Visitor(house)
    matches = [visitor.new_match() for _ in range(3)]
    with visitor.connect() as line:
        for match in matches[:2]:
            line.join(match)
        line.say(type="join", match=matches[2])
        assert line.hear_until("error")["code"] == "too_many_tables"
        line.say(type="leave", match=matches[0])
        line.join(matches[2])
    visitor.close()


def test_a_watcher_can_do_nothing(visitor, pair):
    with visitor.sit(pair.match) as line:
        assert line.seat == "watch"
        assert line.view["may"] == []
        assert line.act("roll")["code"] == "not_seated"
        assert line.act("resign_match")["code"] == "not_seated"
        line.give_seed()
        assert line.hear_until("error")["code"] == "not_seated"


def test_anothers_move_is_refused(pair):
    pair.play_until("to_play")
    actor, other = pair.acting()
    other.view["version"] = actor.version
    answer = other.act("play", moves=actor.first_path())
    assert (answer["type"], answer["code"]) == ("refused", "not_your_turn")
    assert actor.view["version"] == other.view["version"]


def test_an_illegal_play_is_refused_in_words_and_nothing_moves(pair):
    pair.play_until("to_play")
    actor, _ = pair.acting()
    before = actor.view
    answer = actor.act("play", moves=["24/1"])
    assert answer["code"] in {refusal.value for refusal in Refusal}
    assert "24/1 is not legal: " in answer["text"]
    assert answer["view"] == before


def test_a_move_sent_twice_is_done_once(pair):
    pair.play_until("to_play")
    actor, other = pair.acting()
    version, moves = actor.version, actor.first_path()
    first = actor.act("play", id="the-same-action", moves=moves, version=version)
    again = actor.act("play", id="the-same-action", moves=moves, version=version)
    assert first == again
    assert first["version"] == version + 1
    pair.catch_up(other, version + 1)
    other.do_first()
    assert other.version == version + 2


def test_the_same_id_means_the_same_action_however_it_is_dressed(pair):
    done = pair.white_line.act("roll", id="one-action")
    other = pair.white_line.act("resign_match", id="one-action")
    assert other["events"] == done["events"]
    assert other["view"]["phase"] != "match_over"


def test_a_stale_move_is_refused_with_the_present_view(pair):
    pair.play_until("to_roll")
    actor, _ = pair.acting()
    answer = actor.act("roll", version=actor.version - 1)
    assert (answer["type"], answer["code"]) == ("refused", "stale")
    assert answer["view"] == actor.view


@pytest.mark.parametrize(
    "action",
    [
        {"do": "roll", "dice": "6-6"},
        {"do": "roll", "dice": [6, 6]},
        {"do": "play", "moves": [], "dice": "6-6"},
        {"do": "play", "moves": ["24/18"] * 5},
        {"do": "play", "moves": ["24/18; DROP TABLE"]},
        {"do": "play", "moves": ["25/19"]},
        {"do": "play", "moves": ["24-18"]},
        {"do": "play", "moves": "24/18"},
        {"do": "resign", "stake": "everything"},
        {"do": "teleport"},
        {},
    ],
)
def test_dice_of_the_clients_own_and_other_inventions_are_no_message(pair, action):
    line = pair.white_line
    before = line.view
    message = {"type": "act", "match": pair.match, "id": "12345678", "version": 1}
    line.say_text(json.dumps({**message, "action": action}))
    assert line.hear()["code"] == "bad_message"
    assert line.join(pair.match)["view"] == before


def test_a_client_that_vanishes_while_it_is_answered_harms_nobody(visit, pair):
    pair.play_until("to_play")
    for _ in range(10):
        line = visit().sit(pair.match)
        line.say(type="join", match=pair.match)
        line.socket.socket.shutdown(socket.SHUT_RDWR)
        line.close()
    pair.do_first()
