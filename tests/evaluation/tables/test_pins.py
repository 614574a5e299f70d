"""Plakoto's ends with a pin against a search through all that the rules allow."""

from functools import cache

import numpy as np
import pytest

from boards import line
from evaluation.tables.brute import side
from tavli.evaluation.chances import DOUBLE, LOST_DOUBLE, WIN, equity
from tavli.evaluation.tables.file import TableError
from tavli.evaluation.tables.pins import PinBuild, PinTable, pin_table
from tavli.kernels.board import encode
from tavli.kernels.combination import ways
from tavli.kernels.held_build import grow_freed, grow_held
from tavli.kernels.hold_build import grow_hold
from tavli.kernels.pin_growth import (
    PinGrowth,
    with_room_to_freed,
    with_room_to_held,
    with_room_to_hold,
)
from tavli.kernels.pins import (
    AT_HOME,
    FARTHEST,
    HOME,
    NEAREST,
    OTHERS,
    PLACES,
    WAITS,
    pin_of,
    straggler_of,
)
from tavli.kernels.race_build import Growth, grow, with_room
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import (
    CHECKERS,
    OFF,
    PLAKOTO,
    ROLLS,
    Position,
    Role,
    Side,
    legal_plays,
    result_of,
)

# The table is built for others on three points and holders on four: a moment's work.
FEW = ways(2, OTHERS)
LOW = ways(4, CHECKERS)


@pytest.fixture(scope="module")
def table() -> PinTable:
    rules, buffers = compile_ruleset(PLAKOTO), Buffers.make()
    states = ways(HOME, CHECKERS)
    race = with_room(Growth.start(HOME), states)
    grow(rules, race, states, buffers)
    growth = PinGrowth.start(race.race)
    firsts = [AT_HOME + way * PLACES for way in range(FARTHEST - HOME)]
    spans = [(0, AT_HOME), *((first, first + FEW) for first in firsts)]
    at = 0
    for first, last in spans:
        for tails in growth.pins.freed:
            tails.starts[first] = tails.starts[at]
        growth = with_room_to_freed(growth, first, last - first)
        grow_freed(rules, growth, first, last, buffers)
        at = last
    at = 0
    for point in range(NEAREST, HOME + 1):
        first = (point - NEAREST) * PLACES
        for tails in growth.pins.held:
            tails.starts[first * WAITS] = tails.starts[at * WAITS]
        growth = with_room_to_held(growth, first, FEW)
        grow_held(rules, growth, first, first + FEW, buffers)
        at = first + FEW
    growth = with_room_to_hold(growth, 0, LOW)
    grow_hold(rules, growth, 0, LOW, buffers)
    return PinTable(growth.pins)


def held(point: int, *others: int) -> Side:
    """Return a side pinned on the holder's *point*, with *others* from its point 1."""
    assert sum(others) == OTHERS
    return Side.of(dict(enumerate(others, 1)), {25 - point})


def chances(table: PinTable, mover: Side, waiter: Side):
    boards = encode(Position(mover, waiter))[None]
    assert table.covers(boards).all()
    return table.chances(boards)[0]


@cache
def best(position: Position) -> float:
    """Return the points of the side on roll if both play as well as can be.

    Where the one has a few checkers left and the other has just begun, it is over:
    no throws in this world turn it.
    """
    for sign, few, many in (
        (1.0, position.mover, position.waiter),
        (-1.0, position.waiter, position.mover),
    ):
        if few.checkers[OFF] >= 12 and 0 < many.checkers[OFF] <= 4:
            return sign
    total = 0.0
    for roll in ROLLS:
        ends = legal_plays(PLAKOTO, position, roll)
        total += (1 if roll.is_double else 2) / 36 * max(map(worth, ends))
    return total


def worth(end: Position) -> float:
    """Return the points of who has just moved to *end*."""
    result = result_of(PLAKOTO, end)
    if result is None:
        return -best(end.passed())
    return result.points if result.winner is Role.MOVER else -result.points


ENDS = [
    (side(0, 0, 0, 2), held(4, 14)),
    (side(1, 0, 1), held(3, 14)),
    (side(1, 1, 1), held(3, 14)),
    (side(1, 1), held(2, 9, 5)),
    (side(1, 0, 0, 1), held(4, 9, 5)),
    (side(0, 0, 3), held(3, 12, 1, 1)),
]


@pytest.mark.parametrize(("holder", "waiting"), ENDS)
def test_the_chances_are_those_of_the_best_play(table, holder, waiting):
    found = chances(table, holder, waiting)
    assert equity(found[None])[0] == pytest.approx(
        best(Position(holder, waiting)), abs=5e-4
    )


@pytest.mark.parametrize(("holder", "waiting"), ENDS[:3])
def test_the_held_side_on_roll_has_waited_a_turn_more(table, holder, waiting):
    found = chances(table, waiting, holder)
    assert equity(found[None])[0] == pytest.approx(
        best(Position(waiting, holder)), abs=5e-4
    )
    assert found[WIN] == pytest.approx(0, abs=1e-6)
    assert found[LOST_DOUBLE] > 0.9


