"""Lawful positions that games seldom reach: walls, camps, pins, bars, late homes.

Where few checkers can move, the rules decide most; random games are rarely there.
"""

import random
from collections.abc import Collection, Mapping

from hypothesis import strategies as st

from boards import Game, mixed_rulesets
from tavli.rules import (
    BAR,
    CHECKERS,
    OFF,
    START,
    Position,
    Role,
    Ruleset,
    Side,
    result_of,
)
from tavli.rules.ruleset import Contact


@st.composite
def constructed(
    draw: st.DrawFn, games: st.SearchStrategy[Ruleset] | None = None
) -> Game:
    """A constructed position in which the game is not over, with its ruleset."""
    ruleset = draw(mixed_rulesets() if games is None else games)
    chance = random.Random(draw(st.integers(0, 2**32)))
    return ruleset, construct(ruleset, chance)


@st.composite
def with_pinned_mother(draw: st.DrawFn, whose: Role) -> Game:
    """Return a constructed position of plakoto, the mother of *whose* pinned in it.

    One in seventeen is: without a search for them a law of mothers is hardly tested.
    Where no mother is played for, or a pin of hers always ends the game, none is.
    """
    ruleset = draw(mixed_rulesets(["plakoto"]).filter(_plays_on_with_pinned_mother))
    chance = random.Random(draw(st.integers(0, 2**32)))
    while True:
        position = construct(ruleset, chance)
        side = position.mover if whose is Role.MOVER else position.waiter
        if START in side.pinned:
            return ruleset, position


def _plays_on_with_pinned_mother(ruleset: Ruleset) -> bool:
    return ruleset.mother is not None and ruleset.mother.needs_empty_start


def construct(ruleset: Ruleset, chance: random.Random) -> Position:
    """Return a position drawn by *chance*."""
    while True:
        position = _placed(ruleset, chance)
        if result_of(ruleset, position) is None:
            return position


def _placed(ruleset: Ruleset, chance: random.Random) -> Position:
    across = ruleset.course.across
    mover = _counted(_points(chance, ()), ruleset, chance)
    taken = {across(point) for point in mover if 1 <= point <= START}
    waiter = _counted(_points(chance, taken), ruleset, chance)
    movers_pins: set[int] = set()
    waiters_pins: set[int] = set()
    if ruleset.contact is Contact.PIN:
        _slip_under(mover, waiter, waiters_pins, ruleset, chance)
        _slip_under(waiter, mover, movers_pins, ruleset, chance)
    return Position(Side.of(mover, movers_pins), Side.of(waiter, waiters_pins))


def _points(chance: random.Random, taken: Collection[int]) -> list[int]:
    """Choose where a side stands: scattered, walled, or camped on one point."""
    reach = chance.choice([6, 6, 8, 12, 24, 24, 24])
    points = set(chance.sample(range(1, reach + 1), chance.randint(1, min(reach, 7))))
    shape = chance.random()
    if shape < 0.4:
        low = chance.choice([1, 6, 7, 11, 14, 17, 19, chance.randint(1, 19)])
        points |= set(range(low, low + 6)) - set(
            chance.sample(range(low, low + 6), chance.choice([0, 1, 1, 2]))
        )
    elif shape < 0.6:
        points = {chance.randint(7, 24)}
    if chance.random() < 0.3:
        points.add(START)
    return sorted(points - set(taken))


def _counted(
    points: list[int], ruleset: Ruleset, chance: random.Random
) -> dict[int, int]:
    """Share fifteen checkers out among *points*, the bar, and what is off."""
    points = points[: CHECKERS - 1] if len(points) >= CHECKERS else list(points)
    if ruleset.contact is Contact.HIT and chance.random() < 0.25:
        points.append(BAR)
    counts = dict.fromkeys(points, 1)
    heaviest = chance.choice(points) if points else OFF
    at_home = not points or max(points) <= 6
    for _ in range(CHECKERS - len(counts)):
        where = [*points, heaviest, heaviest, OFF] if at_home else [*points, heaviest]
        point = chance.choice(where)
        counts[point] = counts.get(point, 0) + 1
    return counts


def _slip_under(
    pinners: Mapping[int, int],
    others: dict[int, int],
    pinned: set[int],
    ruleset: Ruleset,
    chance: random.Random,
) -> None:
    """Slip some spare checkers of the other side under the pinners."""
    for point in sorted(pinners):
        if not 1 <= point <= START or chance.random() < 0.6:
            continue
        there = ruleset.course.across(point)
        spare = [p for p, count in others.items() if count > 1]
        if there not in others and spare:
            others[chance.choice(spare)] -= 1
            pinned.add(there)
