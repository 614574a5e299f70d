"""Hold a position and its invariants: two sides, each in its own numbering."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from tavli.rules.points import BAR, CHECKERS, OFF

if TYPE_CHECKING:
    from tavli.rules.ruleset import Ruleset

_SLOTS = BAR + 1


@dataclass(frozen=True, slots=True)
class Side:
    """One player's checkers, counted as that player counts.

    *checkers* has 26 entries, OFF to BAR, and holds the free checkers; *pinned*
    holds the points on which one more checker lies pinned under an opponent's.
    """

    checkers: tuple[int, ...]
    pinned: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if len(self.checkers) != _SLOTS:
            raise ValueError(f"a side has {_SLOTS} entries, not {len(self.checkers)}")
        if min(self.checkers) < 0:
            raise ValueError("a point can't hold fewer than no checkers")
        if self.pinned and not (min(self.pinned) >= 1 and max(self.pinned) < BAR):
            raise ValueError("a checker is pinned on a point from 1 to 24")
        if self.total > CHECKERS:
            raise ValueError(f"a side has no more than {CHECKERS} checkers")

    @classmethod
    def of(cls, counts: Mapping[int, int], pinned: Iterable[int] = ()) -> Self:
        """Return the side with *counts* of free checkers by own point."""
        if not all(OFF <= point <= BAR for point in counts):
            raise ValueError("points run from 0 (off) to 25 (the bar)")
        return cls(
            tuple(counts.get(point, 0) for point in range(_SLOTS)), frozenset(pinned)
        )

    @property
    def total(self) -> int:
        """All checkers of the side: free, pinned, on the bar and borne off."""
        return sum(self.checkers) + len(self.pinned)

    @property
    def pip_count(self) -> int:
        """Pips still to travel, pinned checkers included."""
        free = sum(point * count for point, count in enumerate(self.checkers))
        return free + sum(self.pinned)

    @property
    def rearmost(self) -> int:
        """The highest own point with a checker, pinned or free; OFF if none is left."""
        free = max(
            point for point in range(_SLOTS) if self.checkers[point] or not point
        )
        return max(free, *self.pinned) if self.pinned else free


@dataclass(frozen=True, slots=True)
class Position:
    """Where all checkers stand, seen by the player on roll."""

    mover: Side
    waiter: Side

    @classmethod
    def start(cls, ruleset: "Ruleset") -> Self:
        """Return the starting position of *ruleset*."""
        side = Side.of(dict(ruleset.setup))
        return cls(side, side)

    def passed(self) -> "Position":
        """Return the same position with the other player on roll."""
        return Position(self.waiter, self.mover)
