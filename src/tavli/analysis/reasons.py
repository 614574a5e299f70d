"""Reasons that are true: what can be counted of two plays, held side by side."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tavli.analysis.entry import Decision, Kind
from tavli.analysis.landmarks import (
    borne_off,
    closed_home,
    hits,
    longest_prime,
    wastage,
)
from tavli.analysis.question import position_of
from tavli.analysis.shots import shots_at
from tavli.rules import BAR, OFF, Contact, Position, Ruleset
from tavli.words import Catalogue

MOST: Final = 4
"""So many reasons are given for one decision."""

_SAME: Final = 0.05
"""Differences below this are not told; wastage alone is no whole number."""

_LEAST_PRIME: Final = 3
"""Fewer points in a row are no obstacle worth a word."""


class Fact(Enum):
    """Something that is counted on the board; the value is the end of its word's code.

    They stand in the order in which they are told.
    """

    MOTHER_SHOTS = "mother_shots"
    HITS = "hits"
    PINS = "pins"
    SHOTS = "shots"
    PIN_SHOTS = "pin_shots"
    BLOTS = "blots"
    LONE_CHECKERS = "lone_checkers"
    PRIME = "prime"
    LOST_THROWS = "lost_throws"
    HOME = "home"
    OFF = "off"
    WASTAGE = "wastage"
    LEAD = "lead"
    PIPS = "pips"
    ON_BAR = "on_bar"
    PINNED = "pinned"


_LESS_IS_BETTER: Final = frozenset(
    {
        Fact.MOTHER_SHOTS,
        Fact.SHOTS,
        Fact.PIN_SHOTS,
        Fact.BLOTS,
        Fact.LONE_CHECKERS,
        Fact.WASTAGE,
    }
)

Facts = dict[Fact, float]


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact of two plays: of the best and of the one that was made.

    Of a decision about the cube it is one fact of two sides: of who decides, and of
    the other.
    """

    fact: Fact
    best: float
    made: float
    of_sides: bool = False

    def text(self, words: Catalogue) -> str:
        """Return it as a sentence of *words*."""
        what = words.text(f"fact.{self.fact.value}")
        first, second = (_figure(words, n) for n in (self.best, self.made))
        if self.of_sides:
            return words.text("reason.sides", what=what, mine=first, theirs=second)
        return words.text("reason.compare", what=what, best=first, made=second)


def reasons_for(ruleset: Ruleset, decision: Decision) -> tuple[Reason, ...]:
    """Return what can be counted that speaks for the best choice of *decision*.

    Of a play it is what the best play does better than the one made; nothing is said
    of which of them weighs most. Of the cube it is how both sides stand.
    """
    if decision.kind is not Kind.PLAY:
        return standing(ruleset, decision.position)
    if decision.made == decision.best:
        return ()
    by_text = {each.text: each.judged.final for each in decision.candidates}
    best, made = (
        facts_of(ruleset, decision.position, position_of(by_text[text]))
        for text in (decision.best, decision.made)
    )
    return tuple(_better(best, made))[:MOST]


def facts_of(ruleset: Ruleset, before: Position, after: Position) -> Facts:
    """Return what can be counted of a play, seen by who made it."""
    mover, waiter = after.mover, after.waiter
    shots = shots_at(ruleset, after)
    prime = longest_prime(ruleset, mover, waiter)
    facts: Facts = {
        Fact.PRIME: prime.length if prime.length >= _LEAST_PRIME else 0,
        Fact.LOST_THROWS: shots.lost,
        Fact.OFF: borne_off(before, after),
        Fact.LEAD: waiter.pip_count - mover.pip_count,
    }
    if ruleset.contact is Contact.HIT:
        facts[Fact.HITS] = hits(before, after)
        facts[Fact.SHOTS] = shots.hurt
        facts[Fact.BLOTS] = len(shots.blots)
        facts[Fact.HOME] = closed_home(ruleset, mover, waiter)
    if ruleset.contact is Contact.PIN:
        facts[Fact.PINS] = len(waiter.pinned)
        facts[Fact.MOTHER_SHOTS] = shots.mother or 0
        facts[Fact.PIN_SHOTS] = shots.hurt
        facts[Fact.LONE_CHECKERS] = len(shots.blots)
    wasted = wastage(ruleset, mover, waiter)
    if wasted is not None:
        facts[Fact.WASTAGE] = wasted
    return facts


def standing(ruleset: Ruleset, position: Position) -> tuple[Reason, ...]:
    """Return how both sides of *position* stand, the mover's figures first."""
    pair = (
        (position.mover, position.waiter),
        (position.waiter, position.mover),
    )
    found = [_of_sides(Fact.PIPS, *(float(side.pip_count) for side, _ in pair))]
    primes = [longest_prime(ruleset, *sides).length for sides in pair]
    if max(primes) >= _LEAST_PRIME:
        found.append(_of_sides(Fact.PRIME, *map(float, primes)))
    for fact, count in (
        (Fact.ON_BAR, [side.checkers[BAR] for side, _ in pair]),
        (Fact.PINNED, [len(side.pinned) for side, _ in pair]),
        (Fact.OFF, [side.checkers[OFF] for side, _ in pair]),
    ):
        if any(count):
            found.append(_of_sides(fact, *map(float, count)))
    wasted = [wastage(ruleset, *sides) for sides in pair]
    mine, theirs = wasted
    if mine is not None and theirs is not None:
        found.append(_of_sides(Fact.WASTAGE, mine, theirs))
    return tuple(found)


def _of_sides(fact: Fact, mine: float, theirs: float) -> Reason:
    return Reason(fact, mine, theirs, of_sides=True)


def _better(best: Facts, made: Facts) -> Iterator[Reason]:
    """Yield the facts that both plays have and that favour the best one."""
    for fact in Fact:
        if fact in best and fact in made:
            gain = best[fact] - made[fact]
            if fact in _LESS_IS_BETTER:
                gain = -gain
            if gain > _SAME:
                yield Reason(fact, best[fact], made[fact])


def _figure(words: Catalogue, number: float) -> str:
    whole = number == int(number)
    return words.number(int(number)) if whole else words.number(number, places=1)
