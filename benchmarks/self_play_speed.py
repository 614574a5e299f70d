"""Self-play for training: games a second on one core, and where the time goes.

    python benchmarks/self_play_speed.py --seconds 5 --repeat 3

Each game's shipped net plays itself as in training, one thread; the time is the
processor's. The parts are measured by taking the step apart: generating the finals,
the first layer, the other layers, choosing, and the bookkeeping of the games. Games
end, as in training, in races that the table of the last six points knows.
"""

import argparse
import os
import time
from pathlib import Path
from statistics import median
from typing import Final

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np
import surroundings

from tavli.evaluation.house import raw_evaluator
from tavli.evaluation.net import NetEvaluator, finish
from tavli.evaluation.tables.building import ready
from tavli.evaluation.tables.catalogue import RECIPES
from tavli.evaluation.tables.place import tables_folder
from tavli.evaluation.tables.race import RaceTable
from tavli.kernels.board import encode
from tavli.kernels.choice import best_finals, layers_of_finals, settle
from tavli.kernels.lessons import FINISHED, LESSONS, TURNS, Games, Races, advance, throw
from tavli.kernels.movegen import batch_afterstates
from tavli.kernels.race import Race
from tavli.kernels.steps import MAX_AFTERSTATES, Buffers
from tavli.rules import RULESETS, Position
from tavli.search.utility import POINTS

_PARTS: Final = ("dice", "finals", "first_layer", "other_layers", "choice", "games")
_SIDE_BY_SIDE: Final = 32


def main() -> int:
    """Measure and print."""
    options = _parser().parse_args()
    race = _race()
    figures: dict[str, object] = {}
    for name, ruleset in RULESETS.items():
        evaluator = raw_evaluator(ruleset)
        bench = Bench(evaluator, race, options.seed)
        bench.play(2.0)
        rounds = [bench.play(options.seconds) for _ in range(options.repeat)]
        spent = np.median([parts / parts.sum() for parts, *_ in rounds], axis=0)
        figures[f"{name}_net"] = "x".join(map(str, evaluator.net.narrow.shape))
        figures[f"{name}_parameters"] = evaluator.net.parameters
        figures[f"{name}_games_per_s"] = round(median(games for _, games, _ in rounds))
        figures[f"{name}_evaluations_per_s"] = round(median(e for *_, e in rounds))
        figures[f"{name}_turns_a_game"] = bench.turns
        figures[f"{name}_time_percent"] = {
            part: round(100 * float(share), 1)
            for part, share in zip(_PARTS, spent, strict=True)
        }
    surroundings.show("self_play_speed", figures, options.json)
    return 0


class Bench:
    """Self-play taken apart."""

    def __init__(self, evaluator: NetEvaluator, race: Race, seed: int) -> None:
        self._evaluator = evaluator
        self._races = Races(ending=race, teaching=race._replace(points=0))
        self._start = encode(Position.start(evaluator.ruleset))
        self._seed = np.uint64(seed)
        self._games = Games.make(self._start, _SIDE_BY_SIDE, 0, seed)
        self._buffers = Buffers.make(MAX_AFTERSTATES + 8192)
        units = len(evaluator.net.wide_bias)
        self._layer = np.zeros((MAX_AFTERSTATES + 8192, units), np.float32)

    @property
    def turns(self) -> float:
        """Turns a game, up to the race."""
        tallies = self._games.tallies
        return round(float(tallies[TURNS] / max(tallies[FINISHED], 1)), 1)

    def play(self, seconds: float) -> tuple[np.ndarray, float, float]:
        """Play; return the seconds of each part, games and evaluations a second."""
        parts, evaluations = np.zeros(len(_PARTS)), 0
        before = int(self._games.tallies[FINISHED])
        while parts.sum() < seconds:
            spent, count = self._step()
            parts += spent
            evaluations += count
        games = int(self._games.tallies[FINISHED]) - before
        return parts, games / parts.sum(), evaluations / parts.sum()

    def _step(self) -> tuple[np.ndarray, int]:
        evaluator, games, net = self._evaluator, self._games, self._evaluator.net
        rolls = np.zeros((_SIDE_BY_SIDE, 2), np.int8)
        starts = np.zeros(_SIDE_BY_SIDE + 1, np.int64)
        best = np.empty(_SIDE_BY_SIDE, np.int64)
        clock = [time.thread_time()]
        throw(games, rolls)
        clock.append(time.thread_time())
        batch_afterstates(evaluator.table, games.boards, rolls, starts, self._buffers)
        clock.append(time.thread_time())
        finals = self._buffers.boards[: starts[-1]]
        layer = self._layer[: len(finals)]
        layers_of_finals(evaluator.first, games.boards, starts, finals, layer)
        clock.append(time.thread_time())
        found = np.empty((len(finals), 6), np.float32)
        finish(net, layer, found)
        clock.append(time.thread_time())
        settle(evaluator.table, finals, found)
        best_finals(POINTS.turned.array, found, starts, _SIDE_BY_SIDE, best)
        clock.append(time.thread_time())
        rule = (0.7, self._start, self._seed)
        advance(evaluator.table, finals[best], found[best], games, self._races, rule)
        games.tallies[LESSONS] = 0
        clock.append(time.thread_time())
        return np.diff(clock), len(finals)


def _race() -> Race:
    table = ready(RECIPES["race-6"], tables_folder(os.environ))
    assert isinstance(table, RaceTable)
    return table.race


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure self-play for training.")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each round")
    parser.add_argument("--repeat", type=int, default=3, help="rounds")
    parser.add_argument("--seed", type=int, default=1, help="of the dice")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
