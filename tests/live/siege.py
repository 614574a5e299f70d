"""Matches that are played to their ends while the server is killed under them."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from live.audit import Audit, audit_dice, audit_log
from live.house import House
from live.player import Player
from live.seating import seated

GAMES: Final = (
    ("tavli", "3"),
    ("portes", "game"),
    ("plakoto", "game"),
    ("fevga", "game"),
    ("backgammon", "3"),
)

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How many matches, how often the server dies, and from which seed.

    A kill comes after a number of acknowledged actions drawn up to twice *between*,
    and then a few milliseconds later, so that it hits at any moment of an action.
    """

    matches: int
    kills: int
    seed: int
    between: int
    pace: float = 0.0


@dataclass(slots=True)
class Outcome:
    """What happened, and what was wrong."""

    kills: int = 0
    lost_lines: int = 0
    stale: int = 0
    finished: int = 0
    killed_at: list[int] = field(default_factory=list)
    log: Audit = field(default_factory=Audit)
    dice: Audit = field(default_factory=Audit)

    @property
    def faults(self) -> list[str]:
        """Everything that contradicts a promise."""
        return self.log.faults + self.dice.faults


async def besiege(plan: Plan, house: House, report: Report) -> Outcome:
    """Play *plan* on *house*, which is running when this begins and ends."""
    games = [GAMES[index % len(GAMES)] for index in range(plan.matches)]
    async with seated(house, games, seed=plan.seed, pace=plan.pace) as tables:
        players = [player for table in tables for player in table]
        outcome = Outcome()
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in players]
            killer = group.create_task(_kill(plan, house, players, outcome, report))
            await asyncio.gather(*playing)
            killer.cancel()
        outcome.lost_lines = sum(player.lost_lines for player in players)
        outcome.stale = sum(player.stale for player in players)
        outcome.finished = sum(all(p.is_over for p in table) for table in tables)
        outcome.log = audit_log(house.database, tables)
        for table in tables:
            outcome.dice.add(audit_dice(await table[0].guest.record(table[0].match)))
        return outcome


async def _kill(
    plan: Plan,
    house: House,
    players: Sequence[Player],
    outcome: Outcome,
    report: Report,
) -> None:
    random = Random(f"kill {plan.seed}")
    done = 0
    moment = asyncio.Event()
    due = 0

    def count() -> None:
        nonlocal done
        done += 1
        if done >= due:
            moment.set()

    for player in players:
        player.on_action = count
    for _ in range(plan.kills):
        due = done + random.randint(1, 2 * plan.between)
        moment.clear()
        await moment.wait()
        await asyncio.sleep(random.uniform(0, 0.03))
        # The loop may stand still meanwhile: the clients are none the wiser.
        house.kill()
        outcome.kills += 1
        outcome.killed_at.append(done)
        over = sum(player.is_over for player in players) // 2
        report(f"kill {outcome.kills} after {done} actions, {over} matches over")
        await asyncio.to_thread(house.start)


@contextmanager
def fresh_folder() -> Iterator[Path]:
    """Give a folder for a server's data, and take it away again."""
    outer = Path(tempfile.mkdtemp(prefix="tavli-"))
    try:
        yield outer / "data"
    finally:
        shutil.rmtree(outer)
