"""A link is for one: of many who press at the same moment, one sits down."""

import asyncio
from pathlib import Path

import pytest

from live.guest import CallError, Guest
from live.house import House


@pytest.fixture
def house(tmp_path: Path):
    with House(tmp_path / "data") as house:
        yield house
        assert not house.has_complained, house.output


def test_of_many_takers_at_once_one_sits_down(house: House) -> None:
    asyncio.run(_race(house, takers=8))


async def _race(house: House, takers: int) -> None:
    host, *guests = [await Guest.arrive(house) for _ in range(takers + 1)]
    terms = {"game": "fevga", "length": "game", "options": {}}
    link = (await host.post("/api/challenges", **terms))["challenge"]
    answers = await asyncio.gather(
        *(guest.post(f"/api/challenges/{link}/accept") for guest in guests),
        return_exceptions=True,
    )
    seated = [answer for answer in answers if isinstance(answer, dict)]
    late = [answer for answer in answers if isinstance(answer, CallError)]
    assert len(seated) == 1
    assert [(error.status, error.code) for error in late] == (
        [(409, "table_full")] * (takers - 1)
    )
    shown = await host.get(f"/api/challenges/{link}")
    assert (shown["state"], shown["match"]) == ("taken", seated[0]["match"])
    running = [(await guest.get("/api/matches"))["running"] for guest in guests]
    assert sorted(map(len, running)) == [0] * (takers - 1) + [1]
    for guest in (host, *guests):
        await guest.leave()
