"""A training run: play, learn, keep what was learned, and go on another day."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import numpy as np

from tavli.evaluation.house import weights_of
from tavli.evaluation.net import Net, game_of
from tavli.kernels.inputs import INPUT_LISTS
from tavli.kernels.lessons import FINISHED
from tavli.rules import RULESETS
from tavli.search.whole import write_whole
from tavli.training.ahead import Ahead, Play
from tavli.training.checkpoint import (
    CheckpointError,
    Kept,
    as_arrays,
    read_checkpoint,
    write_checkpoint,
)
from tavli.training.gauge import Gauge, Score
from tavli.training.learner import Learner
from tavli.training.memory import Memory
from tavli.training.plan import Plan, PlanError, Stage, check_growth
from tavli.training.report import COUNTS, Outcomes, Report, counted
from tavli.training.self_play import Aim, Players

_CHECKPOINT: Final = "checkpoint.pt"
_LOG: Final = "log.jsonl"
_NET: Final = "net.safetensors"

_KEEP_EVERY: Final = 60.0
"""Seconds between two checkpoints, at least."""


class Run:
    """A run in a folder: ``checkpoint.pt``, ``log.jsonl``, ``net.safetensors``."""

    def __init__(
        self, plan: Plan, folder: Path, players: Players, gauge: Gauge | None = None
    ) -> None:
        """Begin the run in *folder*, or take it up where its checkpoint left it.

        With a *gauge*, it measures now and then how strong the net has become.

        Raises:
            PlanError: the folder holds a run of another game or seed, or a stage to
                come is too small for the net that it gets.
            CheckpointError: its checkpoint can't be used, or not with so many workers.
            NetError: the plan begins with a net that can't be used.
        """
        self.plan = plan
        self.folder = folder
        self.games = 0
        self._stage_began = 0
        self._stage = 0
        self._counted = np.zeros(COUNTS, np.float64)
        self._chance = np.random.default_rng(plan.seed)
        first = plan.stages[0]
        self.learner = Learner(plan.ruleset, first.wide, first.narrow, plan.seed)
        self._players = players
        self._ahead = Ahead()
        self._memory = Memory(first.memory)
        self._gauge = gauge
        self._past = _NO_PAST
        self._teacher = (
            Net.read(_weights(plan.taught_by), plan.game) if plan.taught_by else None
        )
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / _CHECKPOINT).exists():
            self._resume()
            self._check_size(f"the net in {self.folder}")
        elif plan.begin_with:
            self._begin_with(_weights(plan.begin_with))
            self._check_size("the net to begin with")

    def follow(self, tell: Callable[[Report | Score], None]) -> None:
        """Play and learn through all stages; tell of every round, and how strong it is.

        Interrupted between two rounds or within one, it loses what came after the
        last checkpoint, a minute's work.
        """
        kept = time.monotonic()
        while self._stage < len(self.plan.stages):
            stage = self.plan.stages[self._stage]
            self.learner.grow(stage.wide, stage.narrow, INPUT_LISTS[stage.inputs])
            self.learner.limit(stage.learns)
            if len(self._memory.lessons) != stage.memory:
                self._memory = Memory(stage.memory)
            while self.games - self._stage_began < stage.games:
                report = self._round(stage)
                report.log(self.folder / _LOG)
                tell(report)
                if time.monotonic() - kept > _KEEP_EVERY:
                    self.keep()
                    self._measure(tell)
                    kept = time.monotonic()
            self._ahead.drop()
            self._write_net(f"net-{stage.name}.safetensors")
            self._stage += 1
            self._stage_began = self.games
            self.keep()
            self._measure(tell)

    def net(self) -> Net:
        """Return the net as it is, with the facts of its training."""
        facts = {
            "games": str(self._past.games + self.games),
            "seed": str(self.plan.seed),
            "stages": json.dumps(
                [*self._past.stages, *(asdict(stage) for stage in self.plan.stages)]
            ),
        }
        if self._teacher:
            facts["taught_by"] = self._teacher.mark
        return self.learner.net(facts)

    def keep(self) -> None:
        """Write the checkpoint and the net; the old ones stay until these are whole."""
        self._ahead.rest()
        kept = {
            "game": self.plan.game,
            "seed": self.plan.seed,
            "games": self.games,
            "stage": self._stage,
            "stage_began": self._stage_began,
            "counted": self._counted,
            "chance": self._chance.bit_generator.state,
            "learner": self.learner.state,
            "workers": self._players.pack(),
            "past": json.dumps(self._past),
        }
        write_checkpoint(self.folder / _CHECKPOINT, kept)
        self._write_net(_NET)

    def _round(self, stage: Stage) -> Report:
        began = time.monotonic()
        rate = stage.rate_after(self.games - self._stage_began)
        harvests = self._ahead.next(self._play(stage))
        self._ahead.begin(self._play(stage))
        played = time.monotonic()
        for harvest in harvests:
            self._memory.add(harvest.lessons, harvest.targets)
        positions = sum(len(harvest.lessons) for harvest in harvests)
        steps = max(1, round(stage.reuse * positions / stage.batch))
        losses = [
            self.learner.learn(*self._memory.draw(stage.batch, self._chance), rate)
            for _ in range(steps)
        ]
        learned = time.monotonic()
        total = counted(harvests)
        gained, self._counted = total - self._counted, total
        self.games += int(gained[FINISHED])
        return Report(
            stage=stage.name,
            games=self.games,
            positions=positions,
            loss=round(float(np.mean(losses)), 5),
            rate=rate,
            play_seconds=round(played - began, 2),
            learn_seconds=round(learned - played, 2),
            games_a_second=round(float(gained[FINISHED]) / (learned - began), 1),
            outcomes=Outcomes.of(gained),
        )

    def _play(self, stage: Stage) -> Play:
        """Return what plays a round of *stage* with the net as it is now."""
        return partial(
            self._players.play,
            self._teacher or self.net(),
            Aim.of(stage),
            stage.round,
        )

    def _measure(self, tell: Callable[[Report | Score], None]) -> None:
        if self._gauge is not None and self._gauge.is_due(self.games):
            for score in self._gauge.measure(self.folder / _NET, self.games):
                tell(score)

    def _write_net(self, name: str) -> None:
        write_whole(self.folder / name, self.net().to_bytes())

    def _resume(self) -> None:
        path = self.folder / _CHECKPOINT
        kept = read_checkpoint(path)
        game, seed = kept.get("game"), kept.get("seed")
        if (game, seed) != (self.plan.game, self.plan.seed):
            raise PlanError(
                f"{path} belongs to a run of {game!s:.20} with seed {seed!s:.20}; "
                "take another folder"
            )
        self._check_workers(path, kept.get("workers"))
        try:
            self.learner.state = kept["learner"]
            self._players.unpack([as_arrays(state) for state in kept["workers"]])
            self._chance.bit_generator.state = kept["chance"]
            self._counted = kept["counted"].numpy()
            self.games, self._stage = kept["games"], kept["stage"]
            self._stage_began = kept["stage_began"]
            self._past = self._kept_past(kept)
        except (
            LookupError,
            AttributeError,
            RuntimeError,
            TypeError,
            ValueError,
        ) as error:
            raise CheckpointError(
                f"{path} doesn't fit this run: it is damaged, or the plan was changed; "
                "take another folder"
            ) from error

    def _kept_past(self, kept: Kept) -> "_Past":
        """Return the past that a checkpoint tells; older ones don't, but nets do."""
        if "past" in kept:
            return _Past(*json.loads(kept["past"]))
        if not self.plan.begin_with:
            return _NO_PAST
        path = _weights(self.plan.begin_with)
        return _Past.of(Net.read(path, game_of(path)), self.plan.game)

    def _check_workers(self, path: Path, kept: object) -> None:
        """Refuse another number of workers: games are under way with each of them."""
        if isinstance(kept, list) and len(kept) != self._players.count:
            raise CheckpointError(
                f"{path} was written with {len(kept)} workers, and there are "
                f"{self._players.count}: go on with {len(kept)} (--threads {len(kept)} "
                "on one machine), or take another folder"
            )

    def _check_size(self, name: str) -> None:
        try:
            for stage in self.plan.stages[self._stage :]:
                check_growth(self.learner.size, stage, name)
        except ValueError as error:
            raise PlanError(str(error)) from error

    def _begin_with(self, path: Path) -> None:
        given = Net.read(path, game_of(path))
        wide, narrow = given.narrow.shape
        self.learner = Learner(self.plan.ruleset, wide, narrow, self.plan.seed)
        self.learner.take_over(given)
        self._past = _Past.of(given, self.plan.game)


class _Past(NamedTuple):
    """What the net that a run began with had gone through before, in the same game."""

    games: int
    stages: list[Any]

    @classmethod
    def of(cls, net: Net, game: str) -> Self:
        """Return the past of *net*; none if it was trained for another game."""
        if net.game != game:
            return cls(0, [])
        try:
            games, stages = int(net.facts["games"]), json.loads(net.facts["stages"])
        except (KeyError, ValueError):  # a net from elsewhere doesn't tell
            return cls(0, [])
        return cls(games, stages if isinstance(stages, list) else [])


_NO_PAST: Final = _Past(0, [])


def _weights(net: str) -> Path:
    """Return the file of a net that a plan names: a path, or a game's shipped one."""
    return weights_of(net) if net in RULESETS else Path(net)
