"""What can't be read in a folder is named, and costs nothing else of it."""

import json
import os

import pytest
from click.testing import CliRunner

from matches import kept_matches
from tavli.cli import folders
from tavli.cli.folders import look_through
from tavli.cli.main import tavli

SHORT = next(path for path in kept_matches() if path.stem == "galaxy-18")


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A folder with a match, two links that lead nowhere, and a closed folder."""
    folder = tmp_path / "club"
    (folder / "closed").mkdir(parents=True)
    (folder / "good.mat").write_bytes(SHORT.read_bytes())
    (folder / "gone.mat").symlink_to("nowhere.mat")
    (folder / "loop.mat").symlink_to("loop.mat")
    os.mkfifo(folder / "pipe.mat")
    scan = os.scandir

    def refused(path):
        if os.fspath(path).endswith("closed"):  # also for whoever may read everything
            raise PermissionError(13, "Permission denied", os.fspath(path))
        return scan(path)

    monkeypatch.setattr(folders.os, "scandir", refused)
    return folder


SAID = {
    "closed": "Permission denied",
    "gone.mat": "No such file or directory",
    "loop.mat": "Too many levels of symbolic links",
}


def test_files_and_what_cannot_be_looked_into_are_told_apart(club):
    files, faults = look_through(club)
    assert [file.name for file in files] == ["gone.mat", "good.mat", "loop.mat"]
    assert [fault.filename for fault in faults] == [str(club / "closed")]


def test_a_folder_is_turned_and_what_cannot_be_read_in_it_is_named(club, tmp_path):
    words = ["convert", str(club), str(tmp_path / "out"), "--json"]
    answer = CliRunner().invoke(tavli, words)
    assert answer.exception is None or isinstance(answer.exception, SystemExit)
    told = [json.loads(line) for line in answer.stdout.splitlines()]
    errors = {row["file"]: row["error"] for row in told if "error" in row}
    assert errors == {str(club / name): why for name, why in SAID.items()}
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["good.tavli"]


def test_a_folder_is_analysed_and_what_cannot_be_read_in_it_is_named(club, tmp_path):
    words = ["analyse", str(club), "--plies", "0", "--json"]
    places = ["--keep", str(tmp_path / "answers"), "--csv", str(tmp_path / "sheet.csv")]
    (tmp_path / "sheet.csv").touch()
    answer = CliRunner().invoke(tavli, words + places, standalone_mode=False)
    assert answer.exception is None
    assert answer.return_value == 1
    assert len(answer.stdout.splitlines()) == 1
    for name, why in SAID.items():
        assert f"tavli: {club / name}: {why}" in answer.stderr
