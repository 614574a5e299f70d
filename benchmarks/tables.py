"""Let 200 tables play at once on one server process, and measure it.

    python benchmarks/tables.py --tables 200 --seconds 60

Two random players sit at each table and play over real sockets what the server
offers, each thinking *pace* seconds on average. Measured are actions a second, the
server's processor time an action, and how long an action takes until the opponent
has heard of it. Afterwards the log is compared with what the players were told.
Players and server share the machine: its load stands beside the figures.
``--json FILE`` keeps them.
"""

import argparse
import asyncio
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import surroundings

from live.audit import Audit, audit_log
from live.house import House
from live.seating import Table, seated
from live.siege import fresh_folder
from live.stopwatch import Stopwatch, percentile

GAMES: Final = (
    ("tavli", "7"),
    ("portes", "9"),
    ("plakoto", "9"),
    ("fevga", "9"),
    ("backgammon", "9"),
)
ANSWER_WITHIN: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What was counted between two moments."""

    seconds: float
    actions: int
    server_cpu: float
    client_cpu: float
    server_mib: float


def main() -> int:
    """Run the tables; 1 if a promise was broken or an answer took over a second."""
    arguments = _arguments()
    stopwatch = Stopwatch()
    with fresh_folder() as folder, House(folder) as house:
        window, audit = asyncio.run(_measure(house, stopwatch, arguments))
        clean = not house.has_complained
        if not clean:
            _say(house.output)
    figures = _figures(arguments, window, stopwatch, audit)
    surroundings.show("tables", figures, arguments.json)
    for fault in audit.faults[:20]:
        _say(f"FAULT {fault}")
    in_time = max(stopwatch.answered, default=0.0) <= ANSWER_WITHIN
    return 0 if clean and in_time and not audit.faults else 1


async def _measure(
    house: House, stopwatch: Stopwatch, arguments: argparse.Namespace
) -> tuple[Window, Audit]:
    games = [GAMES[index % len(GAMES)] for index in range(arguments.tables)]
    _say(f"seating {2 * arguments.tables} guests")
    async with seated(
        house,
        games,
        seed=arguments.seed,
        pace=arguments.pace,
        stopwatch=stopwatch,
    ) as tables:
        players = [player for table in tables for player in table]
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
            await asyncio.sleep(arguments.warm_up)
            window = await _watch(house, stopwatch, tables, arguments.seconds)
            for player in players:
                player.stop()
        return window, audit_log(house.database, tables)


async def _watch(
    house: House, stopwatch: Stopwatch, tables: list[Table], seconds: float
) -> Window:
    stopwatch.reset()
    began, cpu, own = time.perf_counter(), house.cpu_seconds(), time.process_time()
    before = _versions(tables)
    for part in range(6):
        await asyncio.sleep(seconds / 6)
        done = _versions(tables) - before
        _say(f"{(part + 1) * seconds / 6:.0f} s, {done} actions")
    return Window(
        seconds=time.perf_counter() - began,
        actions=_versions(tables) - before,
        server_cpu=house.cpu_seconds() - cpu,
        client_cpu=time.process_time() - own,
        server_mib=house.resident_mib(),
    )


def _versions(tables: list[Table]) -> int:
    return sum(max(player.version for player in table) for table in tables)


def _figures(
    arguments: argparse.Namespace, window: Window, stopwatch: Stopwatch, audit: Audit
) -> surroundings.Figures:
    reached, answered = stopwatch.reached, stopwatch.answered
    return {
        "tables": arguments.tables,
        "pace_seconds": arguments.pace,
        "seconds": round(window.seconds, 1),
        "actions": window.actions,
        "actions_a_second": round(window.actions / window.seconds, 1),
        "server_cpu_ms_an_action": round(1000 * window.server_cpu / window.actions, 3),
        "server_cpu_share": round(window.server_cpu / window.seconds, 2),
        "players_cpu_share": round(window.client_cpu / window.seconds, 2),
        "opponent_informed_ms_p50": round(1000 * percentile(reached, 0.50), 1),
        "opponent_informed_ms_p99": round(1000 * percentile(reached, 0.99), 1),
        "sender_answered_ms_p50": round(1000 * percentile(answered, 0.50), 1),
        "sender_answered_ms_p99": round(1000 * percentile(answered, 0.99), 1),
        "sender_answered_ms_max": round(1000 * max(answered, default=0.0), 1),
        "server_mib": round(window.server_mib),
        "log_compared_actions": audit.actions,
        "faults": len(audit.faults),
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm-up", type=float, default=5.0, help="seconds before")
    parser.add_argument("--pace", type=float, default=0.5, help="seconds of thought")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    return parser.parse_args()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
