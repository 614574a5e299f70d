"""Bear-off values from outside, where the file of them lies beside the project."""

from pathlib import Path

import pytest

FILE = Path(__file__).parents[4] / "shared" / "data" / "bearoff.tsv"

needed = pytest.mark.skipif(
    not FILE.exists(), reason="the file of published bear-off values is not here"
)


def rows(kind: str) -> list[list[str]]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[1:] for line in lines if line.startswith(f"{kind}\t")]


def counts(text: str) -> list[int]:
    return [int(count) for count in text.split(",")]
