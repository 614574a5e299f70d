"""A hub on a database of its own, driven without a network."""

import asyncio
import json
import secrets
import shutil
import sqlite3
import uuid
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

from server.houses import StandingClock, first_play_bot
from tavli.formats.dice_proof import commitment_to
from tavli.protocol import Act, GiveSeed, Join, actions
from tavli.server.play.allowance import Allowance
from tavli.server.play.database import Connect, connect_to
from tavli.server.play.hub import Hub
from tavli.server.play.limits import Limits
from tavli.server.play.reader import Reader
from tavli.server.play.room import Follower
from tavli.server.play.writer import Writer
from tavli.server.workers.thinker import Thinker
from tavli.server.workers.threads import Threads

Json = dict[str, Any]


class Seated:
    """A follower that keeps what it hears."""

    def __init__(self, hub: Hub, player: str, match: str) -> None:
        self.hub = hub
        self.match = match
        self.heard: list[Json] = []
        self.follower = Follower(
            player,
            lambda frame: self.heard.append(json.loads(frame)),
            Allowance(Limits(), StandingClock()),
        )

    @property
    def view(self) -> Json:
        return next(m["view"] for m in reversed(self.heard) if "view" in m)

    @property
    def last(self) -> Json:
        return self.heard[-1]

    async def join(self, since: int = 0) -> None:
        await self.hub.join(self.follower, Join(match=self.match, since=since))

    async def seed(self) -> None:
        seed = secrets.token_hex(32)
        await self.hub.seed(self.follower, GiveSeed(match=self.match, seed=seed))

    async def act(self, action: actions.Action, **more: Any) -> Json:
        """Do *action* and return the answer to it."""
        name = more.get("id") or uuid.uuid4().hex
        version = more.get("version", self.view["version"])
        await self.hub.act(
            self.follower,
            Act(match=self.match, id=name, version=version, action=action),
        )
        return next(
            m for m in reversed(self.heard) if name in (m.get("action"), m.get("id"))
        )


class Scene:
    """One match between ``anna`` (White) and ``babis`` or the computer (Black)."""

    def __init__(
        self,
        template: Path,
        folder: Path,
        *,
        against: str = "babis",
        game: str = "portes",
        limits: Limits | None = None,
        make_bot: Callable[[str], object] = first_play_bot,
        thinker: Thinker | None = None,
    ) -> None:
        self.database = folder / "scene.sqlite3"
        shutil.copy(template, self.database)
        self.connect: Connect = connect_to(self.database)
        self.clock = StandingClock()
        self.limits = limits or Limits(retry_seconds=0)
        self.thinker = thinker or Threads(
            make_bot, seconds=self.limits.computer_seconds
        )
        self.match = "match2345"
        self.against = against
        self._seat(game, against)

    def play(self, acts: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
        """Run *acts* against a hub; called again, it is a restarted server."""
        asyncio.run(self._play(acts))

    def rows(self) -> list[tuple[int, str, list[Json]]]:
        """Return the log as it is on the disk."""
        with closing(sqlite3.connect(self.database)) as connection:
            found = connection.execute(
                "SELECT seq, action_id, events FROM tavli_action ORDER BY seq"
            ).fetchall()
        return [(seq, name, json.loads(events)) for seq, name, events in found]

    def one(self, query: str) -> Any:
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query).fetchone()

    async def _play(self, acts: Callable[[Hub], Coroutine[Any, Any, None]]) -> None:
        writer, reader = Writer(self.connect), Reader(self.connect)
        writer.start()
        hub = Hub(
            writer=writer,
            reader=reader,
            thinker=self.thinker,
            clock=self.clock,
            limits=self.limits,
        )
        hub.start()
        try:
            async with asyncio.timeout(60):
                await acts(hub)
        finally:
            await hub.stop()
            reader.stop()
            writer.stop()

    def _seat(self, game: str, against: str) -> None:
        secret = secrets.token_bytes(32)
        players = [
            ("anna", "guest", ""),
            ("babis", "guest", ""),
            ("bot", "computer", "first"),
        ]
        match = (
            self.match,
            game,
            "game",
            "{}",
            "anna",
            against,
            secret.hex(),
            commitment_to(secret),
        )
        with closing(sqlite3.connect(self.database)) as connection, connection:
            connection.executemany(
                "INSERT INTO tavli_player (id, kind, level, name, lang, created)"
                " VALUES (?, ?, ?, 'somebody', '', 0)",
                players,
            )
            connection.execute(
                "INSERT INTO tavli_match (id, game, length, options, white_id,"
                " black_id, secret, commitment, white_seed, black_seed, white_score,"
                " black_score, created, updated)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '', 0, 0, 0, 0)",
                match,
            )


async def settled(condition: Callable[[], bool]) -> None:
    """Let the loop run until *condition* holds."""
    while not condition():  # noqa: ASYNC110  # nobody is there to tell us
        await asyncio.sleep(0.001)
