"""A player of the tests leaves nothing behind, however he is sent away."""

import asyncio
import gc
import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, cast

from websockets.http11 import Request
from websockets.server import ServerProtocol

from live.choices import Temper
from live.guest import Guest
from live.player import Player

_PATIENCE_S = 30


class DeafServer:
    """Lets one player in, hears his first words and answers nothing any more."""

    def __init__(self, listener: socket.socket) -> None:
        self.port = int(listener.getsockname()[1])
        self._listener = listener
        self._line: socket.socket | None = None

    def let_in(self) -> None:
        """Wait for a player; return when he has joined.

        Raises:
            OSError: he doesn't come, or goes before that.
        """
        self._listener.settimeout(_PATIENCE_S)
        self._line, _ = self._listener.accept()
        self._line.settimeout(_PATIENCE_S)
        protocol = ServerProtocol()
        while protocol.handshake_exc is None:
            heard = self._line.recv(65536)
            if not heard:
                raise ConnectionError("the player went before he had joined")
            protocol.receive_data(heard)
            for event in protocol.events_received():
                if not isinstance(event, Request):
                    return
                protocol.send_response(protocol.accept(event))
                for piece in protocol.data_to_send():
                    self._line.sendall(piece)
        raise protocol.handshake_exc

    def hang_up(self) -> None:
        """End the connection."""
        if self._line is not None:
            self._line.close()


@contextmanager
def deaf_server() -> Iterator[DeafServer]:
    """Listen on a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = DeafServer(listener)
        yield server
        server.hang_up()


def test_who_is_cancelled_while_he_says_goodbye_leaves_no_socket() -> None:
    with warnings.catch_warnings(record=True) as told, deaf_server() as server:
        warnings.simplefilter("always", ResourceWarning)
        asyncio.run(_say_goodbye_and_be_cancelled(server))
        gc.collect()
    assert [str(warning.message) for warning in told] == []


async def _say_goodbye_and_be_cancelled(server: DeafServer) -> None:
    playing = asyncio.create_task(_player_at(server.port).play())
    await asyncio.to_thread(server.let_in)
    playing.cancel()  # he says goodbye, and waits for an answer
    await asyncio.sleep(0)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert playing.cancelled()


def _player_at(port: int) -> Player:
    house = SimpleNamespace(
        socket_address=f"ws://127.0.0.1:{port}", origin=f"http://127.0.0.1:{port}"
    )
    guest: Any = SimpleNamespace(house=house, cookie="")
    return Player(cast(Guest, guest), "match", random=Random(1), temper=Temper())
