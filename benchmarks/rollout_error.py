"""How far the raw nets are from rollouts.

    python benchmarks/rollout_error.py --positions 500 --processes 2 --seed 101

The positions are of the net's own games, one of a game, with dice that no training run
threw. Each is rolled out until its standard error is small enough: plays are the raw
net's, and exact tables end a game where they know. The luck of the dice is taken out,
or with *--luck in* left in: where a position has many plays, as in fevga, ten times as
many trials in the same time are worth more than trials that vary a seventh as much.
Those are *--least* trials then: a few that end alike would seem to have no error.
Part of the distance is the rollouts' own error; *less_noise* leaves it out.
"""

import argparse
import csv
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import surroundings
from blocks import Blocks, Row, add_options, kept_in
from house import lookahead, net_of, positions
from intervals import Figure

from tavli.evaluation.chances import COLUMNS, equity
from tavli.evaluation.house import house_tables, raw_evaluator
from tavli.kernels.board import decode
from tavli.notation.position import PositionLine, write_position
from tavli.rules import RULESETS, Player, find_ruleset
from tavli.search.house import luck_judge
from tavli.search.lookahead import Lookahead
from tavli.search.measuring import BLOCK
from tavli.search.rollout import Rollout
from tavli.search.trials import Plan

_DRAWS: Final = 2000


def main() -> int:
    """Roll out, compare and print."""
    options = _options()
    rows = {game: _rolled_out(game, options) for game in options.game or RULESETS}
    figures: dict[str, object] = {
        "positions": options.positions,
        "aim": options.error,
        "turns": options.turns or "to the end",
        "least": options.least,
        "luck": options.luck,
        "seed": options.seed,
    }
    figures |= {game: _summed(game, some, options.seed) for game, some in rows.items()}
    if options.csv:
        _write(options.csv, rows)
    surroundings.show("rollout_error", figures, options.json)
    return 0


def _rolled_out(game: str, options: argparse.Namespace) -> list[Row]:
    judge = _judge(game, options.luck)
    facts = {
        "measures": "rollout error",
        "game": game,
        "seed": options.seed,
        "aim": options.error,
        "most": options.most,
        **({"least": options.least} if options.least else {}),
        "turns": options.turns,
        "net": net_of(game),
        "luck": judge.name if judge else "left in",
    }
    blocks = Blocks(
        facts=facts,
        count=options.positions,
        processes=options.processes,
        keep=kept_in(options.keep, facts),
    )
    rollout = Rollout(trials=options.most, least=options.least, aim=options.error)
    trials = Trials(options.seed, options.turns, options.luck)
    return blocks.rows(partial(play, game, trials, rollout))


class Trials(NamedTuple):
    """How positions are drawn and played on."""

    seed: int
    turns: int | None
    luck: str


def play(game: str, trials: Trials, rollout: Rollout, number: int) -> Row:
    """Return what the net thinks of position *number*, and what a rollout does."""
    ruleset = find_ruleset(game)
    block, index = divmod(number, BLOCK)
    boards = positions(game, trials.seed, block)[0][index : index + 1]
    judge = _judge(game, trials.luck)
    plan = Plan(
        lookahead=lookahead(game),
        luck=judge,
        adjusts_luck=judge is not None,
        turns=trials.turns,
        seed=trials.seed,
    )
    tally = rollout.run(plan, boards)
    line = PositionLine.of(ruleset, decode(boards[0]), Player.WHITE)
    judged = equity(raw_evaluator(ruleset).chances(boards))[0]
    return {
        "position": write_position(line),
        "net": round(float(judged), 5),
        "rollout": round(float(tally.means[0, COLUMNS]), 5),
        "error": round(float(tally.errors[0, COLUMNS]), 5),
        "trials": tally.trials,
    }


def _judge(game: str, luck: str) -> Lookahead | None:
    """Return what tells the luck that is taken out, if it is."""
    if luck == "in":
        return None
    ruleset = find_ruleset(game)
    return luck_judge(raw_evaluator(ruleset), house_tables(ruleset))


def _summed(game: str, rows: list[Row], seed: int) -> Row:
    """Return the root mean square distance, its interval by drawing positions anew."""
    distances = np.array([row["net"] - row["rollout"] for row in rows])
    noise = float(np.mean([row["error"] ** 2 for row in rows]))
    random = np.random.default_rng(seed)
    drawn = random.integers(0, len(rows), (_DRAWS, len(rows)))
    low, high = np.percentile(
        np.sqrt((distances[drawn] ** 2).mean(axis=1)), [2.5, 97.5]
    )
    mean = float((distances**2).mean())
    return {
        "net": net_of(game),
        "root_mean_square": Figure(mean**0.5, float(low), float(high)).rounded(),
        "less_noise": round(max(mean - noise, 0.0) ** 0.5, 4),
        "mean": round(float(distances.mean()), 4),
        "largest": round(float(np.abs(distances).max()), 4),
        "standard_error_largest": max(row["error"] for row in rows),
        "trials": sum(row["trials"] for row in rows),
    }


def _write(path: Path, rows: Mapping[str, list[Row]]) -> None:
    """Write a line for each position."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["position", "net", "rollout", "error", "trials"])
        writer.writerows(row.values() for some in rows.values() for row in some)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=500, help="of each game")
    parser.add_argument("--game", choices=RULESETS, action="append")
    parser.add_argument("--error", type=float, default=0.01, help="of a rollout")
    parser.add_argument("--most", type=int, default=10_368, help="trials of a rollout")
    parser.add_argument("--least", type=int, default=0, help="and not fewer than these")
    parser.add_argument("--turns", type=int, help="judge games after so many turns")
    parser.add_argument("--luck", choices=("out", "in"), default="out")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="the positions")
    add_options(parser)
    parser.set_defaults(seed=101)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