@pytest.mark.parametrize("straggler", [7, 15, 21])
@pytest.mark.parametrize("on_roll", ["holder", "freed"])
def test_a_freed_checker_runs_home(table, straggler, on_roll):
    holder = side(1, 1, 1)
    freed = Side.of({1: 13, 2: 1, straggler: 1})
    pair = (holder, freed) if on_roll == "holder" else (freed, holder)
    found = chances(table, *pair)
    assert equity(found[None])[0] == pytest.approx(best(Position(*pair)), abs=5e-4)


def test_the_farther_the_freed_checker_the_more_doubles(table):
    found = [
        chances(table, side(3, 3), Side.of({1: 14, straggler: 1}))[DOUBLE]
        for straggler in range(7, 22)
    ]
    assert found == sorted(found)
    assert found[0] < found[-1]


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("plakoto 3:2 22x,1:14 w", 3),
        ("plakoto 6:2,1:13 19x,6:14 w", 6),
        ("plakoto 2:1 23x,1:14 w", 2),
        # Behind the pin, beside it, not at home, or with nothing to hold: no such end.
        ("plakoto 4:1,3:2 22x,1:14 w", 0),
        ("plakoto 7:1,3:2 22x,1:14 w", 0),
        ("plakoto 3:2 22x,7:1,1:13 w", 0),
        ("plakoto 3:2,2:1 22x,23x,1:13 w", 0),
        ("plakoto 3:2 23:1,1:14 w", 0),
        ("plakoto 1:2 24x,1:14 w", 0),
        ("plakoto 3:2 22x,1:13 w", 0),
        ("plakoto 3:2,24x 22x,1:14 w", 0),
    ],
)
def test_which_ends_with_a_pin_are_known(table, text, point):
    _, position = line(text)
    for holder, seen in enumerate((position, position.passed())):
        board = encode(seen)
        assert pin_of(board, holder) == point
        assert pin_of(board, 1 - holder) == 0
        assert table.covers(board[None])[0] == bool(point)


@pytest.mark.parametrize(
    ("text", "straggler"),
    [
        ("plakoto 3:2 21:1,1:14 w", 21),
        ("plakoto 1:2 23:1,1:14 w", 23),
        ("plakoto 6:15 18:1,6:14 w", 18),
        ("plakoto 6:15 7:1,6:14 w", 7),
        # They may still meet, there are two, some are off, or none is left outside.
        ("plakoto 4:2 22:1,1:14 w", 0),
        ("plakoto 3:2 23:1,1:14 w", 0),
        ("plakoto 3:2 21:2,1:13 w", 0),
        ("plakoto 3:2 21:1,20:1,1:13 w", 0),
        ("plakoto 3:2 21:1,1:13 w", 0),
        ("plakoto 3:2 6:1,1:14 w", 0),
        ("plakoto 7:2 15:1,1:14 w", 0),
        ("plakoto - 21:1,1:14 w", 0),
    ],
)
def test_which_ends_with_a_straggler_are_known(table, text, straggler):
    _, position = line(text)
    for holder, seen in enumerate((position, position.passed())):
        board = encode(seen)
        assert straggler_of(board, holder) == straggler
        assert table.covers(board[None])[0] == bool(straggler)


@pytest.fixture(scope="module")
def tensors():
    build = PinBuild()
    build.advance()
    return dict(build.tensors())


def test_nothing_can_be_kept_before_the_build_begins():
    with pytest.raises(ValueError, match="nothing is built"):
        PinBuild().tensors()


def test_a_part_can_be_built_and_counted():
    build = PinBuild()
    for _ in range(3):
        before = build.reached
        build.advance()
        assert before < build.reached < build.total


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hold.starts": np.zeros(3, np.int64)}, "holders, not"),
        ({"hold.starts": np.arange(54265)}, "don't fit"),
        ({"hold.values": np.zeros(5, np.float32)}, "don't fit"),
        ({"freed.finish.values": np.zeros(5, np.float32)}, "don't fit"),
        ({"race.sure": np.zeros(3, np.float32)}, "float32 where int8"),
    ],
)
def test_numbers_that_would_mislead_compiled_code_are_refused(tensors, change, words):
    assert isinstance(pin_table(tensors), PinTable)
    with pytest.raises(TableError, match=words):
        pin_table({**tensors, **change})


def test_turns_that_would_mislead_compiled_code_are_refused(tensors):
    starts, widths = np.zeros(54265, np.int64), np.ones(54264, np.int8)
    starts[-1] = 1000
    many = {"hold.starts": starts, "hold.values": np.zeros(1000, np.float32)}
    with pytest.raises(TableError, match="impossible number of turns"):
        pin_table({**tensors, **many, "hold.widths": widths})
    starts[-1] = 20
    few = {"hold.starts": starts, "hold.values": np.zeros(20, np.float32)}
    with pytest.raises(TableError, match="turns without rolls"):
        pin_table({**tensors, **few, "hold.widths": 0 * widths})


def test_a_missing_array_is_named(tensors):
    with pytest.raises(TableError, match=r"it has no 'held\.finish\.sure'"):
        pin_table({k: v for k, v in tensors.items() if k != "held.finish.sure"})


def test_too_few_states_are_refused(tensors):
    small = {"race.starts": np.zeros(1, np.int64), "race.sure": np.zeros(0, np.int8)}
    nothing = {**small, "race.values": np.zeros(0, np.float32)}
    with pytest.raises(TableError, match="holds 0 races"):
        pin_table({**tensors, **nothing})
