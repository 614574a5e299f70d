"""Playing games on from many positions at once, with the luck taken out."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances, turned
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.kernels.turn import passed
from tavli.search.cube_trials import CubeGames, CubeInPlay
from tavli.search.deep import DeepChooser
from tavli.search.filters import Filters
from tavli.search.lookahead import Lookahead
from tavli.search.ranking import Search
from tavli.search.rolls import COUNT, every_roll, mean_of_rolls, roll_numbers
from tavli.search.static import described
from tavli.search.tally import Tally
from tavli.search.trial_dice import BLOCK, TrialDice
from tavli.search.utility import POINTS, Utility

_MOST_TURNS: Final = 2_000
"""A game this long is judged as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How trials are played.

    They end after *turns*, judged as they stand, or run to the end without. Plays
    are chosen by the evaluator's own answer, or by a look ahead of one ply for each of
    *filters*, and for what their side plays for. With *adjusts_luck*,
    what each roll gave beyond the mean of all rolls is subtracted; *luck* tells it
    if that is another look ahead, such as a pruned one, which is quicker. Whatever
    tells the luck, its mean over the rolls is 0: only the error depends on it.

    With a *cube* the trials are played with it, and what they are worth is told in
    the unit of its stakes; the *utility* is asked of games without.
    """

    lookahead: Lookahead
    utility: Utility = POINTS
    cube: CubeInPlay | None = None
    filters: Filters = ()
    luck: Lookahead | None = None
    turns: int | None = None
    adjusts_luck: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        if self.turns is not None and not 1 <= self.turns <= _MOST_TURNS:
            raise ValueError(f"a trial has 1 to {_MOST_TURNS} turns, not {self.turns}")
        if self.seed < 0:
            raise ValueError(f"a seed is 0 or more, not {self.seed}")

    @property
    def name(self) -> str:
        """Who plays the trials, and who judges the luck if that is another.

        A quicker look by the same evaluator is not another.
        """
        judge = self.luck_judge
        is_same = judge.evaluator.name == self.lookahead.evaluator.name
        if not self.adjusts_luck or (is_same and not self.filters):
            return self.player
        return f"{self.player}, luck by {judge.name}"

    @property
    def player(self) -> str:
        """Who chooses the plays."""
        plies = len(self.filters)
        if not plies:
            return self.lookahead.name
        return described(self.lookahead, plies, self.utility)

    @property
    def luck_judge(self) -> Lookahead:
        """What tells the luck of a roll."""
        return self.lookahead if self.luck is None else self.luck

    @property
    def most_turns(self) -> int:
        """After how many turns a trial ends."""
        return _MOST_TURNS if self.turns is None else self.turns


def play_block(plan: Plan, boards: Boards, number: int) -> Tally:
    """Play block *number* of the trials of *boards*, seen by the side on roll.

    All boards get the same dice: what they have in common weighs little when they
    are compared.
    """
    dice = TrialDice(plan.seed, number)
    games = _games(plan, boards)
    for turn in range(plan.most_turns):
        games.end_settled(turn)
        if not len(games.boards):
            break
        games.play(turn, np.tile(dice.rolls(turn), (len(boards), 1)))
    games.end_all(plan.most_turns)
    return Tally.of(games.rows.reshape(len(boards), BLOCK, COLUMNS + 1))


def _games(plan: Plan, boards: Boards) -> "_Games | CubeGames":
    if plan.cube is None:
        return _Games(plan, np.repeat(boards, BLOCK, axis=0))
    return CubeGames(
        plan.lookahead,
        plan.cube,
        boards,
        trials=BLOCK,
        filters=plan.filters,
        luck=plan.luck_judge if plan.adjusts_luck else None,
    )


class _Games:
    """Games that are played in step, and what came of those that ended.

    *boards* holds the games under way, seen by the side on roll now.
    """

    def __init__(self, plan: Plan, boards: Boards) -> None:
        self._plan = plan
        self.boards = boards
        self._results = np.zeros((len(boards), COLUMNS))
        self._luck = np.zeros((len(boards), COLUMNS))
        self._numbers = np.arange(len(boards))

    @property
    def rows(self) -> NDArray[np.float64]:
        """Six chances and the utility of each game, seen by the first on roll."""
        chances, worth = self._results - self._luck, np.array(self._plan.utility.worth)
        values = chances @ worth[1:] + worth[0]
        return np.concatenate([chances, values[:, np.newaxis]], axis=1)

    def end_settled(self, turn: int) -> None:
        """End the games that are over, or whose value a table knows."""
        lookahead = self._plan.lookahead
        settled = lookahead.is_settled(self.boards)
        if settled.any():
            chances = lookahead.settled_chances(self.boards[settled])
            self._write(settled, chances, turn)

    def end_all(self, turn: int) -> None:
        """End the games still under way as they stand."""
        if len(self.boards):
            chances = self._plan.lookahead.evaluator.chances(self.boards)
            self._write(np.ones(len(self.boards), np.bool_), chances, turn)

    def play(self, turn: int, rolls: Rolls) -> None:
        """Play one turn of each game; *rolls* has a throw for every game there was."""
        plan, rolls = self._plan, rolls[self._numbers]
        utility = plan.utility if turn % 2 == 0 else plan.utility.turned
        ends = self._with_luck(turn, rolls, utility) if plan.adjusts_luck else None
        if plan.filters:
            search = Search(plan.lookahead, plan.filters, utility)
            ends = DeepChooser(search).choose(self.boards, rolls)
        elif ends is None or plan.luck is not None:
            ends = plan.lookahead.replies(self.boards, rolls, utility)[0]
        self.boards = passed(ends)

    def _with_luck(self, turn: int, rolls: Rolls, utility: Utility) -> Boards:
        """Note each roll's luck; return its best final by whoever tells the luck."""
        ends, left = self._plan.luck_judge.replies(
            self.boards, every_roll(len(self.boards)), utility
        )
        seen = _first_view(left, turn + 1)
        thrown = np.arange(len(rolls)) * COUNT + roll_numbers(rolls)
        self._luck[self._numbers] += seen[thrown] - mean_of_rolls(seen)
        best: Boards = ends[thrown]
        return best

    def _write(self, ended: NDArray[np.bool_], chances: Chances, turn: int) -> None:
        self._results[self._numbers[ended]] = _first_view(chances, turn)
        self.boards, self._numbers = self.boards[~ended], self._numbers[~ended]


def _first_view(chances: Chances, turn: int) -> Chances:
    """Return *chances* of the side on roll at *turn* as the first on roll sees them."""
    return chances if turn % 2 == 0 else turned(chances)
