"""A file is written whole or not at all, and touches no other."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tavli.search.whole import naming, write_whole


def test_a_neighbour_named_like_a_draft_is_left_alone(tmp_path: Path) -> None:
    neighbour = write_whole(tmp_path / "report.new", "first")
    write_whole(tmp_path / "report", "second")
    assert neighbour.read_text() == "first"
    assert sorted(found.name for found in tmp_path.iterdir()) == [
        "report",
        "report.new",
    ]


def test_a_name_may_be_as_long_as_the_system_lets_it(tmp_path: Path) -> None:
    assert write_whole(tmp_path / ("n" * 255), "whole").read_text() == "whole"


def test_what_cannot_be_put_in_place_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        write_whole(tmp_path / "taken", "text")
    assert [found.name for found in tmp_path.iterdir()] == ["taken"]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_text)
        assert write_whole(pipe, "through") == pipe
        assert pipe.is_fifo()
        assert read.result(timeout=60) == "through"


def test_a_full_disk_is_told_with_the_file_that_it_was_too_full_for(
    full: Path,
) -> None:
    with pytest.raises(OSError, match="kept"), naming(full), full.open("a") as file:
        file.write("more")
