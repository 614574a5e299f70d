"""A real server on a thread of this process, with a clock that stands still."""

import socket
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn

from server.study.answerers import Inline
from tavli.match import Action, MatchState
from tavli.rules import Player, legal_plays
from tavli.server.place import Place
from tavli.server.play.limits import Limits

TABLES = (
    "exercise",
    "keptrollout",
    "studiedfile",
    "result",
    "action",
    "challenge",
    "match",
    "player",
)


class StandingClock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000
        self._passed = 0

    def __call__(self) -> int:
        return self.now

    def steady_ms(self) -> int:
        return self._passed

    def pass_ms(self, milliseconds: int) -> None:
        self.now += milliseconds
        self._passed += milliseconds

    def jump_ms(self, milliseconds: int) -> None:
        """Set the clock; no time passes."""
        self.now += milliseconds


class FirstPlayBot:
    """Plays the first legal play; quick, and always the same."""

    name = "first"

    def choose(self, state: MatchState, player: Player) -> Action:
        from tavli.match import PlayMoves, Take, legal_actions

        first = legal_actions(state, player)[0]
        if isinstance(first, PlayMoves):
            game = state.game
            assert game is not None
            assert game.dice is not None
            plays = legal_plays(game.ruleset, game.position, game.dice)
            return PlayMoves(next(iter(plays.values())))
        return Take() if first == Take() else first


def first_play_bot(level: str) -> FirstPlayBot:
    del level
    return FirstPlayBot()


@dataclass(kw_only=True)
class RunningHouse:
    """A server that listens; *stop* ends it, and everything it holds is closed."""

    place: Place
    clock: StandingClock
    limits: Limits = field(default_factory=Limits)
    make_bot: Callable[[str], object] = first_play_bot
    answerer: Callable[[], object] = Inline
    server: uvicorn.Server | None = None
    thread: threading.Thread | None = None

    @property
    def origin(self) -> str:
        return self.place.address

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.place.port}/socket"

    def start(self) -> "RunningHouse":
        from tavli.server.app import Surroundings, create_app
        from tavli.server.running import Server, server_config
        from tavli.server.workers.threads import Threads

        listener = socket.socket()
        listener.bind(("127.0.0.1", self.place.port))
        listener.listen()
        self.place = self.place.at_port(listener.getsockname()[1])
        seconds = self.limits.computer_seconds
        surroundings = Surroundings(
            clock=self.clock,
            limits=self.limits,
            thinker=Threads(self.make_bot, seconds=seconds),
            answerer=self.answerer,
        )
        ready = threading.Event()
        config = server_config(create_app(self.place, surroundings))
        config.timeout_graceful_shutdown = 1
        self.server = Server(config, ready.set)
        self.thread = threading.Thread(target=self.server.run, args=([listener],))
        self.thread.start()
        assert ready.wait(20), "the server did not start"
        return self

    def stop(self) -> None:
        if self.server is not None and self.thread is not None:
            self.server.should_exit = True
            self.thread.join(20)
            assert not self.thread.is_alive(), "the server did not stop"
            self.server = None


def empty(database: Path) -> None:
    """Forget everything but the schema."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for table in TABLES:
            connection.execute(f"DELETE FROM tavli_{table}")
        connection.execute("DELETE FROM django_session")
