"""The first roll of a game: what can be played, and what it is worth by rollouts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tavli.evaluation.chances import COLUMNS, turned
from tavli.kernels.behind import play_behind
from tavli.kernels.board import Board, Boards, decode, encode
from tavli.kernels.turn import passed
from tavli.notation.plays import write_play
from tavli.rules import Dice, Position, Ruleset
from tavli.search.filters import NORMAL
from tavli.search.processes import LostProcessError, in_order
from tavli.search.ranking import Search, rank
from tavli.search.rollout import Rollout
from tavli.search.rollout_file import RolloutError
from tavli.search.tally import Tally
from tavli.search.trials import Plan

Progress = Callable[[Tally], None]


@dataclass(frozen=True, slots=True)
class Choice:
    """A play of the first roll, and what it is worth to the side that makes it.

    *chances* are in the order of `evaluation.chances.NAMES`, *error* is the standard
    error of *points*.
    """

    play: str
    chances: tuple[float, ...]
    points: float
    error: float


@dataclass(frozen=True, slots=True)
class Opening:
    """A first roll and the plays of it that were rolled out, the best first."""

    dice: Dice
    choices: tuple[Choice, ...]
    trials: int

    @property
    def lead(self) -> float | None:
        """By how many points the best play beats the next; None if it is forced."""
        if len(self.choices) < 2:
            return None
        return self.choices[0].points - self.choices[1].points

    @property
    def lead_error(self) -> float | None:
        """The lead's standard error, as if the plays had not had the same dice.

        They had, so the lead is known better than this.
        """
        if len(self.choices) < 2:
            return None
        return float(np.hypot(self.choices[0].error, self.choices[1].error))


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """How first rolls are looked into.

    A look two plies deep finds the plays that *rollout* plays on by *plan*: the best
    *most*, of which those more than *margin* points behind have no chance left, but
    the two best always. In *folder*, if given, finished trials are kept, a file for
    each roll.
    """

    plan: Plan
    rollout: Rollout
    most: int = 4
    margin: float = 0.08
    folder: Path | None = None

    def __post_init__(self) -> None:
        if self.most < 1 or not self.margin >= 0:
            raise ValueError("at least one play is rolled out, within 0 points or more")

    def opening(self, dice: Dice, progress: Progress = lambda _: None) -> Opening:
        """Return what the plays of *dice* are worth.

        Raises:
            RolloutError: the folder keeps another rollout, or workers were lost.
        """
        ruleset, rollout = self.plan.lookahead.ruleset, self.rollout
        finals = self._contestants(dice)
        if self.folder is not None:
            path = self.folder / f"{ruleset.name}-{dice.high}{dice.low}.jsonl"
            rollout = replace(rollout, path=path)
        tally = rollout.run(self.plan, passed(finals), progress)
        chances = turned(tally.means[:, :COLUMNS].astype(np.float32))
        points, errors = -tally.means[:, COLUMNS], tally.errors[:, COLUMNS]
        choices = [
            Choice(_written(ruleset, final, dice), tuple(row), float(value), float(err))
            for final, row, value, err in zip(
                finals, chances.tolist(), points, errors, strict=True
            )
        ]
        choices.sort(key=lambda choice: -choice.points)
        return Opening(dice, tuple(choices), tally.trials)

    def _contestants(self, dice: Dice) -> Boards:
        lookahead = self.plan.lookahead
        start = encode(Position.start(lookahead.ruleset))
        roll = np.array([dice.first, dice.second], np.int8)
        found = rank(Search(lookahead, NORMAL), start, roll)
        least = found[0].value - self.margin
        near = [
            candidate.final
            for place, candidate in enumerate(found)
            if place < 2 or candidate.value >= least
        ]
        return np.array(near[: self.most])

    def openings(self, rolls: Sequence[Dice], processes: int) -> Iterator[Opening]:
        """Yield the openings of *rolls* in their order, some at a time.

        Any number of *processes* gives the same; each looks into a roll at a time.

        Raises:
            RolloutError: as `opening`, or a process was ended.
        """
        places = range(len(rolls))
        try:
            yield from in_order(_opening_at, [self, rolls], places, processes)
        except LostProcessError as error:
            raise RolloutError(
                "a process that rolled out openings was ended; what was finished "
                "before is kept if there is a folder"
            ) from error


def _opening_at(study: Study, rolls: Sequence[Dice], place: int) -> Opening:
    return study.opening(rolls[place])


def _written(ruleset: Ruleset, final: Board, dice: Dice) -> str:
    start, after = Position.start(ruleset), decode(final)
    play = play_behind(ruleset, start, dice, after)
    return write_play(ruleset, start, after, dice, play)
