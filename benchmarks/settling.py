"""Who is right where two analyses differ: a rollout with the cube says."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from both_judged import Pair, gains_of

Row = dict[str, Any]

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
        lost, error = min(gains[pair.made], 0.0), _error(pair, stay, take)
    return [round(lost / pair.scale, 4), round(error / pair.scale, 4)]


def _error(pair: Pair, stay: Row, take: Row) -> float:
    """Return the standard error of the distance of two values; one may be fixed.

    A cube that is dropped is worth what it is: only the other's own error is left.
    """
    if pair.made in ("take", "drop"):
        return float(take["points_error"])
    if pair.drop is not None and take["points"] > pair.drop:
        return float(stay["points_error"])
    # It stands with whichever is behind the other.
    return float(max(stay["joint_error"], take["joint_error"]))


def _settled_play(pair: Pair, trials: int) -> tuple[float, float]:
    """Return what the play lost, looked for among few plays first, then among all.

    The best play is as uncertain as its distance to the next.
    """
    for candidates in (12, 50):
        rows = _rolled_out(pair, trials, candidates)
        for row in rows:
            if row["play"] == pair.made:
                other = rows[1] if row is rows[0] and len(rows) > 1 else row
                return -row["behind"], other["joint_error"]
    raise ValueError(f"{pair.where}: {pair.made} is not among the 50 best plays")


def _rolled_out(pair: Pair, trials: int, candidates: int) -> list[Row]:
    asked = f"rollout {pair.line} --cube --json --seed 1 --turns 15"
    options = ["--candidates", str(candidates), "--trials", str(trials)]
    done = subprocess.run(  # noqa: S603  # our own program
        [_TAVLI, *asked.split(), *options],
        stdout=subprocess.PIPE,
        check=True,
    )
    rows: list[Row] = json.loads(done.stdout)["rows"]
    return rows
