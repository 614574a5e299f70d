"""A training run: play, learn, keep what was learned, and go on another day."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from tavli.evaluation.net import Net, game_of
from tavli.evaluation.tables.building import ready
from tavli.evaluation.tables.catalogue import RECIPES
from tavli.evaluation.tables.place import tables_folder
from tavli.evaluation.tables.race import RaceTable
from tavli.kernels.lessons import (
    DOUBLES,
    DRAWS,
    FINISHED,
    GIVEN_UP,
    STARTERS_POINTS,
    STARTERS_WINS,
    TRIPLES,
    TURNS,
)
from tavli.kernels.race import Race
from tavli.training.learner import Learner
from tavli.training.memory import Memory
from tavli.training.plan import Plan, PlanError, Stage
from tavli.training.self_play import Harvest, SelfPlay

VERSION: Final = 1
_SUMS_FROM: Final = 5
_COUNTS: Final = 10
"""Tallies and sums of `kernels.lessons`, one behind the other."""

_KEEP_EVERY: Final = 60.0
"""Seconds between two checkpoints, at least."""


@dataclass(frozen=True, slots=True)
class Report:
    """One round of a run, as a line of its log.

    Rates are of the round's own games: *starter* in points, *doubles*, *triples* and
    *draws* as parts of all games, *turns* as far as the games were played out: a race
    that the table knows is not.
    """

    stage: str
    games: int
    positions: int
    loss: float
    rate: float
    starter: float
    starter_wins: float
    doubles: float
    triples: float
    draws: float
    turns: float
    given_up: int
    play_seconds: float
    learn_seconds: float
    games_a_second: float


class Run:
    """A run in a folder: ``checkpoint.pt``, ``log.jsonl``, ``net.safetensors``."""

    def __init__(self, plan: Plan, folder: Path, threads: int) -> None:
        """Begin the run in *folder*, or take it up where its checkpoint left it.

        Raises:
            PlanError: the folder holds a run of another game or seed, a checkpoint
                that can't be read, or the plan names a net that can't be used.
        """
        torch.set_num_threads(threads)
        self.plan = plan
        self.folder = folder
        self.games = 0
        self._stage_began = 0
        self._stage = 0
        self._counted = np.zeros(_COUNTS, np.float64)
        self._chance = np.random.default_rng(plan.seed)
        first = plan.stages[0]
        self.learner = Learner(plan.ruleset, first.wide, first.narrow, plan.seed)
        self._play = SelfPlay(plan, _race(), threads)
        self._memory = Memory(first.memory)
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / "checkpoint.pt").exists():
            self._resume()
        elif plan.begin_with:
            self._begin_with(Path(plan.begin_with))

    def follow(self, tell: Callable[[Report], None]) -> None:
        """Play and learn through all stages; tell of every round.

        Interrupted between two rounds or within one, it loses what came after the
        last checkpoint, a minute's work.
        """
        kept = time.monotonic()
        while self._stage < len(self.plan.stages):
            stage = self.plan.stages[self._stage]
            self.learner.grow(stage.wide, stage.narrow)
            if len(self._memory.lessons) != stage.memory:
                self._memory = Memory(stage.memory)
            while self.games - self._stage_began < stage.games:
                report = self._round(stage)
                self._log(report)
                tell(report)
                if time.monotonic() - kept > _KEEP_EVERY:
                    self.keep()
                    kept = time.monotonic()
            self._write_net(f"net-{stage.name}.safetensors")
            self._stage += 1
            self._stage_began = self.games
            self.keep()

    def net(self) -> Net:
        """Return the net as it is, with the facts of its training."""
        facts = {
            "games": str(self.games),
            "seed": str(self.plan.seed),
            "stages": json.dumps([asdict(stage) for stage in self.plan.stages]),
        }
        return self.learner.net(facts)

    def keep(self) -> None:
        """Write the checkpoint and the net; the old ones stay until these are whole."""
        kept = {
            "version": VERSION,
            "game": self.plan.game,
            "seed": self.plan.seed,
            "games": self.games,
            "stage": self._stage,
            "stage_began": self._stage_began,
            "counted": self._counted,
            "chance": self._chance.bit_generator.state,
            "learner": self.learner.state,
            "workers": [worker.state for worker in self._play.workers],
        }
        new = self.folder / "checkpoint.new"
        torch.save(kept, new)
        new.replace(self.folder / "checkpoint.pt")
        self._write_net("net.safetensors")

    def _round(self, stage: Stage) -> Report:
        began = time.monotonic()
        rate = stage.rate_after(self.games - self._stage_began)
        harvests = self._play.play(self.net(), stage.utility, stage.trust, stage.round)
        played = time.monotonic()
        for harvest in harvests:
            self._memory.add(harvest.lessons, harvest.targets)
        positions = sum(len(harvest.lessons) for harvest in harvests)
        steps = max(1, round(stage.reuse * positions / stage.batch))
        losses = [
            self.learner.learn(*self._memory.draw(stage.batch, self._chance), rate)
            for _ in range(steps)
        ]
        counts = self._gained(harvests)
        games = max(1, int(counts[FINISHED]))
        sums = [round(float(total) / games, 4) for total in counts[_SUMS_FROM:]]
        self.games += int(counts[FINISHED])
        return Report(
            stage=stage.name,
            games=self.games,
            positions=positions,
            loss=round(float(np.mean(losses)), 5),
            rate=rate,
            starter=sums[STARTERS_POINTS],
            starter_wins=sums[STARTERS_WINS],
            doubles=sums[DOUBLES],
            triples=sums[TRIPLES],
            draws=sums[DRAWS],
            turns=round(float(counts[TURNS]) / games, 2),
            given_up=int(counts[GIVEN_UP]),
            play_seconds=round(played - began, 2),
            learn_seconds=round(time.monotonic() - played, 2),
            games_a_second=round(games / (time.monotonic() - began), 1),
        )

    def _gained(self, harvests: list[Harvest]) -> NDArray[np.float64]:
        """Return what the tallies and sums have gained since the last round."""
        total = np.sum(
            [np.concatenate([part.tallies, part.sums]) for part in harvests], axis=0
        )
        gained: NDArray[np.float64] = total - self._counted
        self._counted = total
        return gained

    def _write_net(self, name: str) -> None:
        new = self.folder / "net.new"
        new.write_bytes(self.net().to_bytes())
        new.replace(self.folder / name)

    def _log(self, report: Report) -> None:
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(report)) + "\n")

    def _resume(self) -> None:
        path = self.folder / "checkpoint.pt"
        try:
            kept = torch.load(path, weights_only=False)
            same = (kept["game"], kept["seed"]) == (self.plan.game, self.plan.seed)
            if kept["version"] != VERSION or not same:
                raise PlanError(
                    f"{path} belongs to a run of {kept['game']} with seed "
                    f"{kept['seed']}; take another folder"
                )
            self.learner.state = kept["learner"]
            for worker, state in zip(self._play.workers, kept["workers"], strict=True):
                worker.state = state
        except (OSError, RuntimeError, KeyError, EOFError) as error:
            raise PlanError(f"the checkpoint {path} can't be read: {error}") from error
        self.games, self._stage = kept["games"], kept["stage"]
        self._stage_began, self._counted = kept["stage_began"], kept["counted"]
        self._chance.bit_generator.state = kept["chance"]

    def _begin_with(self, path: Path) -> None:
        given = Net.read(path, game_of(path))
        wide, narrow = given.narrow.shape
        self.learner = Learner(self.plan.ruleset, wide, narrow, self.plan.seed)
        self.learner.take_over(given)


def _race() -> Race:
    """Return the table of the last six points, built if it isn't there."""
    folder = tables_folder(os.environ)
    table = ready(RECIPES["race-6"], folder)
    assert isinstance(table, RaceTable)
    return table.race
