"""`tavli tables`: built, listed, checked, interrupted, refused."""

import json
from contextlib import closing

import numpy as np
import pytest
from click.testing import CliRunner

from tavli.cli.main import tavli
from tavli.evaluation.tables.building import build_steps
from tavli.evaluation.tables.catalogue import RECIPES
from tavli.evaluation.tables.file import write_table
from tavli.evaluation.tables.place import table_path, unfinished_path

BUILD_STEPS = "tavli.evaluation.tables.building.build_steps"


@pytest.fixture
def run(tmp_path):
    def ask(command: str, *arguments: str):
        line = ["tables", command, *arguments, "--folder", str(tmp_path)]
        return CliRunner().invoke(tavli, line, standalone_mode=False)

    return ask


def test_a_table_is_built_once_and_again_if_asked(run, tmp_path):
    assert run("build", "two-sided-6").stdout == "two-sided-6 is built\n"
    path = table_path(tmp_path, "two-sided-6")
    first = path.stat().st_mtime_ns
    assert "--again" in run("build", "two-sided-6").stdout
    assert path.stat().st_mtime_ns == first
    assert run("build", "two-sided-6", "--again").stdout == "two-sided-6 is built\n"
    assert path.stat().st_mtime_ns > first


def test_the_list_tells_what_is_there(run, tmp_path):
    run("build", "race-6")
    table_path(tmp_path, "race-10").write_bytes(b"nonsense")
    unfinished_path(tmp_path, "race-8").write_bytes(b"nonsense")
    found = [json.loads(line) for line in run("list", "--json").stdout.splitlines()]
    states = {entry["table"]: entry["state"] for entry in found}
    assert set(states) == set(RECIPES)
    assert states["race-6"] == "built"
    assert states["race-8"] == "unfinished"
    assert states["race-10"] == "no use"
    assert states["two-sided-6"] == "missing"


def test_the_list_can_be_read(run, tmp_path):
    text = run("list").stdout
    assert "Races of both sides' last 6 points." in text
    assert "built when it is first wanted" in text
    assert str(tmp_path) in text


def test_what_is_built_is_right(run):
    run("build", "race-6", "two-sided-6")
    found = run("check", "--samples", "25")
    assert found.return_value == 0
    assert found.stdout.splitlines() == [
        "two-sided-6: 25 positions are right",
        "race-6: 25 positions are right",
    ]


@pytest.mark.parametrize(
    ("name", "array"),
    [("two-sided-6", "values"), ("race-6", "means"), ("race-6", "finish.values")],
)
def test_what_is_wrong_is_found(run, tmp_path, name, array):
    build = RECIPES[name].build()
    while build.reached < build.total:
        build.advance()
    tensors = {key: np.array(value) for key, value in build.tensors().items()}
    tensors[array] *= (
        1 + 0.001 * np.arange(tensors[array].size).reshape(tensors[array].shape) % 7e-3
    )
    write_table(table_path(tmp_path, name), name, tensors)
    found = run("check", name, "--samples", "20")
    assert found.return_value == 1
    assert found.stdout.startswith(f"{name}: ")


def test_a_file_of_no_use_is_named_by_the_check(run, tmp_path):
    path = table_path(tmp_path, "race-6")
    path.write_bytes(b"nonsense")
    found = run("check")
    assert found.return_value == 1
    assert found.stdout.startswith(f"{path} is truncated")


def test_a_named_table_that_is_missing_fails_the_check(run):
    found = run("check", "race-6")
    assert found.return_value == 1
    assert "builds it" in found.stdout


def stopped_after_a_step(recipe, folder):
    with closing(build_steps(recipe, folder)) as steps:
        yield next(steps)
        yield next(steps)
    raise KeyboardInterrupt


def test_a_stopped_build_says_where_it_goes_on(run, tmp_path, monkeypatch):
    monkeypatch.setattr(BUILD_STEPS, stopped_after_a_step)
    found = run("build", "race-8")
    assert "the next `tavli tables build race-8` goes on from there" in found.stderr
    assert unfinished_path(tmp_path, "race-8").exists()
    assert not table_path(tmp_path, "race-8").exists()


def test_a_stopped_build_of_seconds_says_that_it_is_lost(run, tmp_path, monkeypatch):
    monkeypatch.setattr(BUILD_STEPS, stopped_after_a_step)
    found = run("build", "race-6")
    assert "of race-6; nothing of it is kept" in found.stderr
    assert not list(tmp_path.iterdir())


def test_an_unknown_table_is_refused(run):
    found = run("build", "race-7")
    assert found.exit_code != 0
    assert "the tables are two-sided-6, race-6" in str(found.exception)


def test_a_table_that_cannot_be_written_is_named(tmp_path):
    table_path(tmp_path, "two-sided-6").mkdir()  # it is in the way
    line = ["tables", "build", "two-sided-6", "--folder", str(tmp_path)]
    found = CliRunner().invoke(tavli, line, standalone_mode=False)
    assert "can't write the table" in str(found.exception)
