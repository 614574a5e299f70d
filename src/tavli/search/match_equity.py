"""Chances of winning a match of games without a cube, from how the games end.

A tavli match goes through portes, plakoto and fevga, and the winner of a game starts
the next one: so the game that comes and who starts it belong to a score. Draws leave
the score as it is, which ties some unknowns together; they are solved for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.match import DrawStarter, MatchRules, NextStarter, Span
from tavli.search.rates import Rates
from tavli.search.utility import Utility
from tavli.search.who import Who

_POINTS: Final = (-3, -2, -1, 0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Before:
    """What is settled before a game: *game* is its place in the cycle, from 0.

    A *starter* of NOBODY means that they throw for it. *winner* won the last game
    that anybody won.
    """

    game: int
    starter: Who
    winner: Who


@dataclass(frozen=True, slots=True)
class MatchEquity:
    """The chance of the match for each score, and what is settled before its next game.

    ``chances[i - 1, j - 1]`` has one row for each of *moments*, and is that of the side
    that needs i points against j.
    """

    rules: MatchRules
    moments: tuple[Before, ...]
    chances: NDArray[np.float64]

    @classmethod
    def of(cls, rules: MatchRules, rates: Mapping[str, Rates]) -> "MatchEquity":
        """Work the table of *rules*, a match to some points, out from *rates*.

        Raises:
            ValueError: it is no match to points, has a cube, or a game's rates are
                missing.
        """
        if rules.length.span is not Span.POINTS or rules.has_cube:
            raise ValueError("a match equity table is for points without a cube")
        names = [ruleset.name for ruleset in rules.cycle]
        missing = sorted(set(names) - rates.keys())
        if missing:
            raise ValueError(f"there are no rates for {', '.join(missing)}")
        games = [rates[name] for name in names]
        return cls(rules, *_solved(rules, games))

    def chance(self, mine: int, theirs: int, before: Before) -> float:
        """Return the chance of the side that needs *mine* points against *theirs*."""
        return _chance(self.chances, mine, theirs, self.moments.index(before))

    def chances_after(
        self, mine: int, theirs: int, before: Before
    ) -> Mapping[int, float]:
        """Return the chance of the match after each end of the game at hand.

        Ends are told in points won, below 0 if lost. *before* is what was settled
        before this game, with its *starter* by then.
        """
        return {
            points: self.chance(
                mine - max(points, 0),
                theirs - max(-points, 0),
                after(self.rules, before, _winner(points)),
            )
            for points in _POINTS
        }

    def utility(self, mine: int, theirs: int, before: Before) -> Utility:
        """Return what `chances_after` are worth to the side whose chances they are."""
        value = self.chances_after(mine, theirs, before)
        return Utility.of_results(f"{mine}-{theirs} away", value)


def reachable(rules: MatchRules) -> tuple[Before, ...]:
    """Return what may be settled before a game of a match, its first game first."""
    found = [Before(0, Who.NOBODY, Who.NOBODY)]
    for before in found:
        starters = {before.starter} - {Who.NOBODY} or {Who.ME, Who.OTHER}
        for starter in sorted(starters, key=lambda who: who.value):
            began = Before(before.game, starter, before.winner)
            draws = rules.cycle[before.game].can_be_drawn
            for winner in Who if draws else (Who.ME, Who.OTHER):
                then = after(rules, began, winner)
                if then not in found:
                    found.append(then)
    return tuple(found)


def after(rules: MatchRules, before: Before, winner: Who) -> Before:
    """Return what is settled after a game that *winner* won (M4, M6).

    NOBODY has won a draw. The *starter* of the game must be known.
    """
    game = (before.game + 1) % len(rules.cycle)
    if winner is Who.NOBODY:
        return Before(game, _after_draw(rules, before), before.winner)
    starter = {
        NextStarter.WINNER: winner,
        NextStarter.LOSER: winner.turned,
        NextStarter.ALTERNATE: before.starter.turned,
        NextStarter.ROLL_OFF: Who.NOBODY,
    }[rules.next_starter]
    return Before(game, starter, winner)


def _after_draw(rules: MatchRules, before: Before) -> Who:
    return {
        DrawStarter.LAST_WINNER: before.winner,
        DrawStarter.SAME_STARTER: before.starter,
        DrawStarter.OTHER: before.starter.turned,
        DrawStarter.ROLL_OFF: Who.NOBODY,
    }[rules.draw_starter]


def _winner(points: int) -> Who:
    if points == 0:
        return Who.NOBODY
    return Who.ME if points > 0 else Who.OTHER


def _solved(
    rules: MatchRules, games: Sequence[Rates]
) -> tuple[tuple[Before, ...], NDArray[np.float64]]:
    """Return the moments before a game, and the chances of every score at each."""
    moments = tuple(
        Before(game, starter, winner)
        for game in range(len(games))
        for starter in Who
        for winner in Who
    )
    target = rules.length.target
    chances = np.zeros((target, target, len(moments)))
    for total in range(2, 2 * target + 1):
        for mine in range(max(1, total - target), min(target, total - 1) + 1):
            theirs = total - mine
            score = _Score(rules, games, moments, chances, mine, theirs)
            chances[mine - 1, theirs - 1] = score.solved()
    return moments, chances


@dataclass(frozen=True, slots=True)
class _Score:
    """One score, of which all that are nearer to the end are known."""

    rules: MatchRules
    games: Sequence[Rates]
    moments: tuple[Before, ...]
    chances: NDArray[np.float64]
    mine: int
    theirs: int

    def solved(self) -> NDArray[np.float64]:
        """Return the chance at each moment: one equation each, tied by draws."""
        size = len(self.moments)
        ties, known = np.eye(size), np.zeros(size)
        for row, moment in enumerate(self.moments):
            starters = (Who.ME, Who.OTHER)
            if moment.starter is not Who.NOBODY:
                starters = (moment.starter,) * 2
            for starter in starters:
                began = Before(moment.game, starter, moment.winner)
                for points, rate in self._ends(began):
                    then = after(self.rules, began, _winner(points))
                    place = self.moments.index(then)
                    if points == 0:
                        ties[row, place] -= rate / 2
                    else:
                        known[row] += rate / 2 * self._chance(points, place)
        return np.linalg.solve(ties, known).astype(np.float64)

    def _ends(self, began: Before) -> list[tuple[int, float]]:
        """Return how likely each end is, by the points that I win."""
        sign = 1 if began.starter is Who.ME else -1
        rates = self.games[began.game].of_points()
        return [(sign * points, rate) for points, rate in rates.items()]

    def _chance(self, points: int, place: int) -> float:
        mine, theirs = self.mine - max(points, 0), self.theirs - max(-points, 0)
        return _chance(self.chances, mine, theirs, place)


def _chance(chances: NDArray[np.float64], mine: int, theirs: int, place: int) -> float:
    """Return the chance at moment number *place* of a score, which may be decided."""
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return float(chances[mine - 1, theirs - 1, place])
