"""A slice of the damaged copies that `fuzz/damaged_files.py` makes."""

import sys
from pathlib import Path

import pytest

from matches import KEPT

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "fuzz"))

from damaged_files import IN_A_ROW, answer_to, copies_of  # found by the line above


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A match in each format that is read without a process of its own."""
    from tavli.formats.load import load_file
    from tavli.formats.save import SaveKind, save_match

    source = min(KEPT.glob("*.mat"), key=lambda path: path.stat().st_size)
    folder = tmp_path_factory.mktemp("whole")
    (loaded,) = load_file(source)
    kinds = (SaveKind.MATCH_TEXT, SaveKind.SGF, SaveKind.RECORD)
    paths = [folder / f"match.{kind.value}" for kind in kinds]
    for path, kind in zip(paths, kinds, strict=True):
        path.write_bytes(save_match(loaded.record, kind))
    return paths


def test_damaged_copies_are_answered_with_their_place(files):
    answers = [answer_to(*copy) for copy in copies_of(files, 7, 3 * IN_A_ROW)]
    assert not [answer for answer in answers if answer.startswith("FAULT")]
    assert any(answer.startswith("refused") for answer in answers)
    assert any(answer.startswith("complaint") for answer in answers)
