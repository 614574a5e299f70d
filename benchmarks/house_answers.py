"""How soon the computer answers, alone and with many games at once.

    python benchmarks/house_answers.py --turns 60 --games 20 --seconds 60

First the strongest level plays each game against itself in this process, on one thread:
the time of each choice, as a clock shows it and as the processor spent it. Then people
play each other at a server, first alone and then while it plays many games at that
level: how long they wait for the answers to their actions. ``--json FILE`` keeps the
figures.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import surroundings

from live.choices import Temper
from live.guest import Guest
from live.house import House
from live.player import Player
from live.seating import seated
from live.stopwatch import Stopwatch, percentile
from tavli.bots import make_bot
from tavli.match import Action, MatchRules, MatchState, Phase, Roll, act, begin
from tavli.protocol import Happened
from tavli.rules import RULESETS, Dice
from tavli.rules import Player as Seat

LONGEST: Final = 1.0
MEDIAN: Final = 0.3
_STRONGEST: Final = "level-8"


def main() -> int:
    """Measure, print, and judge the choices by their processor time."""
    arguments = _arguments()
    spent = {game: list(_choices(game, arguments)) for game in RULESETS}
    figures = dict(_alone(spent))
    with tempfile.TemporaryDirectory() as folder, House(Path(folder) / "data") as house:
        for games in (0, arguments.games):
            figures |= asyncio.run(_together(house, arguments, games))
    surroundings.show("house_answers", figures, arguments.json)
    processor = sorted(one.processor for choices in spent.values() for one in choices)
    good = processor[-1] <= LONGEST and percentile(processor, 0.5) <= MEDIAN
    return 0 if good else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=60, help="choices in each game")
    parser.add_argument("--games", type=int, default=20, help="games at the server")
    parser.add_argument("--pairs", type=int, default=10, help="tables of two people")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds of thought")
    parser.add_argument("--seconds", type=float, default=60.0, help="of full house")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    return parser.parse_args()


# --- one player, one thread


@dataclass(frozen=True, slots=True)
class Spent:
    """What one choice took, in seconds."""

    clock: float
    processor: float


@dataclass(frozen=True, slots=True)
class _Thrown:
    """Dice that follow from a seed."""

    seed: int

    def roll(self, game: int, index: int) -> Dice:
        random = Random(f"{self.seed} {game} {index}")
        return Dice(random.randint(1, 6), random.randint(1, 6))


def _choices(game: str, arguments: argparse.Namespace) -> Iterator[Spent]:
    """Let the strongest level play itself; yield what its plays took."""
    bot, number, told = make_bot(_STRONGEST, arguments.seed), 0, 0
    state = _begun(game)
    while told <= arguments.turns:
        if state.phase is Phase.MATCH_OVER:
            number += 1
            state = _begun(game)
        seat = min(state.awaited, key=lambda player: player.value)
        clock, processor = time.perf_counter(), time.process_time()
        # For the start is thrown; nothing is chosen there.
        chooses = state.phase is not Phase.OPENING
        action = bot.choose(state, seat) if chooses else Roll()
        if state.phase is Phase.TO_PLAY:
            if told:  # the first one loads and compiles
                yield Spent(
                    time.perf_counter() - clock, time.process_time() - processor
                )
            told += 1
        state = _after(state, seat, action, _Thrown(1000 * arguments.seed + number))


def _begun(game: str) -> MatchState:
    state = MatchState(rules=MatchRules.parse(game, "game"))
    for event in begin(state):
        state = state.after(event)
    return state


def _after(state: MatchState, seat: Seat, action: Action, dice: _Thrown) -> MatchState:
    for event in act(state, seat, action, dice):
        state = state.after(event)
    return state


def _alone(spent: dict[str, list[Spent]]) -> Iterator[tuple[str, object]]:
    for game, choices in spent.items():
        for name in ("processor", "clock"):
            taken = [getattr(one, name) for one in choices]
            yield (
                f"{game}, {name}",
                f"median {_ms(taken, 0.5)}, 99 % {_ms(taken, 0.99)}, "
                f"longest {_ms(taken, 1)} of {len(taken)}",
            )


# --- a full house


class Challenger(Player):
    """Plays the computer, and notes how long it lets him wait."""

    waited: list[float]
    since: float = 0.0

    def _happened(self, message: Happened) -> None:
        super()._happened(message)
        now = time.perf_counter()
        if self.since and message.action not in self.acknowledged:
            self.waited.append(now - self.since)
        self.since = now


async def _together(
    house: House, arguments: argparse.Namespace, games: int
) -> dict[str, object]:
    people, guests = Stopwatch(), Stopwatch()
    challengers = [
        await _challenger(house, arguments, number, guests) for number in range(games)
    ]
    tables_of_people = [("portes", "25")] * arguments.pairs
    async with seated(
        house,
        tables_of_people,
        seed=arguments.seed,
        pace=arguments.pace,
        stopwatch=people,
    ) as tables:
        players: list[Player] = [one for table in tables for one in table]
        everybody = [*players, *challengers]
        playing = asyncio.gather(*(one.play() for one in everybody))
        await asyncio.sleep(arguments.seconds)
        for one in everybody:
            one.stop()
        with suppress(TimeoutError):  # who waits for the others has nothing to finish
            await asyncio.wait_for(playing, 30)
    for one in challengers:
        await one.guest.leave()
    waited = [seconds for one in challengers for seconds in one.waited]
    found: dict[str, object] = {
        f"{games} games: people answered": _spread(people.answered),
        f"{games} games: opponents informed": _spread(people.reached),
        f"{games} games: lost lines": sum(one.lost_lines for one in everybody),
    }
    if challengers:
        found |= {
            "challengers answered": _spread(guests.answered),
            "computer's action after": _spread(waited),
            "workers": len(house.workers),
        }
    return found


async def _challenger(
    house: House, arguments: argparse.Namespace, number: int, stopwatch: Stopwatch
) -> Challenger:
    guest = await Guest.arrive(house)
    game = ("portes", "plakoto", "fevga", "backgammon")[number % 4]
    made = await guest.post(
        "/api/matches",
        game=game,
        length="25",
        options={},
        opponent="computer",
        level=_STRONGEST,
    )
    challenger = Challenger(
        guest,
        str(made["match"]),
        random=Random(f"{arguments.seed} {number}"),
        temper=Temper(doubles=0, resigns=0),
        stopwatch=stopwatch,
        pace=arguments.pace,
    )
    challenger.waited = []
    return challenger


def _spread(seconds: list[float]) -> str:
    return (
        f"median {_ms(seconds, 0.5)}, 99 % {_ms(seconds, 0.99)}, "
        f"longest {_ms(seconds, 1)} of {len(seconds)}"
    )


def _ms(seconds: list[float], share: float) -> str:
    return f"{1000 * percentile(seconds, share):.0f} ms"


if __name__ == "__main__":
    sys.exit(main())
