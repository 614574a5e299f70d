"""How a finished game ended, beside the definition."""

import random

import pytest

from boards import board
from kernels.play import all_rulesets
from tavli.kernels.board import encode
from tavli.kernels.outcome import DRAWN, RUNS_ON, outcome
from tavli.kernels.table import compile_ruleset
from tavli.rules import (
    BACKGAMMON,
    BAR,
    CHECKERS,
    OFF,
    PLAKOTO,
    PORTES,
    START,
    Position,
    Role,
    Ruleset,
    Side,
    find_ruleset,
    result_of,
)

NO_MOTHER = find_ruleset("plakoto:mother_rule=off")


def wanted(ruleset: Ruleset, position: Position) -> int:
    result = result_of(ruleset, position)
    if result is None:
        return RUNS_ON
    if result.winner is None:
        return DRAWN
    return result.points if result.winner is Role.MOVER else -result.points


def asked(ruleset: Ruleset, position: Position) -> int:
    return outcome(compile_ruleset(ruleset), encode(position))


def some_side(rng: random.Random) -> Side:
    """A side that is near the end, has a mother or both, as no game need have it."""
    counts, pinned = {}, []
    left = CHECKERS
    if rng.random() < 0.6:
        pinned.append(START)
        left -= 1
    if rng.random() < 0.6:
        counts[OFF] = left if rng.random() < 0.7 else rng.randint(0, left)
        left -= counts[OFF]
    for _ in range(left):
        point = rng.choice((1, 6, 18, 19, START, BAR))
        counts[point] = counts.get(point, 0) + 1
    return Side.of(counts, pinned)


def test_the_definition_agrees_under_every_option():
    rng = random.Random(3)
    met = set()
    for ruleset in all_rulesets(rng, mixtures=3):
        table = compile_ruleset(ruleset)
        for _ in range(300):
            position = Position(some_side(rng), some_side(rng))
            points = outcome(table, encode(position))
            assert points == wanted(ruleset, position), (ruleset.key, position)
            met.add(points)
    assert met == {-3, -2, -1, RUNS_ON, 1, 2, 3, DRAWN}


HOME = "6:5 4:5"


@pytest.mark.parametrize(
    ("ruleset", "mover", "waiter", "points"),
    [
        (PORTES, "", HOME, 1),
        (PORTES, "", "24:15", 2),
        (BACKGAMMON, "", "24:15", 3),
        (BACKGAMMON, "", "18:15", 2),
        (BACKGAMMON, "", "19:1 6:14", 3),
        (BACKGAMMON, "", "bar:1 6:14", 3),
        (BACKGAMMON, "bar:1 6:14", "", -3),
        (BACKGAMMON, HOME, "", -1),
        (PLAKOTO, "1:14 12:1", "24x 6:14", 2),
        (PLAKOTO, "24x 6:14", "1:14 12:1", -2),
        (PLAKOTO, "24:1 1:14", "24x 6:14", RUNS_ON),
        (PLAKOTO, "24x 1:14", "24x 1:14", DRAWN),
        (NO_MOTHER, "24x 1:14", "24x 1:14", DRAWN),
        (NO_MOTHER, "1:14 12:1", "24x 6:14", RUNS_ON),
    ],
)
def test_ends_that_a_person_has_judged(ruleset, mover, waiter, points):
    assert asked(ruleset, board(mover=mover, waiter=waiter)) == points
