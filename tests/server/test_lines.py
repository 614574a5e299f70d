"""What the network layer bounds, as no application above it can."""

from types import SimpleNamespace

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from server.visitors import Line
from tavli.server import lines
from tavli.server.lines import HttpLine, SocketLine


class Timer:
    def __init__(self, seconds, call):
        self.seconds, self.call, self.is_cancelled = seconds, call, False

    def cancel(self):
        self.is_cancelled = True


class StandingLoop:
    """Keeps what is to happen later until a test lets it happen."""

    def __init__(self):
        self.timers: list[Timer] = []

    def time(self):
        return 0.0

    def call_later(self, seconds, call):
        self.timers.append(Timer(seconds, call))
        return self.timers[-1]

    def fire(self):
        """Let the last thing that was not called off happen; return its delay."""
        due = [timer for timer in self.timers if not timer.is_cancelled][-1]
        due.cancel()
        due.call()
        return due.seconds


class FakeTransport:
    def __init__(self):
        self.is_aborted = False
        self.written = b""

    def abort(self):
        self.is_aborted = True

    def close(self):
        self.is_aborted = True

    def is_closing(self):
        return self.is_aborted

    def write(self, data):
        self.written += data

    def get_extra_info(self, *_):
        return None


def _http_line(state: ServerState, most: int | None = None):
    config = uvicorn.Config(
        lambda: None, limit_concurrency=most, interface="asgi3", log_config=None
    )
    config.loaded, config.loaded_app = True, None
    config.ws_protocol_class = None
    loop, transport = StandingLoop(), FakeTransport()
    line = HttpLine(config, state, {}, _loop=loop)
    line.connection_made(transport)
    return line, loop, transport


def test_a_line_that_asks_for_nothing_is_dropped():
    line, loop, transport = _http_line(ServerState())
    line.data_received(b"GET / HTTP/1.1\r\nHost: ")
    assert not transport.is_aborted
    assert loop.fire() == lines.HEAD_SECONDS
    assert transport.is_aborted


def test_a_line_that_does_not_take_its_answer_is_dropped():
    line, loop, transport = _http_line(ServerState())
    line.cycle = SimpleNamespace(response_complete=False)
    assert loop.fire() == lines.HEAD_SECONDS
    assert not transport.is_aborted
    assert loop.fire() == lines.ANSWER_SECONDS
    assert transport.is_aborted


def test_a_line_that_is_gone_is_waited_for_no_longer():
    line, loop, transport = _http_line(ServerState())
    line.connection_lost(ConnectionResetError())
    assert all(timer.is_cancelled for timer in loop.timers)
    assert not transport.is_aborted


def test_beyond_the_limit_a_new_line_is_dropped_and_the_old_ones_stay():
    state = ServerState()
    opened = [_http_line(state, most=3)[2] for _ in range(4)]
    assert [transport.is_aborted for transport in opened] == [False, False, True, True]


LOST = (1006, 1008)
"""Closed with a reason; whoever is still sending may not get to read it."""


def _send_frames(line: Line, frame: Frame, number: int) -> None:
    """Send *frame* so many times behind the back of the client's library."""
    line.socket.socket.sendall(frame.serialize(mask=True) * number)


def _closing_code(line: Line) -> int:
    try:
        while True:
            line.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def test_a_message_in_very_many_pieces_ends_that_line_only(visit):
    guilty, innocent = visit().connect(), visit().connect()
    with guilty, innocent:
        _send_frames(guilty, Frame(Opcode.TEXT, b"{", fin=False), 1)
        piece = Frame(Opcode.CONT, b"", fin=False)
        _send_frames(guilty, piece, lines.MOST_FRAGMENTS)
        assert _closing_code(guilty) in LOST
        innocent.say(type="ping")
        assert innocent.hear() == {"type": "pong"}


def test_a_message_in_a_few_pieces_is_read(visitor):
    with visitor.connect() as line:
        line.socket.send(iter(['{"type":', "", '"ping"}']))
        assert line.hear() == {"type": "pong"}


def test_a_flood_of_pings_ends_that_line_only(visit):
    guilty, innocent = visit().connect(), visit().connect()
    with guilty, innocent:
        _send_frames(guilty, Frame(Opcode.PING, b""), 2 * lines.FRAME_BURST)
        assert _closing_code(guilty) in LOST
        innocent.say(type="ping")
        assert innocent.hear() == {"type": "pong"}


def _socket_line():
    config = uvicorn.Config(lambda: None, interface="asgi3", log_config=None)
    config.loaded, config.loaded_app = True, None
    loop, transport = StandingLoop(), FakeTransport()
    line = SocketLine(config, ServerState(), {}, _loop=loop)
    line.connection_made(transport)
    return line, loop, transport


def test_pongs_do_not_pile_up_for_somebody_who_does_not_read():
    line, _, transport = _socket_line()
    line.pause_writing()
    line.conn.writes.append(b"a pong")
    line.handle_ping()
    assert transport.written == b""
    line.resume_writing()
    line.conn.writes.append(b"the next")
    line.handle_ping()
    assert transport.written == b"the next"


def test_a_socket_that_does_not_finish_its_handshake_is_dropped():
    line, loop, transport = _socket_line()
    line.data_received(b"GET /socket HTTP/1.1\r\nContent-Length: 5\r\n\r\n")
    assert not transport.is_aborted
    assert loop.fire() == lines.HEAD_SECONDS
    assert transport.is_aborted


def test_an_open_socket_has_all_the_time_it_wants():
    line, loop, transport = _socket_line()
    line.handshake_complete = True
    loop.fire()
    assert not transport.is_aborted


def test_text_that_is_none_ends_the_line_and_fills_no_log(visitor, caplog):
    with visitor.connect() as line:
        _send_frames(line, Frame(Opcode.TEXT, b"\xff"), 1)
        assert _closing_code(line) == 1007
    assert not caplog.records


def test_a_closed_socket_goes_even_if_nobody_reads_its_farewell():
    line, loop, transport = _socket_line()
    line.on_task_complete(None)
    assert not transport.is_aborted
    assert loop.fire() == lines.FAREWELL_SECONDS
    assert transport.is_aborted


def test_a_socket_at_a_pages_address_is_refused(visitor, caplog):
    address = visitor.house.socket_url.removesuffix("socket")
    with pytest.raises(InvalidStatus) as refusal:
        connect(address, origin=visitor.house.origin)
    assert refusal.value.response.status_code == 403
    assert not caplog.records
