"""The documents at the root keep their promises."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / "benchmarks").glob("*.md"),
    *(ROOT / "tests" / "data").rglob("*.md"),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_every_link_within_the_repository_leads_somewhere(page: Path):
    targets = [
        link.partition("#")[0]
        for link in LINK.findall(page.read_text(encoding="utf-8"))
        if not link.startswith(("http://", "https://", "#", "/"))
    ]
    assert [name for name in targets if not (page.parent / name).exists()] == []


def test_every_decision_is_in_the_list():
    folder = ROOT / "docs" / "adr"
    listed = (folder / "README.md").read_text(encoding="utf-8")
    decisions = sorted(file.name for file in folder.glob("0*.md"))
    assert [name for name in decisions if f"({name})" not in listed] == []
