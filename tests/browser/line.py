"""A line between browser and server that can be cut and mended."""

import socket
import threading
from contextlib import suppress
from typing import Self


class CutLine:
    """Passes bytes from a port of its own to the server's until it is cut.

    Cutting resets every connection and hangs up on new ones, as a phone does in a
    tunnel.
    """

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._target = 0
        self._is_cut = False
        self._ends: list[socket.socket] = []
        self._lock = threading.Lock()

    @property
    def origin(self) -> str:
        """The address of the server by way of this line."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def leads_to(self, port: int) -> None:
        """Connect what comes to *port*."""
        self._target = port

    def cut(self) -> None:
        """Lose every connection, and every new one too."""
        with self._lock:
            self._is_cut = True
            ends, self._ends = self._ends, []
        for end in ends:
            _hang_up(end)

    def mend(self) -> None:
        """Let connections through again."""
        self._is_cut = False

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        _hang_up(self._listener)

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        """Lead *near* on to the server, or hang up where that can't be."""
        try:
            far = socket.create_connection(("127.0.0.1", self._target))
        except OSError:  # the server is down, as it may be
            _hang_up(near)
            return
        with self._lock:
            is_cut = self._is_cut
            if not is_cut:
                self._ends += [near, far]
        if is_cut:
            _hang_up(near)
            _hang_up(far)
            return
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=_pass, args=(source, sink), daemon=True).start()


def _pass(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            sink.sendall(piece)
    _hang_up(source)
    _hang_up(sink)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
