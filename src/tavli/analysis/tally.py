"""What decisions and throws add up to, for one player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tavli.analysis.account import sign
from tavli.analysis.entry import Cost, Decision, Kind, Luck, Mark, Phase
from tavli.analysis.graded import GradedGame
from tavli.rules import Player

PER_RATING: Final = 500
"""The customary rating is this much of the mean error in points: lower is better."""

_PLAYS: Final = frozenset({Kind.PLAY})
_CUBE: Final = frozenset({Kind.DOUBLE, Kind.ANSWER})
_RATED: Final = _PLAYS | _CUBE
"""Custom rates plays and the cube: who resigns too soon lost points, and no rating."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Some decisions together: how many there were, and what they cost.

    *count* is of those that are rated and count, *rated* what these cost in points, 0
    or less; *cost* is of all, and *marks* has how many of all were how bad.
    """

    count: int
    rated: float
    cost: Cost
    marks: Mapping[Mark, int]

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> "Errors":
        """Add *decisions* up."""
        found = list(decisions)
        marks = [decision.mark for decision in found]
        rated = [decision for decision in found if decision.kind in _RATED]
        return cls(
            sum(decision.counts for decision in rated),
            sum(decision.cost.points for decision in rated),
            total(decision.cost for decision in found),
            MappingProxyType({mark: marks.count(mark) for mark in Mark if mark.value}),
        )

    @property
    def rate(self) -> float | None:
        """The mean error in points, 0 or more; None without decisions."""
        return abs(self.rated) / self.count if self.count else None

    @property
    def rating(self) -> float | None:
        """The customary performance rating."""
        return None if self.rate is None else PER_RATING * self.rate


@dataclass(frozen=True, slots=True)
class Tally:
    """All that a player decided and threw in some games, judged *plies* deep."""

    all: Errors
    plays: Errors
    cube: Errors
    phases: Mapping[Phase, Errors]
    luck: Cost
    throws: int
    plies: int

    @classmethod
    def of(cls, games: Iterable[GradedGame], player: Player) -> "Tally":
        """Add up what *player* did in *games*."""
        return cls.of_many([(games, player)])

    @classmethod
    def of_many(cls, parts: Iterable[tuple[Iterable[GradedGame], Player]]) -> "Tally":
        """Add up what somebody did in games, having been one side or the other."""
        entries = [
            entry
            for games, player in parts
            for game in games
            for entry in game.entries
            if entry.player is player
        ]
        decisions = [each for each in entries if isinstance(each, Decision)]
        throws = [each for each in entries if isinstance(each, Luck)]
        phases = {
            phase: Errors.of(d for d in decisions if d.phase is phase)
            for phase in Phase
        }
        return cls(
            all=Errors.of(decisions),
            plays=Errors.of(d for d in decisions if d.kind in _PLAYS),
            cube=Errors.of(d for d in decisions if d.kind in _CUBE),
            phases=MappingProxyType(phases),
            luck=total(luck.cost for luck in throws),
            throws=len(throws),
            plies=max((entry.plies for entry in entries), default=0),
        )


@dataclass(frozen=True, slots=True)
class Sum:
    """How a game came to its result: start, luck and errors, in White's view.

    *rest* is what they leave unexplained: nothing but rounding, unless the record is
    damaged.
    """

    start: float
    luck: float
    errors: float
    unexplained: float
    end: float

    @classmethod
    def of(cls, game: GradedGame) -> "Sum":
        """Add *game* up."""
        return cls(
            start=game.start,
            luck=_whites(game.throws),
            errors=_whites(game.decisions),
            unexplained=game.unexplained,
            end=game.last if game.result is None else game.result,
        )

    @property
    def rest(self) -> float:
        """What is left between the two sides of the sum."""
        return self.end - (self.start + self.luck + self.errors + self.unexplained)


def total(costs: Iterable[Cost]) -> Cost:
    """Add *costs* up; chances only where all of them tell one."""
    found = list(costs)
    chances = [cost.chance for cost in found if cost.chance is not None]
    return Cost(
        sum(cost.value for cost in found),
        sum(cost.points for cost in found),
        sum(chances) if chances and len(chances) == len(found) else None,
    )


def _whites(entries: Iterable[Decision | Luck]) -> float:
    return sum(sign(entry.player) * entry.cost.value for entry in entries)
