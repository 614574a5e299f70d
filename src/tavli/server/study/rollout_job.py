"""Rollouts of a position, or of some plays of its roll."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from tavli.notation.position import PositionLine, read_position
from tavli.notation.resolve import resolve_play
from tavli.protocol.hint import Chances
from tavli.rules import Play, move_graph
from tavli.server.study.plays_job import DIGITS
from tavli.server.study.positions import without_roll
from tavli.server.study.teller import StudyError, Teller
from tavli.server.study.wire import RolledOut, RolledPlay

if TYPE_CHECKING:
    from tavli.kernels.board import Boards
    from tavli.search.tally import Tally
    from tavli.search.trials import Plan

SECONDS: Final = 150.0
"""What was played by then is the answer."""


class _OutOfTimeError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class _Asked:
    """The boards that are played on, seen by who rolls next, and the plays to them.

    After a play that is the other side, and so is what the trials give.
    """

    plan: "Plan"
    boards: "Boards"
    plays: tuple[tuple[str, Play], ...]
    is_turned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutJob:
    """What are *plays* of the roll of *position* worth, played on *trials* times?"""

    position: str
    plays: tuple[str, ...]
    trials: int
    turns: int | None
    seed: int
    error: float

    def answer(self, teller: Teller) -> bytes:
        """Return `RolledOut`; every block of trials is told."""
        from tavli.search.rollout import Rollout

        asked, latest = self._asked(), list["Tally"]()
        end = time.monotonic() + SECONDS

        def hear(tally: "Tally") -> None:
            latest[:] = [tally]
            told = self._told(asked, tally, None)
            teller.tell(tally.trials, self.trials, told)
            if time.monotonic() > end:
                raise _OutOfTimeError

        teller.tell(0, self.trials)
        rollout = Rollout(trials=self.trials, aim=self.error)
        try:
            tally = rollout.run(asked.plan, asked.boards, hear)
        except _OutOfTimeError:
            return self._told(asked, latest[0], "time")
        why: Literal["trials", "error"] = (
            "trials" if tally.trials >= self.trials else "error"
        )
        return self._told(asked, tally, why)

    def _asked(self) -> _Asked:
        from tavli.engine.standing import state_of
        from tavli.evaluation.house import HouseEvaluator
        from tavli.search.at_table import utility_of
        from tavli.search.lookahead import Lookahead
        from tavli.search.trials import Plan

        line = read_position(self.position)
        if not self.plays:
            line = without_roll(line)
        state, turn = state_of(line), line.turn
        assert turn is not None  # or there were no state
        utility = utility_of(state, turn)
        house = HouseEvaluator(line.ruleset)
        plan = Plan(
            lookahead=Lookahead(house, exact=house.tables),
            utility=utility.turned if self.plays else utility,
            turns=self.turns,
            seed=self.seed,
        )
        return _with_boards(plan, line, self.plays)

    def _told(
        self,
        asked: _Asked,
        tally: "Tally",
        stopped: Literal["trials", "error", "time"] | None,
    ) -> bytes:
        return msgspec.json.encode(
            RolledOut(
                trials=tally.trials,
                wanted=self.trials,
                turns=self.turns,
                seed=self.seed,
                by=asked.plan.name,
                plays=_rows(asked, tally),
                stopped=stopped,
            )
        )


def _with_boards(plan: "Plan", line: PositionLine, texts: tuple[str, ...]) -> _Asked:
    import numpy as np

    from tavli.kernels.board import encode

    if not texts:
        boards = encode(line.position)[np.newaxis]
        return _Asked(plan, boards, (("", ()),), is_turned=False)
    dice = line.state.dice
    if dice is None:
        raise StudyError("no_roll", "There is no roll to play in this position.")
    graph = move_graph(line.ruleset, line.position, dice)
    plays, finals = [], []
    for text in dict.fromkeys(texts):
        play = resolve_play(line.ruleset, line.position, dice, text)
        end = graph.follow(play)
        assert end is not None
        plays.append((text, play))
        finals.append(encode(end[0].position.passed()))
    return _Asked(plan, np.array(finals), tuple(plays), is_turned=True)


def _rows(asked: _Asked, tally: "Tally") -> tuple[RolledPlay, ...]:
    """Return the results, best first, seen by the side that was asked about."""
    import numpy as np

    from tavli.evaluation.chances import NAMES, turned

    chances, values = tally.means[:, :-1].astype(np.float32), tally.means[:, -1]
    if asked.is_turned:
        chances, values = turned(chances), -values
    errors = tally.errors[:, -1]
    top = int(values.argmax())
    order = sorted(range(len(values)), key=lambda k: -values[k])
    return tuple(
        RolledPlay(
            play=asked.plays[k][0],
            moves=tuple(str(move) for move in asked.plays[k][1]),
            equity=_rounded(values[k]),
            equity_error=_rounded(errors[k]),
            error=_rounded(values[top] - values[k]),
            jsd=_joint(values[top] - values[k], errors[top], errors[k]),
            chances=Chances(**dict(zip(NAMES, map(_rounded, chances[k]), strict=True))),
        )
        for k in order
    )


def _joint(behind: float, one: float, other: float) -> float:
    """Return how many joint standard deviations *behind* is."""
    joint = (one**2 + other**2) ** 0.5
    return 0.0 if not joint else round(float(min(behind / joint, 99.0)), 2)


def _rounded(value: float) -> float:
    return round(min(float(value), 1e6), DIGITS)
