"""Rollouts of a position, or of some plays of its roll."""

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from tavli.notation.position import PositionLine, read_position
from tavli.notation.resolve import resolve_play
from tavli.protocol.hint import Chances
from tavli.rules import Play, Player, move_graph
from tavli.server.study.plays_job import DIGITS
from tavli.server.study.positions import without_roll
from tavli.server.study.teller import StudyError, Teller
from tavli.server.study.wire import RolledOut, RolledPlay

if TYPE_CHECKING:
    from tavli.kernels.board import Boards
    from tavli.match import MatchState
    from tavli.search.tally import Tally
    from tavli.search.trials import Plan

SECONDS: Final = 150.0
"""What was played by then is the answer."""


class _OutOfTimeError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class _Row:
    """What is played on: after a play, or after something was done with the cube."""

    play: str = ""
    moves: Play = ()
    choice: Literal["no_double", "double_take"] | None = None
    price: float | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """The boards that are played on, seen by who rolls next, and what leads to them.

    After a play that is the other side, and so is what the trials give.
    """

    plan: "Plan"
    boards: "Boards"
    rows: tuple[_Row, ...]
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
    cube: bool

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
        from tavli.search.house import luck_judge
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
            luck=luck_judge(house, house.tables),
            utility=utility.turned if self.plays else utility,
            turns=self.turns,
            seed=self.seed,
        )
        asked = _with_boards(plan, line, self.plays)
        return _with_cube(asked, state, turn) if self.cube else asked

    def _told(
        self,
        asked: _Asked,
        tally: "Tally",
        stopped: Literal["trials", "error", "time"] | None,
    ) -> bytes:
        cube = asked.plan.cube
        is_match = cube is not None and cube.is_of_match
        prices = [row.price for row in asked.rows if row.price is not None]
        return msgspec.json.encode(
            RolledOut(
                position=self.position,
                trials=tally.trials,
                wanted=self.trials,
                turns=self.turns,
                seed=self.seed,
                by=asked.plan.lookahead.evaluator.name,
                plays=_rolled(asked, tally),
                cube=self.cube,
                aim=self.error,
                unit="match" if is_match else "points",
                price=_rounded(prices[0]) if prices else None,
                stopped=stopped,
            )
        )


def _with_boards(plan: "Plan", line: PositionLine, texts: tuple[str, ...]) -> _Asked:
    import numpy as np

    from tavli.kernels.board import encode

    if not texts:
        boards = encode(line.position)[np.newaxis]
        return _Asked(plan, boards, (_Row(),), is_turned=False)
    dice = line.state.dice
    if dice is None:
        raise StudyError("no_roll", "There is no roll to play in this position.")
    graph = move_graph(line.ruleset, line.position, dice)
    rows, finals = [], []
    for text in dict.fromkeys(texts):
        play = resolve_play(line.ruleset, line.position, dice, text)
        end = graph.follow(play)
        assert end is not None
        rows.append(_Row(text, play))
        finals.append(encode(end[0].position.passed()))
    return _Asked(plan, np.array(finals), tuple(rows), is_turned=True)


def _with_cube(asked: _Asked, state: "MatchState", turn: Player) -> _Asked:
    """Return *asked* with the cube; before the roll a double stands beside none."""
    from tavli.search.at_table import cube_after_plays, cube_before_roll

    if asked.is_turned:
        cube = cube_after_plays(state, turn, len(asked.rows))
        return replace(asked, plan=replace(asked.plan, cube=cube))
    cube = cube_before_roll(state, turn)
    rows = asked.rows
    if len(cube.places) > 1:
        rows = (
            _Row(choice="no_double"),
            _Row(choice="double_take", price=cube.prices[1]),
        )
    boards = asked.boards.repeat(len(rows), axis=0)
    plan = replace(asked.plan, cube=cube)
    return _Asked(plan, boards, rows, is_turned=False)


def _rolled(asked: _Asked, tally: "Tally") -> tuple[RolledPlay, ...]:
    """Return the results, best first, seen by the side that was asked about."""
    import numpy as np

    from tavli.evaluation.chances import NAMES, turned
    from tavli.search.standing import standings

    chances = tally.means[:, :-1].astype(np.float32)
    if asked.is_turned:
        chances = turned(chances)
    prices = tuple(row.price for row in asked.rows)
    return tuple(
        RolledPlay(
            play=asked.rows[one.number].play,
            moves=tuple(str(move) for move in asked.rows[one.number].moves),
            equity=_rounded(one.value),
            equity_error=_rounded(one.error),
            error=_rounded(one.behind),
            joint=_rounded(one.joint),
            jsd=round(one.jsd, 2),
            chances=Chances(
                **dict(zip(NAMES, map(_rounded, chances[one.number]), strict=True))
            ),
            choice=asked.rows[one.number].choice,
        )
        for one in standings(tally, is_turned=asked.is_turned, prices=prices)
    )


def _rounded(value: float) -> float:
    return round(min(float(value), 1e6), DIGITS)
