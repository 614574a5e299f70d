"""Builds: to the end, interrupted, taken up again, and from files of no use."""

from contextlib import closing
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from tavli.evaluation.tables.building import build_steps, load, ready
from tavli.evaluation.tables.catalogue import RECIPES, Recipe
from tavli.evaluation.tables.file import TableError, read_table, write_table
from tavli.evaluation.tables.place import table_path, unfinished_path
from tavli.evaluation.tables.race import RaceBuild, race_table
from tavli.evaluation.tables.two_sided import TwoSidedBuild, two_sided_table

# Two tables that take a moment, built in several parts like the large ones.
RACE = replace(
    RECIPES["race-8"],
    name="race-5",
    build=partial(RaceBuild, 5),
    load=partial(race_table, 5),
)
PAIR = replace(
    RECIPES["two-sided-8"],
    name="two-sided-3",
    build=partial(TwoSidedBuild, 3),
    load=partial(two_sided_table, 3),
)
BOTH = pytest.mark.parametrize("recipe", [RACE, PAIR], ids=lambda r: r.name)


def numbers(recipe: Recipe, folder):
    return read_table(table_path(folder, recipe.name), recipe.name).tensors


def assert_same(some, others):
    assert some.keys() == others.keys()
    for name, array in some.items():
        assert np.array_equal(array, others[name]), name


@BOTH
def test_a_build_says_how_far_it_is(recipe, tmp_path):
    reached = list(build_steps(recipe, tmp_path))
    assert len(reached) > 3
    assert reached == sorted(reached)
    assert reached[-1].done == reached[-1].total
    assert load(recipe, tmp_path).name == recipe.name
    assert not unfinished_path(tmp_path, recipe.name).exists()


@BOTH
def test_an_interrupted_build_goes_on_and_ends_alike(recipe, tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    list(build_steps(recipe, whole))
    with closing(build_steps(recipe, parts)) as steps:
        stopped = [next(steps) for _ in range(3)][-1]
    assert not table_path(parts, recipe.name).exists()
    reached = list(build_steps(recipe, parts))
    assert reached[0].done == stopped.done > 1
    assert_same(numbers(recipe, parts), numbers(recipe, whole))
    assert not unfinished_path(parts, recipe.name).exists()


def test_a_long_build_is_saved_on_its_way(tmp_path):
    steps = build_steps(RACE, tmp_path)
    saved = unfinished_path(tmp_path, RACE.name)
    while not saved.exists():
        assert next(steps).done < ways_of(RACE)
    # A build that is killed closes nothing: what is saved must do.
    assert next(build_steps(RACE, tmp_path)).done > 1
    steps.close()


def ways_of(recipe: Recipe) -> int:
    return recipe.build().total


@BOTH
@pytest.mark.parametrize("left", ["nonsense", "another"])
def test_an_unfinished_file_of_no_use_is_left_aside(recipe, left, tmp_path, caplog):
    saved = unfinished_path(tmp_path, recipe.name)
    if left == "nonsense":
        saved.write_bytes(b"nonsense")
    else:
        write_table(saved, recipe.name, {"values": np.zeros((2, 3), np.float32)})
    list(build_steps(recipe, tmp_path))
    assert "the build starts anew" in caplog.text
    assert load(recipe, tmp_path).name == recipe.name


@BOTH
def test_a_part_of_a_table_is_not_taken_for_the_whole(recipe, tmp_path):
    build = recipe.build()
    build.advance()
    write_table(table_path(tmp_path, recipe.name), recipe.name, build.tensors())
    with pytest.raises(TableError, match=r"is no table of this kind: it holds \d+"):
        load(recipe, tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"finish.starts": np.zeros(5, np.int64)}, "don't fit"),
        ({"finish.sure": np.zeros(4, np.float32)}, "float32 where int8"),
        ({"means": np.zeros(2)}, "one mean"),
    ],
)
def test_numbers_that_would_mislead_compiled_code_are_refused(change, words, tmp_path):
    list(build_steps(RACE, tmp_path))
    path = table_path(tmp_path, RACE.name)
    write_table(path, RACE.name, {**numbers(RACE, tmp_path), **change})
    with pytest.raises(TableError, match=words):
        load(RACE, tmp_path)


def test_lengths_that_would_mislead_compiled_code_are_refused(tmp_path):
    list(build_steps(RACE, tmp_path))
    path = table_path(tmp_path, RACE.name)
    found = dict(numbers(RACE, tmp_path))
    starts = found["finish.starts"].copy()
    starts[5] = starts[-1]
    write_table(path, RACE.name, {**found, "finish.starts": starts})
    with pytest.raises(TableError, match="impossible number of rolls"):
        load(RACE, tmp_path)


def test_a_missing_array_is_named(tmp_path):
    list(build_steps(RACE, tmp_path))
    found = dict(numbers(RACE, tmp_path))
    del found["opening.sure"]
    write_table(table_path(tmp_path, RACE.name), RACE.name, found)
    with pytest.raises(TableError, match=r"it has no 'opening\.sure'"):
        load(RACE, tmp_path)


@pytest.mark.parametrize(
    "values", [np.zeros((4, 4)), np.zeros((4, 3, 4), np.float32), None]
)
def test_values_of_another_shape_are_refused(values, tmp_path):
    other = {"other": np.zeros(1)} if values is None else {"values": values}
    write_table(table_path(tmp_path, PAIR.name), PAIR.name, other)
    with pytest.raises(TableError, match=r"no 'values'|have the shape"):
        load(PAIR, tmp_path)


def test_a_small_table_is_built_when_first_wanted_and_then_found(tmp_path):
    small = replace(RACE, is_small=True)
    assert not table_path(tmp_path, small.name).exists()
    assert ready(small, tmp_path) is not None
    before = table_path(tmp_path, small.name).stat().st_mtime_ns
    assert ready(small, tmp_path) is not None
    assert table_path(tmp_path, small.name).stat().st_mtime_ns == before


def test_games_share_a_table_until_another_is_written(tmp_path):
    small = replace(RACE, is_small=True)
    ready(small, tmp_path)
    first = ready(small, tmp_path)
    assert ready(small, tmp_path) is first
    list(build_steps(small, tmp_path))
    assert ready(small, tmp_path) is not first


def test_a_large_table_is_not_built_unasked(tmp_path):
    assert ready(RACE, tmp_path) is None
    assert not list(tmp_path.iterdir())


def test_a_small_table_that_is_damaged_is_named_and_built_again(tmp_path, caplog):
    small = replace(RACE, is_small=True)
    path = table_path(tmp_path, small.name)
    path.write_bytes(b"damaged")
    assert ready(small, tmp_path) is not None
    assert f"{path} is truncated" in caplog.text
    assert load(small, tmp_path).name == small.name


def test_a_large_table_that_is_damaged_is_named_and_left_aside(tmp_path, caplog):
    path = table_path(tmp_path, RACE.name)
    path.write_bytes(b"damaged")
    assert ready(RACE, tmp_path) is None
    assert f"{path} is truncated" in caplog.text
    assert f"`tavli tables build {RACE.name}` builds it anew" in caplog.text


def test_a_folder_that_cannot_be_written_to_costs_only_time(tmp_path, caplog):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert ready(replace(RACE, is_small=True), blocked) is not None
    assert "it will be built again" in caplog.text
