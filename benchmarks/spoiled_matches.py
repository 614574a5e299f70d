"""Replay thousands of spoiled match texts: is the right line named, does it ever crash?

    python benchmarks/spoiled_matches.py [--copies 2000] [--seed 1] [FOLDER]

FOLDER holds ``.mat`` files, by default the twelve of the tests; 100 copies take half a
minute or more. First come copies with one play made illegal, whose first complaint must
name exactly that game and line; then as many with random damage, which must be answered
by a report or by one sentence.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from spoiling import damage, plays_of, spoil  # noqa: E402  # found by the line above
from tavli.formats.errors import RecordError  # noqa: E402  # as above
from tavli.formats.replay import replay_bytes  # noqa: E402  # as above


def main() -> int:
    """Spoil, replay, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=TESTS / "data/matches")
    parser.add_argument("--copies", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    files = [path.read_bytes() for path in sorted(chosen.folder.glob("*.mat"))]
    chance = random.Random(chosen.seed)
    begun = time.monotonic()
    missed = _spoiled(files, chosen.copies, chance)
    print(f"{chosen.copies} illegal plays, {missed} not named: {_since(begun)}")
    begun = time.monotonic()
    answers = _damaged(files, chosen.copies, chance)
    print(f"{chosen.copies} damaged copies, {dict(answers)}: {_since(begun)}")
    return 1 if missed else 0


def _since(begun: float) -> str:
    return f"{time.monotonic() - begun:.0f} s"


def _spoiled(files: list[bytes], copies: int, chance: random.Random) -> int:
    plays = [plays_of(content) for content in files]
    missed = 0
    for _ in range(copies):
        which = chance.randrange(len(files))
        copy = spoil(files[which], plays[which], chance)
        first = next(iter(replay_bytes(copy.content).complaints), None)
        if first is None or (first.game, first.line) != (copy.game, copy.line):
            missed += 1
            print(
                f"missed: {copy.text!r} in game {copy.game}, line {copy.line}: {first}"
            )
    return missed


def _damaged(files: list[bytes], copies: int, chance: random.Random) -> Counter[str]:
    """Count how damaged copies were answered; a crash ends the run with a traceback."""
    answers: Counter[str] = Counter()
    for _ in range(copies):
        try:
            found = replay_bytes(damage(chance.choice(files), chance))
        except RecordError:
            answers["refused in a sentence"] += 1
        else:
            answers["complaints" if found.complaints else "nothing wrong"] += 1
    return answers


if __name__ == "__main__":
    sys.exit(main())
