"""The whole server as one ASGI application: sockets, files, and Django's pages."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, cast

from django.core.asgi import get_asgi_application
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavli.server.bodies import FILES_PATH, BoundedBodies
from tavli.server.clock import Clock, system_clock
from tavli.server.house import SCOPE_KEY, House
from tavli.server.housekeeping import tidy_daily
from tavli.server.place import Place
from tavli.server.play.database import connect_to
from tavli.server.play.hub import Hub
from tavli.server.play.limits import Limits
from tavli.server.play.reader import Reader
from tavli.server.play.sessions import player_of_cookie
from tavli.server.play.socket import Door
from tavli.server.play.writer import Writer
from tavli.server.static_files import Files
from tavli.server.study.desk import Answerer, Desk
from tavli.server.study.pace import Paces
from tavli.server.study.process import process_of
from tavli.server.study.task import Lane
from tavli.server.vite import APP
from tavli.server.workers.thinker import Thinker
from tavli.server.workers.threads import Threads

_PAGES_AT_ONCE: Final = 16
"""Django gives each request a thread and a connection of its own."""

_FILES_AT_ONCE: Final = 16
"""Files that are brought wait for their reading, and must not hold up pages: more than
the study desk takes, so that whoever is one too many is told so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a server takes from outside; without a *thinker*, bots think on threads.

    *answerer* makes who answers the long questions of those who study.
    """

    clock: Clock = system_clock
    limits: Limits = field(default_factory=Limits)
    thinker: Thinker | None = None
    answerer: Callable[[Lane], Answerer] = process_of


def create_app(place: Place, surroundings: Surroundings | None = None) -> Starlette:
    """Return the application for *place*, whose database is up to date."""
    given = surroundings or Surroundings()
    connect = connect_to(place.database)
    writer, reader = Writer(connect), Reader(connect)
    desk = Desk(given.answerer)
    thinker = given.thinker or Threads(seconds=given.limits.computer_seconds)
    hub = Hub(
        writer=writer,
        reader=reader,
        thinker=thinker,
        clock=given.clock,
        limits=given.limits,
    )
    house = House(hub, given.clock, place, desk, Paces(given.clock.steady_ms))
    door = Door(
        hub,
        admits=place.admits,
        identify=player_of_cookie,
        clock=given.clock,
        limits=given.limits,
    )

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        del app
        writer.start()
        hub.start()
        tidying = asyncio.create_task(tidy_daily(given.clock))
        yield
        tidying.cancel()
        await hub.stop()
        await asyncio.to_thread(desk.stop)
        reader.stop()
        writer.stop()

    return Starlette(
        routes=[
            WebSocketRoute("/socket", door.serve),
            Mount("/static/app", GZipMiddleware(Files(directory=APP, check_dir=False))),
            Mount("/", BoundedBodies(_Pages(house))),
        ],
        lifespan=running,
    )


class _Pages:
    """Django, told with each request which house it serves, so many at once.

    Files that are brought have turns of their own.
    """

    def __init__(self, house: House) -> None:
        self._django = cast("ASGIApp", get_asgi_application())
        self._house = house
        self._turn = asyncio.Semaphore(_PAGES_AT_ONCE)
        self._file_turn = asyncio.Semaphore(_FILES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})  # a socket at a page's address
            return
        is_file = scope["method"] == "POST" and scope["path"] == FILES_PATH
        answer: list[Message] = []

        async def keep(message: Message) -> None:
            answer.append(message)

        async with self._file_turn if is_file else self._turn:
            await self._django({**scope, SCOPE_KEY: self._house}, receive, keep)
        # Sent only now: a slow reader must not hold a place that others wait for.
        for message in answer:
            await send(message)
