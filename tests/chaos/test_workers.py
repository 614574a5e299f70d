"""The computer goes on thinking when those who think for it are killed."""

import asyncio
import os
import signal
from pathlib import Path
from random import Random

import pytest

from live.audit import audit_log
from live.choices import Temper
from live.guest import Guest
from live.house import House
from live.player import Player

pytestmark = pytest.mark.slow


def test_games_survive_workers_that_are_killed(tmp_path: Path) -> None:
    with House(tmp_path / "data") as house:
        outcome = asyncio.run(_play_through_kills(house))
        assert outcome.is_over
        assert house.has_said("a worker died; its job is asked again")
        assert not house.has_said("failed", "did not answer", "stuck", "Traceback")
        assert audit_log(house.database, [[outcome]]).faults == []


async def _play_through_kills(house: House) -> Player:
    guest = await Guest.arrive(house)
    wanted = {"game": "portes", "length": "game", "options": {}}
    made = await guest.post(
        "/api/matches", **wanted, opponent="computer", level="level-8"
    )
    player = Player(
        guest, str(made["match"]), random=Random(5), temper=Temper(doubles=0, resigns=0)
    )
    # Whenever it is done with its own action, the computer begins to think.
    player.on_action = lambda: _kill_now_and_then(house, player)
    await player.play()
    await guest.leave()
    return player


def _kill_now_and_then(house: House, player: Player) -> None:
    if player.random.random() < 0.1:
        for pid in house.workers:
            os.kill(pid, signal.SIGKILL)
