"""The landmarks once more, the slow and plain way: by the definition of the rules."""

import random
from collections.abc import Iterator
from functools import cache

from tavli.rules import (
    ROLLS,
    Contact,
    Dice,
    Position,
    Ruleset,
    Side,
    legal_plays,
    result_of,
)


def positions_at_random(ruleset: Ruleset, seed: int) -> Iterator[Position]:
    """Yield positions of games at random, seen by who has just moved, for ever."""
    chance = random.Random(seed)
    while True:
        position = Position.start(ruleset)
        while True:
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            after = chance.choice(list(legal_plays(ruleset, position, dice)))
            if result_of(ruleset, after) is not None:
                break
            if chance.random() < 0.3:
                yield after
            position = after.passed()


class Counted:
    """What the next throw can do to the mover of a position, counted out of 36."""

    def __init__(self, ruleset: Ruleset, position: Position) -> None:
        me = position.mover
        self.hurt = self.mother = self.lost = 0
        self.blots: dict[int, int] = {}
        for dice in ROLLS:
            finals = legal_plays(ruleset, position.passed(), dice)
            fallen = set()
            for final in finals:
                fallen |= set(_fallen(ruleset, me, final.waiter))
            for point in fallen:
                self.blots[point] = self.blots.get(point, 0) + dice.weight
            self.hurt += dice.weight * bool(fallen)
            self.mother += dice.weight * (24 in fallen)
            self.lost += dice.weight * (list(finals.values()) == [()])
        if ruleset.contact is not Contact.PIN or me.checkers[24] != 1:
            self.mother = None


def _fallen(ruleset: Ruleset, before: Side, after: Side) -> Iterator[int]:
    for point in range(1, 25):
        if ruleset.contact is Contact.PIN:
            if point in after.pinned and point not in before.pinned:
                yield point
        elif before.checkers[point] and not after.checkers[point]:
            yield point


def longest_row(ruleset: Ruleset, side: Side, other: Side) -> int:
    """Return the most points in a row that *other* can't land on, with some behind."""
    best = 0
    for low in range(1, 25):
        for high in range(low, 25):
            row = range(low, high + 1)
            if all(_is_closed(ruleset, side, other, point) for point in row):
                behind = any(
                    other.checkers[point] or point in other.pinned
                    for point in range(high + 1, 26)
                )
                best = max(best, len(row) if behind else 0)
    return best


def closed_at_home(ruleset: Ruleset, side: Side, other: Side) -> int:
    """Return on how many of the last six points of *side* nobody else may land."""
    count = 0
    for mine in range(1, 7):
        theirs = mine + 12 if ruleset.name == "fevga" else 25 - mine
        count += _is_closed(ruleset, side, other, theirs)
    return count


def _is_closed(ruleset: Ruleset, side: Side, other: Side, point: int) -> bool:
    """Whether *other* may not land on its own *point*, as the rules have it."""
    if ruleset.name == "fevga":
        mine = point - 12 if point > 12 else point + 12
        return side.checkers[mine] > 0
    mine = 25 - point
    if ruleset.name == "plakoto":
        return side.checkers[mine] > 1 or point in other.pinned
    return side.checkers[mine] > 1


@cache
def rolls_expected(ruleset: Ruleset, side: Side) -> float:
    """Return the fewest rolls to be expected until *side* is off, met by nobody."""
    if side.checkers[0] == 15:
        return 0.0
    alone = Side.of({1: 1, 0: 14})
    total = 0.0
    for dice in ROLLS:
        ends = legal_plays(ruleset, Position(side, alone), dice)
        total += dice.weight * min(rolls_expected(ruleset, end.mover) for end in ends)
    return 1 + total / 36
