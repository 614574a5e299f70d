"""Messages are read strictly, and whatever cannot be read is refused in one line."""

import contextlib
import json
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavli.protocol import (
    MAX_FRAME,
    Act,
    Join,
    Ping,
    Pong,
    Problem,
    ProtocolError,
    decode_client,
    decode_server,
    encode,
)
from tavli.protocol.actions import Play

ACT = '{"type":"act","match":"abcd","id":"12345678","version":3,"action":%s}'


def test_a_message_is_read_into_its_struct():
    assert decode_client('{"type":"ping"}') == Ping()
    assert decode_client(b'{"type":"join","match":"abcd"}') == Join(match="abcd")
    act = decode_client(ACT % '{"do":"play","moves":["bar/20*","6/off"]}')
    assert isinstance(act, Act)
    assert act.action == Play(moves=("bar/20*", "6/off"))


def test_a_message_of_the_server_is_read_by_clients_in_python():
    assert decode_server('{"type":"pong"}') == Pong()
    with pytest.raises(ProtocolError, match="nonsense"):
        decode_server('{"type":"nonsense"}')


@pytest.mark.parametrize("extra", [0, 1])
def test_a_frame_has_at_most_8192_bytes(extra):
    frame = '{"type":"ping"}'.ljust(MAX_FRAME + extra)
    if extra:
        with pytest.raises(ProtocolError, match="at most 8192 bytes, not 8193"):
            decode_client(frame)
    else:
        assert decode_client(frame) == Ping()


def test_bytes_are_counted_and_not_letters():
    with pytest.raises(ProtocolError, match="at most 8192 bytes"):
        decode_client("Ω" * (MAX_FRAME // 2 + 1))


@pytest.mark.parametrize("match", ["abc", "a" * 33, "ABCD", "ab cd", "abcd\n", "αβγδ"])
def test_what_is_no_match_id(match):
    with pytest.raises(ProtocolError, match=r"\$\.match"):
        decode_client(json.dumps({"type": "join", "match": match}))


@pytest.mark.parametrize(
    "seed", ["ab" * 15 + "a", "ab" * 33, "AB" * 16, "ab" * 16 + "\n"]
)
def test_what_is_no_seed(seed):
    with pytest.raises(ProtocolError, match=r"\$\.seed"):
        decode_client(json.dumps({"type": "seed", "match": "abcd", "seed": seed}))


POINTS = [str(point) for point in range(1, 25)]


@pytest.mark.parametrize("source", ["bar", *POINTS])
def test_every_point_can_be_left(source):
    act = decode_client(ACT % json.dumps({"do": "play", "moves": [f"{source}/1"]}))
    assert isinstance(act, Act)


@pytest.mark.parametrize("target", ["off", *POINTS])
def test_every_point_can_be_reached(target):
    act = decode_client(ACT % json.dumps({"do": "play", "moves": [f"24/{target}"]}))
    assert isinstance(act, Act)


@pytest.mark.parametrize(
    "step",
    ["25/20", "0/1", "off/3", "3/bar", "3", "3/2/1", "03/2", "3/2(2)", "3/2\n", "-1/2"],
)
def test_what_is_no_move(step):
    with pytest.raises(ProtocolError, match=r"\$\.action\.moves"):
        decode_client(ACT % json.dumps({"do": "play", "moves": [step]}))


@pytest.mark.parametrize("version", ["-1", "1.5", '"1"', "9007199254740992", "null"])
def test_what_is_no_version(version):
    frame = f'{{"type":"join","match":"abcd","since":{version}}}'
    with pytest.raises(ProtocolError, match=r"\$\.since"):
        decode_client(frame)


def test_a_fault_is_one_bounded_line():
    key = "x" * 5000 + "\n\x1b[31m"
    with pytest.raises(ProtocolError) as refused:
        decode_client(json.dumps({"type": key}))
    text = str(refused.value)
    assert len(text) <= 200
    assert "\n" not in text


@given(st.binary(max_size=300))
def test_no_bytes_do_more_than_be_refused(frame):
    with contextlib.suppress(ProtocolError):
        decode_client(frame)


VALID = (
    '{"type":"join","match":"abcd","since":0,"graph":true}',
    '{"type":"seed","match":"abcd","seed":"00112233445566778899aabbccddeeff"}',
    ACT % '{"do":"play","moves":["13/7","8/7"]}',
    ACT % '{"do":"resign","stake":"single"}',
)


@given(st.sampled_from(VALID), st.randoms(use_true_random=False))
def test_damaged_messages_never_do_more_than_be_refused(frame, random: Random):
    damaged = bytearray(frame.encode())
    for _ in range(random.randint(1, 4)):
        damaged[random.randrange(len(damaged))] = random.randrange(256)
    try:
        message = decode_client(bytes(damaged))
    except ProtocolError:
        return
    # What can still be read is a message like any other, and survives a round trip.
    assert decode_client(encode(message)) == message


def test_a_lone_surrogate_is_refused():
    with pytest.raises(ProtocolError):
        decode_client('{"type":"join","match":"\ud800"}')


def test_what_is_written_can_be_read():
    problem = Problem(code="stale", text="Άλλαξε «τώρα» 😀")
    assert decode_server(encode(problem)) == problem
    assert msgspec.json.decode(encode(problem))["type"] == "error"
