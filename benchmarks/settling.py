"""Who is right where two analyses differ: a rollout with the cube says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from both_judged import Pair, gains_of

_TAVLI: Final = str(Path(sys.executable).with_name("tavli"))


def settled(pair: Pair, trials: int) -> list[float]:
    """Return what a rollout with the cube says of *pair*, with its joint error.

    Both in points of the cube as it lies.
    """
    if pair.drop is None:
        lost, error = _settled_play(pair, trials)
    else:
        rows = {row["play"]: row for row in _rolled_out(pair, trials, candidates=1)}
        stay, take = rows["no double"], rows["double, take"]
        gains = gains_of(stay["points"], take["points"], pair.drop)
        # The error is of how far the one is behind the other, which stands with it.
        error = max(stay["joint_error"], take["joint_error"])
        lost = min(gains[pair.made], 0.0)
    return [round(lost / pair.scale, 4), round(error / pair.scale, 4)]


def _settled_play(pair: Pair, trials: int) -> tuple[float, float]:
    """Return what the play lost, looked for among few plays first, then among all."""
    for candidates in (12, 50):
        for row in _rolled_out(pair, trials, candidates):
            if row["play"] == pair.made:
                return -row["behind"], row["joint_error"]
    raise ValueError(f"{pair.where}: {pair.made} is not among the 50 best plays")


def _rolled_out(pair: Pair, trials: int, candidates: int) -> list[dict[str, Any]]:
    asked = f"rollout {pair.line} --cube --json --seed 1 --turns 15"
    options = ["--candidates", str(candidates), "--trials", str(trials)]
    done = subprocess.run(  # noqa: S603  # our own program
        [_TAVLI, *asked.split(), *options],
        stdout=subprocess.PIPE,
        check=True,
    )
    rows: list[dict[str, Any]] = json.loads(done.stdout)["rows"]
    return rows
