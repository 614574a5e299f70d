"""One checker by one die: which steps a position allows, and what they do."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tavli.rules.packed import (
    MEMORY_SHIFT,
    MOVER_ANY_PIN,
    MOVER_AT,
    MOVER_BEHIND,
    MOVER_ONE,
    MOVER_OUTSIDE,
    MOVER_PIN,
    WAITER_AT,
    WAITER_ONE,
    WAITER_PIN,
)
from tavli.rules.points import BAR, CHECKERS, OFF, START
from tavli.rules.ruleset import Contact, Restriction, Ruleset


class Move(NamedTuple):
    """One checker by one die, in the mover's numbering; *target* OFF bears off."""

    source: int
    target: int

    def __str__(self) -> str:
        source = "bar" if self.source == BAR else str(self.source)
        target = "off" if self.target == OFF else str(self.target)
        return f"{source}/{target}"


Play = tuple[Move, ...]
"""A whole roll, move by move in the order played; empty when the turn is lost."""

HIT_MARK: Final = "*"
PIN_MARK: Final = "^"


class Step(NamedTuple):
    """A legal step: its move, what it meets (``*``, ``^`` or nothing), its end."""

    move: Move
    mark: str
    end: int


@lru_cache(maxsize=256)
def stepper(ruleset: Ruleset) -> "Stepper":
    """Return the step generator of *ruleset*."""
    return Stepper(ruleset)


class Stepper:
    """Generate the single steps of one ruleset over packed positions.

    Only what a step itself must obey is judged here: closed points, the bar,
    bearing off, the runner. What the whole play owes (both dice, blocks, the
    opponent's move) is judged in `plays`.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._across = tuple(
            ruleset.course.across(point) if 1 <= point <= START else point
            for point in range(BAR + 1)
        )
        self._contact = ruleset.contact
        self._closed_from = ruleset.contact.blocking_count
        self._runner_passes_at = ruleset.runner_passes_at
        flags = ruleset.restrictions
        self._runner_first = Restriction.RUNNER_FIRST in flags
        self._free_to_bear_off = Restriction.NO_BEAR_OFF_WHILE_PINNED not in flags
        self._stays_after_hit = Restriction.NO_HIT_AND_RUN_AT_HOME in flags

    def steps(self, packed: int, die: int) -> Iterator[Step]:
        """Yield every legal step with *die*, the rearmost checker first."""
        for source in self._sources(packed):
            target = source - die
            if target > OFF:
                if self.is_open(packed, target):
                    yield self._landed(packed, source, target)
            elif self.may_bear_off(packed, source, die):
                yield self.taken(packed, Move(source, OFF))

    def _sources(self, packed: int) -> Iterator[int]:
        if (packed >> MOVER_AT[BAR]) & 15:
            yield BAR
            return
        start = START - 1 if self.waits_for_runner(packed) else START
        memory = packed >> MEMORY_SHIFT
        for point in range(start, OFF, -1):
            count = (packed >> 4 * point) & 15
            if count > (memory >> point & 1 if memory else 0):
                yield point

    def waits_for_runner(self, packed: int) -> bool:
        """Whether a runner is under way and holds the start stack back (F6, F7)."""
        if not self._runner_first:
            return False
        if (packed >> MOVER_AT[START]) & 15 != CHECKERS - 1:
            return False
        passed = packed & ((1 << MOVER_AT[self._runner_passes_at + 1]) - 1)
        return not passed

    def is_open(self, packed: int, point: int) -> bool:
        """Whether the mover may land on own *point* (P2, K2, F2)."""
        theirs = (packed >> WAITER_AT[self._across[point]]) & 15
        return theirs < self._closed_from and not packed & MOVER_PIN[point]

    def may_bear_off(self, packed: int, source: int, die: int) -> bool:
        """Whether *die* bears off the checker on own point *source* (C8, C9, K6)."""
        if packed & MOVER_OUTSIDE:
            return False
        if packed & MOVER_ANY_PIN and not self._free_to_bear_off:
            return False
        return source == die or not packed & MOVER_BEHIND[source]

    def taken(self, packed: int, move: Move) -> Step:
        """Return *move* as a step, whatever die made it.

        Raises:
            ValueError: there is no free checker to move, or the move is no move.
        """
        source, target = move
        if not (OFF <= target < source <= BAR and (packed >> MOVER_AT[source]) & 15):
            raise ValueError(f"there is no checker for {move}")
        if target > OFF:
            if not self.is_open(packed, target):
                raise ValueError(f"{move} lands on a closed point")
            return self._landed(packed, source, target)
        return Step(move, "", self._left(packed, source) + MOVER_ONE[OFF])

    def _landed(self, packed: int, source: int, target: int) -> Step:
        there = self._across[target]
        end = self._left(packed, source) + MOVER_ONE[target]
        if not (packed >> WAITER_AT[there]) & 15:
            return Step(Move(source, target), "", end)
        if self._contact is Contact.PIN:
            end += WAITER_PIN[there] - WAITER_ONE[there]
            return Step(Move(source, target), PIN_MARK, end)
        end += WAITER_ONE[BAR] - WAITER_ONE[there]
        if self._stays_after_hit and target <= 6:
            end |= 1 << (MEMORY_SHIFT + target)
        return Step(Move(source, target), HIT_MARK, end)

    def _left(self, packed: int, source: int) -> int:
        """Lift a checker from *source*; the last pinner frees whom he pinned (K4)."""
        end = packed - MOVER_ONE[source]
        there = self._across[source]
        if packed & WAITER_PIN[there] and not (end >> 4 * source) & 15:
            end += WAITER_ONE[there] - WAITER_PIN[there]
        return end
