"""Several tables as one."""

import numpy as np
import pytest

from boards import line
from evaluation.tables.brute import side, worth
from tavli.evaluation.chances import WIN
from tavli.evaluation.tables.composite import Tables, tables_for
from tavli.evaluation.tables.place import tables_folder
from tavli.kernels.board import encode
from tavli.rules import RULESETS, Position

FEW = encode(Position(side(0, 2), side(1, 1)))
MANY = encode(Position(side(3, 3, 3, 2, 2, 2), side(1, 1)))


def start(name: str):
    return encode(Position.start(RULESETS[name]))


@pytest.mark.parametrize("name", RULESETS)
def test_every_game_has_the_small_tables(name, folder, race, two_sided):
    tables = tables_for(RULESETS[name], folder)
    assert {race.name, two_sided.name} <= {table.name for table in tables.tables}
    boards = np.stack([FEW, start(name), MANY])
    assert list(tables.covers(boards)) == [True, False, True]


def test_where_two_tables_know_a_position_the_more_exact_answers(folder):
    tables = tables_for(RULESETS["portes"], folder)
    found = tables.chances(np.stack([MANY, FEW, MANY]))
    wanted = worth(side(0, 2), side(1, 1)).nobody
    assert found[1, WIN] == pytest.approx((1 + wanted) / 2, abs=1e-6)
    assert (found[0] == found[2]).all()


def test_a_position_that_no_table_knows_is_refused(folder):
    tables = tables_for(RULESETS["portes"], folder)
    with pytest.raises(ValueError, match="in none of these tables"):
        tables.chances(np.stack([FEW, start("portes")]))


def test_no_tables_know_nothing():
    assert not Tables(()).covers(FEW[None]).any()
    assert Tables(()).name == "no tables"


def test_the_sides_of_a_written_position_are_its_own(folder):
    ruleset, position = line("portes 1:1 6:3,5:2 w")
    tables = tables_for(ruleset, folder)
    assert tables.chances(encode(position)[None])[0, WIN] == 1


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"TAVLI_TABLES": "/here", "XDG_CACHE_HOME": "/cache"}, "/here"),
        ({"XDG_CACHE_HOME": "/cache"}, "/cache/tavli/tables"),
    ],
)
def test_tables_are_kept_where_the_environment_says(environment, folder):
    assert tables_folder(environment).as_posix() == folder


def test_tables_are_kept_in_the_users_cache():
    assert tables_folder({}).as_posix().endswith("/.cache/tavli/tables")
