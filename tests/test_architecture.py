"""What import-linter cannot see of the shape that ARCHITECTURE.md draws."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "tavli"
MODULES = sorted(PACKAGE.rglob("*.py"))
GAMES = "PORTES|PLAKOTO|FEVGA|BACKGAMMON"


def name_of(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def test_architecture_page_knows_every_package():
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    packages = [init.parent.name for init in PACKAGE.glob("*/__init__.py")]
    assert [name for name in packages if f"{name}/" not in page] == []


def test_no_file_is_named_after_nothing():
    vague = {"utils", "util", "common", "helpers", "helper", "base", "misc", "core"}
    assert [name_of(file) for file in MODULES if file.stem in vague] == []


@pytest.mark.parametrize("package", ["rules", "match", "notation", "server"])
def test_no_branch_asks_which_game_is_played(package: str):
    """A game is a row of rules/games.py; whoever branches on one adds a flag there."""
    asks = re.compile(rf"\b(?:is|is not|==|!=)\s+(?:{GAMES})\b")
    found = [
        f"{name_of(file)}: {line.strip()}"
        for file in (PACKAGE / package).rglob("*.py")
        for line in file.read_text(encoding="utf-8").splitlines()
        if asks.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        ("import tavli.rules", {"click", "msgspec", "django"}),
        ("import tavli.cli.main", {"msgspec", "django", "rich", "starlette"}),
        ("import tavli.cli.legal", {"django", "rich", "starlette"}),
    ],
)
def test_a_small_question_loads_no_server(statement: str, unwanted: set[str]):
    """Whoever asks for legal plays does not wait for Django."""
    code = f"{statement}; import sys; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert unwanted.isdisjoint(loaded.split())
