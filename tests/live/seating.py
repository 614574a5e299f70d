"""Guests in pairs at tables of their own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Final, TypeVar

from live.choices import Temper
from live.guest import Guest, sit_down
from live.house import House
from live.player import Player
from live.stopwatch import Stopwatch

Table = tuple[Player, Player]

_AT_ONCE: Final = 8
_Answer = TypeVar("_Answer")


@asynccontextmanager
async def seated(
    house: House,
    games: Sequence[tuple[str, str]],
    *,
    seed: int,
    pace: float = 0.0,
    stopwatch: Stopwatch | None = None,
) -> AsyncIterator[list[Table]]:
    """Seat two guests at a table for each of *games*, which are game and length."""
    guests = await _some_at_once(Guest.arrive(house) for _ in range(2 * len(games)))
    pairs = list(zip(guests[::2], guests[1::2], strict=True))
    matches = await _some_at_once(
        sit_down(host, friend, game, length)
        for (host, friend), (game, length) in zip(pairs, games, strict=True)
    )
    random = Random(seed)
    try:
        yield [
            _table(pair, match, random, pace, stopwatch)
            for pair, match in zip(pairs, matches, strict=True)
        ]
    finally:
        for guest in guests:
            await guest.leave()


def _table(
    pair: tuple[Guest, Guest],
    match: str,
    random: Random,
    pace: float,
    stopwatch: Stopwatch | None,
) -> Table:
    host, friend = (
        Player(
            guest,
            match,
            random=Random(random.getrandbits(64)),
            temper=Temper(),
            pace=pace,
            stopwatch=stopwatch,
        )
        for guest in pair
    )
    return host, friend


async def _some_at_once(calls: Iterable[Awaitable[_Answer]]) -> list[_Answer]:
    """Await *calls*, few at a time, as visitors come; the answers are in order."""
    doorway = asyncio.Semaphore(_AT_ONCE)

    async def one(call: Awaitable[_Answer]) -> _Answer:
        async with doorway:
            return await call

    return await asyncio.gather(*(one(call) for call in calls))
