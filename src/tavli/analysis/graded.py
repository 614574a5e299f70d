"""A game with everything that was luck or a decision in it."""

from dataclasses import dataclass

from tavli.analysis.aim import Aim, Unit
from tavli.analysis.entry import Decision, Entry, Luck
from tavli.analysis.story import Story


@dataclass(frozen=True, slots=True, kw_only=True)
class GradedGame:
    """A game with everything that was luck or a decision in it.

    *aim*, *start*, *curve* and *result* are White's; the curve has the value after
    each entry. *result* is None if the record breaks off. *unexplained* is what the
    end of a damaged record adds beyond the entries, and 0 in all others.
    """

    story: Story
    aim: Aim
    entries: tuple[Entry, ...]
    start: float
    curve: tuple[float, ...]
    result: float | None
    unexplained: float

    @property
    def unit(self) -> Unit:
        """In what it is counted."""
        return self.aim.unit

    @property
    def last(self) -> float:
        """The value where the record ends."""
        return self.curve[-1] + self.unexplained if self.curve else self.start

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What the players decided, in order."""
        return tuple(each for each in self.entries if isinstance(each, Decision))

    @property
    def throws(self) -> tuple[Luck, ...]:
        """What the dice gave, in order."""
        return tuple(each for each in self.entries if isinstance(each, Luck))
