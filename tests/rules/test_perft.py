"""Node counts: the law that the generator is held to."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from boards import line
from rules.oracle import Oracle
from tavli.rules import PORTES, ROLLS, Position, divide, perft

DATA = Path(__file__).parent.parent / "data"
NODE_CAP = 250_000
"""Counts above this are left to whoever has the time."""


@dataclass(frozen=True)
class Count:
    game: str
    name: str
    position: str
    depth: int
    leaves: int


def counts() -> list[Count]:
    """Read blocks of a name, an indented position line and counts by depth."""
    found = []
    for file in sorted(DATA.glob("*.perft")):
        for block in file.read_text(encoding="utf-8").split("\n\n")[1:]:
            name, position, *rows = (row.strip() for row in block.splitlines())
            for row in rows:
                depth, leaves = row.split()
                number = int(leaves.replace(",", ""))
                found.append(Count(file.stem, name, position, int(depth), number))
    return found


COUNTS = counts()


@pytest.mark.parametrize(
    "count",
    [count for count in COUNTS if count.leaves <= NODE_CAP],
    ids=lambda count: f"{count.game}, {count.name}, {count.depth}",
)
def test_leaves(count: Count):
    ruleset, position = line(count.position)
    assert perft(ruleset, position, count.depth) == count.leaves


@pytest.mark.parametrize(
    "count",
    [count for count in COUNTS if count.depth == 1],
    ids=lambda count: f"{count.game}, {count.name}",
)
def test_the_second_engine_counts_the_same(count: Count):
    ruleset, position = line(count.position)
    oracle = Oracle(ruleset)
    rolls = ((roll.first, roll.second) for roll in ROLLS)
    ends = sum(len(oracle.legal_ends(position, roll)) for roll in rolls)
    assert ends == count.leaves


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        ("portes", 447, 202_782),
        ("backgammon", 447, 202_782),
        ("plakoto", 59, 3_474),
        ("fevga", 22, 479),
    ],
)
def test_the_files_hold_the_known_counts_of_the_start(game: str, one: int, two: int):
    known = {c.depth: c.leaves for c in COUNTS if (c.game, c.name) == (game, "start")}
    assert known == {1: one, 2: two}


def test_each_file_names_ten_positions_beside_the_start():
    names = {(count.game, count.name) for count in COUNTS}
    for game in ("portes", "backgammon", "plakoto", "fevga"):
        assert len([name for named, name in names if named == game]) == 11


def test_nothing_is_left_out_by_the_cap_unnoticed():
    assert all(count.leaves <= NODE_CAP for count in COUNTS)


def test_divide_gives_the_leaves_below_each_roll():
    shares = divide(PORTES, Position.start(PORTES), 1)
    assert set(shares) == set(ROLLS)
    assert sum(shares.values()) == 447


def test_a_position_is_its_own_leaf_at_depth_nothing():
    assert perft(PORTES, Position.start(PORTES), 0) == 1


def test_a_finished_game_has_one_leaf_at_any_depth():
    _, over = line("portes - 6:15 w")
    assert perft(PORTES, over, 3) == 1
