"""Whatever was acknowledged outlives the server that acknowledged it."""

import asyncio
from pathlib import Path

import pytest

from live.house import House
from live.siege import Plan, besiege

pytestmark = pytest.mark.slow


def test_matches_survive_a_server_that_is_killed(tmp_path: Path) -> None:
    plan = Plan(matches=5, kills=3, seed=20, between=60)
    house = House(tmp_path / "data").start()
    try:
        outcome = asyncio.run(besiege(plan, house, print))
    finally:
        house.stop()
    assert outcome.faults == []
    assert outcome.kills == plan.kills, "the matches were over before the last kill"
    assert outcome.finished == plan.matches
    assert outcome.lost_lines >= 2 * plan.kills
    assert outcome.log.acknowledged > 2 * plan.between
    assert outcome.dice.rolls > 0
