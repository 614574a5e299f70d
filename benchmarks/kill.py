"""Kill the server under running matches, and see that nothing told was lost.

    python benchmarks/kill.py --matches 50 --kills 10 --seed 1

Fifty matches of two random players each run over real sockets; ten times the server
dies by SIGKILL and starts again on its folder. Afterwards every action that a player
was told of must be in the log once and unchanged, every throw must follow from the
secret, and every match must have ended. ``--json FILE`` keeps the figures.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path

import surroundings

from live.house import House
from live.siege import Outcome, Plan, besiege, fresh_folder


def main() -> int:
    """Run the siege; 1 if a promise was broken."""
    arguments = _arguments()
    plan = Plan(
        matches=arguments.matches,
        kills=arguments.kills,
        seed=arguments.seed,
        between=arguments.between,
        pace=arguments.pace,
    )
    began = time.perf_counter()
    with fresh_folder() as folder, House(folder) as house:
        outcome = asyncio.run(besiege(plan, house, _say))
    seconds = time.perf_counter() - began
    figures = _figures(plan, outcome, seconds)
    surroundings.show("kill", figures, arguments.json)
    for fault in outcome.faults[:20]:
        _say(f"FAULT {fault}")
    complete = outcome.finished == plan.matches and outcome.kills == plan.kills
    return 0 if complete and not outcome.faults else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--between", type=int, default=600, help="actions between kills, on average"
    )
    parser.add_argument("--pace", type=float, default=0.0, help="seconds of thought")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    return parser.parse_args()


def _figures(plan: Plan, outcome: Outcome, seconds: float) -> surroundings.Figures:
    return {
        "matches": plan.matches,
        "seed": plan.seed,
        "kills": outcome.kills,
        "killed_after_actions": outcome.killed_at,
        "matches_finished": outcome.finished,
        "lines_lost": outcome.lost_lines,
        "actions_in_the_log": outcome.log.actions,
        "actions_acknowledged": outcome.log.acknowledged,
        "throws_recomputed": outcome.dice.rolls,
        "overtaken_actions": outcome.stale,
        "faults": len(outcome.faults),
        "seconds": round(seconds, 1),
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
