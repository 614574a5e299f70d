"""Hold what an analysis counts on a board against the rules, asked the slow way.

    python benchmarks/landmarks_proof.py --positions 10000
    python benchmarks/landmarks_proof.py --game plakoto --positions 500 --seed 2

For positions of games at random, shots, lost throws, rows of points, closed homes, pips
and the mother's danger are counted by `tavli.analysis`, and once more by playing all 21
rolls through `tavli.rules`. Any difference is printed with its position, and fails.
"""

import argparse
import sys
import time
from itertools import islice
from pathlib import Path

import surroundings

from analysis.brute import Counted, closed_at_home, longest_row, positions_at_random
from tavli.analysis.landmarks import closed_home, longest_prime
from tavli.analysis.shots import shots_at
from tavli.rules import RULESETS, Position, Ruleset


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description="Prove the landmarks.")
    parser.add_argument("--game", choices=list(RULESETS), action="append")
    parser.add_argument("--positions", type=int, default=10_000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    options = parser.parse_args()
    wrong = 0
    figures: dict[str, object] = {"seed": options.seed}
    for name in options.game or RULESETS:
        began, ruleset, different = time.process_time(), RULESETS[name], 0
        found = positions_at_random(ruleset, options.seed)
        for position in islice(found, options.positions):
            if faults := list(_faults(ruleset, position)):
                different += 1
                print(f"{name}: {', '.join(faults)} at {position}", file=sys.stderr)
        wrong += different
        seconds = round(time.process_time() - began)
        figures[name] = f"{different} of {options.positions:,} differ, {seconds} s"
    surroundings.show("landmarks_proof", figures, options.json)
    return 1 if wrong else 0


def _faults(ruleset: Ruleset, position: Position) -> list[str]:
    """Return what is counted differently at *position*."""
    found, counted = shots_at(ruleset, position), Counted(ruleset, position)
    me, other = position.mover, position.waiter
    same = {
        "shots": found.hurt == counted.hurt,
        "blots": dict(found.blots) == counted.blots,
        "mother": found.mother == counted.mother,
        "lost throws": found.lost == counted.lost,
        "my row": longest_prime(ruleset, me, other).length
        == longest_row(ruleset, me, other),
        "their row": longest_prime(ruleset, other, me).length
        == longest_row(ruleset, other, me),
        "my home": closed_home(ruleset, me, other)
        == closed_at_home(ruleset, me, other),
        "pips": me.pip_count == _pips(me.checkers) + sum(me.pinned),
    }
    return [name for name, is_same in same.items() if not is_same]


def _pips(checkers: tuple[int, ...]) -> int:
    return sum(sum([point] * count) for point, count in enumerate(checkers))


if __name__ == "__main__":
    raise SystemExit(main())
