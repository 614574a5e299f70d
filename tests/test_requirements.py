"""The releases that are pinned are among those that pyproject.toml allows."""

import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = {
    canonicalize_name(name): release
    for name, _, release in (
        line.partition("==")
        for line in (ROOT / "requirements" / "ci.txt").read_text().splitlines()
        if "==" in line
    )
}
WANTED = [
    *PROJECT["build-system"]["requires"],
    *PROJECT["project"]["dependencies"],
    *PROJECT["project"]["optional-dependencies"]["dev"],
]


@pytest.mark.parametrize("line", WANTED)
def test_every_requirement_is_pinned_within_its_bounds(line: str):
    wanted = Requirement(line)
    assert wanted.specifier.contains(PINS[canonicalize_name(wanted.name)])


def test_no_requirement_is_without_bounds():
    bounds = [{bound.operator for bound in Requirement(x).specifier} for x in WANTED]
    assert all(operators == {">=", "<"} for operators in bounds)


def test_version_stands_in_one_place():
    from tavli import __version__

    assert version("tavli") == __version__
