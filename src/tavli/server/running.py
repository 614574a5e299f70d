"""One process that serves a place until it is told to stop."""

import contextlib
import errno
import logging
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import uvicorn
from django.db import DatabaseError
from starlette.applications import Starlette

from tavli.protocol import MAX_FRAME
from tavli.server.lines import HttpLine, SocketLine
from tavli.server.place import Place, PlaceError, make_folder, unusable
from tavli.server.play.limits import Limits
from tavli.server.settings import configure
from tavli.server.workers.pool import Pool
from tavli.server.workers.warmth import warm_up
from tavli.server.workers.worker import Tell

_PING_EVERY: Final = 10.0
_PONG_WITHIN: Final = 20.0
_GRACE: Final = 3
_BACKLOG: Final = 1024
_ACCEPTED_AT_ONCE: Final = 32
"""Each is counted only after it was accepted, so that many can overrun the limit."""

_WANTED_FILES: Final = (16_384, 10_240, 4096)
_OWN_FILES: Final = 256
"""What the server itself may have open: the database on many threads, mostly."""


def listen(place: Place) -> socket.socket:
    """Take the place's address, before anything is written.

    Raises:
        PlaceError: the port is taken, or the address isn't this machine's.
    """
    if not place.host.strip():  # which the system takes for all addresses
        raise PlaceError("--host is empty; name an address of this machine with it.")
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((place.host, place.port))
        listener.listen(_BACKLOG)
    except OSError as fault:
        listener.close()
        raise PlaceError(_why_not(place, fault)) from fault
    return listener


def run(
    place: Place,
    listener: socket.socket,
    *,
    workers: int,
    tell: Tell,
    when_ready: Callable[[], None],
) -> None:
    """Bring the database up to date and serve on *listener* until Ctrl-C.

    So many *workers* think for the house; *tell* hears what they prepare before the
    server opens.

    Raises:
        PlaceError: the folder or the database can't be used.
        FailedError: the workers can't get ready.
    """
    _log_faults()
    make_folder(place)
    with _alone(place):
        configure(place)
        # Django's models can be imported only now that it knows its settings.
        from tavli.server.app import Surroundings, create_app  # noqa: PLC0415
        from tavli.server.schema import bring_up_to_date  # noqa: PLC0415

        bring_up_to_date(place)
        limits = Limits()
        with (
            contextlib.suppress(KeyboardInterrupt),
            _thinking(limits, workers, tell) as pool,
        ):
            app = create_app(place, Surroundings(limits=limits, thinker=pool))
            Server(server_config(app), when_ready).run(sockets=[listener])


@contextlib.contextmanager
def _thinking(limits: Limits, workers: int, tell: Tell) -> Iterator[Pool]:
    """Hold *workers* that are ready, so that nobody's first move waits for them."""
    pool = Pool(warm_up, size=workers, seconds=limits.computer_seconds)
    try:
        pool.start(tell)
        yield pool
    finally:
        pool.stop()


def server_config(app: Starlette) -> uvicorn.Config:
    """Return how uvicorn serves *app*: bounded frames, dead lines noticed in 30 s."""
    return uvicorn.Config(
        app,
        http=HttpLine,
        ws=SocketLine,
        limit_concurrency=_room_for_lines(),
        backlog=_ACCEPTED_AT_ONCE,
        log_config=None,
        access_log=False,
        lifespan="on",
        ws_max_size=MAX_FRAME,
        ws_ping_interval=_PING_EVERY,
        ws_ping_timeout=_PONG_WITHIN,
        timeout_graceful_shutdown=_GRACE,
        server_header=False,
    )


class Server(uvicorn.Server):
    """A server that says when it is open."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open, then say so."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)  # the loop has set it to what it accepts at once
        if self.started:
            self._when_ready()


def _room_for_lines() -> int | None:
    """Return how many connections the system lets us hold besides our own files.

    Python's accept loop spins and fills the log once no file handle is left, and the
    database could not be opened any more.
    """
    try:
        import resource  # noqa: PLC0415  # Windows has none, nor such a limit
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (*_WANTED_FILES, hard):
        if soft < wanted <= _WANTED_FILES[0]:
            with contextlib.suppress(ValueError, OSError):  # then with less
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                soft = wanted
    return max(soft - _OWN_FILES, soft // 2)


def _log_faults() -> None:
    """Write warnings to standard error, but not what any passing robot can cause."""
    logging.basicConfig(
        level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    requests = logging.getLogger("django.request")
    requests.setLevel(logging.ERROR)
    requests.addFilter(_is_news)
    logging.getLogger("django.security").setLevel(logging.CRITICAL)
    for chatty in ("uvicorn.error", "asyncio"):  # such as of lines cut in mid-frame
        logging.getLogger(chatty).setLevel(logging.ERROR)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether nobody else has written what *record* says of a request.

    A failed database is told in one line where it is met; a traceback beside it for
    every page would fill a full disk once more.
    """
    fault = record.exc_info[1] if record.exc_info else None
    return not isinstance(fault, DatabaseError)


@contextlib.contextmanager
def _alone(place: Place) -> Iterator[None]:
    """Hold the folder for this process; the system lets go of it if we are killed.

    Two processes would keep the log right, but their players would not hear of
    each other.
    """
    try:
        import fcntl  # noqa: PLC0415  # Windows has none, and serves unguarded
    except ImportError:
        yield
        return
    with _opened(place, place.folder / "serve.lock") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise PlaceError(
                f"Another tavli serves {place.folder} already; stop it, or name "
                "another folder with --data."
            ) from fault
        except OSError as fault:  # not every network's file system has locks
            raise unusable(place, fault) from fault
        yield


@contextlib.contextmanager
def _opened(place: Place, path: Path) -> Iterator[int]:
    try:
        file = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as fault:
        raise unusable(place, fault) from fault
    try:
        yield file
    finally:
        os.close(file)


def _why_not(place: Place, fault: OSError) -> str:
    match fault.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {place.port} of {place.host} is taken by another program; "
                "choose another with --port."
            )
        case errno.EACCES:
            return (
                f"This user may not open port {place.port}; choose one from 1024 "
                "with --port."
            )
        case _:
            reason = fault.strerror or str(fault)
            return (
                f"{place.host} port {place.port} can't be opened ({reason.lower()}); "
                "name an address of this machine with --host."
            )
