"""The two small tables, built once a session as a player's first game builds them."""

from pathlib import Path

import pytest

from tavli.evaluation.tables.building import ready
from tavli.evaluation.tables.catalogue import RECIPES
from tavli.evaluation.tables.race import RaceTable
from tavli.evaluation.tables.two_sided import TwoSidedTable


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="session")
def race(folder) -> RaceTable:
    found = ready(RECIPES["race-6"], folder)
    assert isinstance(found, RaceTable)
    return found


@pytest.fixture(scope="session")
def two_sided(folder) -> TwoSidedTable:
    found = ready(RECIPES["two-sided-6"], folder)
    assert isinstance(found, TwoSidedTable)
    return found
