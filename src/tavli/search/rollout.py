"""Rollouts: what a position is worth, by playing it on many times."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

import numpy as np

from tavli.cluster.machines import Machines
from tavli.evaluation.chances import COLUMNS, Chances
from tavli.kernels.board import Boards
from tavli.rules import Ruleset
from tavli.search.processes import LostProcessError, in_order
from tavli.search.rollout_file import RolloutError, RolloutFile
from tavli.search.tally import Tally
from tavli.search.trial_dice import BLOCK
from tavli.search.trials import Plan, play_block

Progress = Callable[[Tally], None]
"""Be told what all blocks so far add up to."""

_TRIES: Final = 3
"""How often lost workers are replaced before a rollout is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rollout:
    """How much is played, and where.

    There are *trials*, rounded up to whole blocks, or fewer if the utility's standard
    error has come down to *aim* for every position, though not fewer than *least*:
    few trials that all end alike have no error to see, if their luck is left in. Any
    number of *processes*, or of *machines* in their place, gives the same result. With
    *path* finished blocks are kept in a file, and a rollout that was interrupted goes
    on from there.
    """

    trials: int = 1296
    aim: float = 0.0
    least: int = 0
    processes: int = 1
    machines: Machines | None = None
    path: Path | None = None

    def __post_init__(self) -> None:
        if self.trials < 1 or self.processes < 1:
            raise ValueError("a rollout has at least one trial and one process")
        if not self.aim >= 0:
            raise ValueError(f"a standard error is 0 or more, not {self.aim}")

    @property
    def most(self) -> int:
        """How many trials are played at most: whole blocks."""
        return -(-self.trials // BLOCK) * BLOCK

    def run(
        self, plan: Plan, boards: Boards, progress: Progress = lambda _: None
    ) -> Tally:
        """Return what the trials of *boards*, seen by the side on roll, add up to.

        Raises:
            RolloutError: workers were lost again and again, or the file is of
                another rollout.
            ClusterError: the machines could not play a block.
        """
        tally = Tally.empty(len(boards))
        for block in self._blocks(plan, boards):
            tally += block
            progress(tally)
            is_precise = tally.errors[:, COLUMNS].max() <= self.aim
            if is_precise and tally.trials >= self.least:
                break
        return tally

    def _blocks(self, plan: Plan, boards: Boards) -> Iterator[Tally]:
        """Yield the blocks in their order: those on file, then those played now."""
        total = self.most // BLOCK
        file = None
        if self.path:
            file = RolloutFile(self.path, fingerprint(plan, boards), len(boards))
            yield from file.blocks[:total]
        done = len(file.blocks) if file else 0
        for block in self._played(plan, boards, range(done, total)):
            if file:
                file.add(block)
            yield block

    def _played(self, plan: Plan, boards: Boards, numbers: range) -> Iterator[Tally]:
        if self.machines is not None:
            return self.machines.in_order(play_block, [plan, boards], numbers)
        if self.processes == 1:
            return (play_block(plan, boards, number) for number in numbers)
        return self._played_by_workers(plan, boards, numbers)

    def _played_by_workers(
        self, plan: Plan, boards: Boards, numbers: range
    ) -> Iterator[Tally]:
        for attempt in count(1):
            try:
                for block in in_order(
                    play_block, [plan, boards], numbers, self.processes
                ):
                    numbers = numbers[1:]
                    yield block
            except LostProcessError as error:
                if attempt == _TRIES:
                    raise RolloutError(
                        f"the workers of this rollout were ended {_TRIES} times; what "
                        "was finished before is kept if it has a file"
                    ) from error
            else:
                return


def fingerprint(plan: Plan, boards: Boards) -> str:
    """Return a text that tells rollouts apart whose results differ."""
    facts: tuple[object, ...] = (
        plan.lookahead.ruleset.key,
        plan.lookahead.name,
        plan.utility.worth,
        plan.player if plan.filters else "",
        plan.turns,
        plan.adjusts_luck,
        plan.seed,
        BLOCK,
    )
    if plan.cube is not None:
        facts += (plan.cube.facts,)
    if plan.filters:
        facts += plan.filters
    if plan.luck is not None:
        facts += (plan.luck.name,)
    digest = hashlib.sha256(repr(facts).encode())
    digest.update(np.ascontiguousarray(boards).tobytes())
    return digest.hexdigest()


class RolloutEvaluator:
    """Judge positions by rollouts."""

    def __init__(self, plan: Plan, rollout: Rollout) -> None:
        self._plan = plan
        self._rollout = rollout

    @property
    def name(self) -> str:
        """The evaluator's name, and how it is rolled out."""
        plan = self._plan
        length = "" if plan.turns is None else f" of {plan.turns} turns"
        return f"{plan.name} {self._rollout.most} trials{length}"

    @property
    def ruleset(self) -> Ruleset:
        """The rules under which it judges."""
        return self._plan.lookahead.ruleset

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, shape (n, 4, 26), as `Evaluator.chances`."""
        means = self._rollout.run(self._plan, boards).means
        return means[:, :COLUMNS].astype(np.float32)
