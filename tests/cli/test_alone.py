"""Two commands never write to one file or folder at once."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click import ClickException
from click.testing import CliRunner

from tavli.cli import train
from tavli.cli.alone import alone
from tavli.cli.main import tavli

LAST = "portes 6:2 6:2 w"
SAID = "another tavli works on {}: wait until it ends, or name another"

PLAN = """
game = "fevga"
seed = 1
[[stage]]
name = "all"
games = 10
wide = 8
narrow = 4
"""

KEEPERS = [
    ("arena", "pips", "random", "--game", "plakoto", "--games", "4", "--keep"),
    ("rollout", LAST, "--evaluator", "pips", "--trials", "1", "--no-tables", "--keep"),
]


@pytest.mark.parametrize("words", KEEPERS, ids=lambda words: words[0])
def test_a_file_that_another_command_keeps_is_refused_and_left_alone(tmp_path, words):
    kept = tmp_path / "kept"
    with alone(kept):
        answer = CliRunner().invoke(tavli, [*words, str(kept)])
        assert answer.exit_code == 1
        assert f"{SAID.format(kept)} file" in answer.stderr
        assert kept.read_bytes() == b""
    assert CliRunner().invoke(tavli, [*words, str(kept)]).exit_code == 0
    whole = kept.read_bytes()
    assert CliRunner().invoke(tavli, [*words, str(kept)]).exit_code == 0
    assert kept.read_bytes() == whole


def test_openings_are_not_kept_in_a_folder_of_two_commands(tmp_path):
    words = ["openings", "portes", "--roll", "3-1", "--keep", str(tmp_path)]
    with alone(tmp_path):
        answer = CliRunner().invoke(tavli, words)
    assert answer.exit_code == 1
    assert f"{SAID.format(tmp_path)} folder" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_second_run_in_one_folder_is_refused_before_it_reads_the_checkpoint(
    tmp_path, monkeypatch
):
    def begun(*_: object) -> None:
        raise AssertionError("the run has begun")

    monkeypatch.setattr(train, "_run", begun)
    with alone(tmp_path):
        answer = CliRunner().invoke(
            tavli, ["train", "fevga", "--folder", str(tmp_path)]
        )
    assert answer.exit_code == 1
    assert f"{SAID.format(tmp_path)} folder" in answer.stderr


def test_a_process_that_is_killed_lets_go(tmp_path: Path) -> None:
    body = (
        "import sys, time\nfrom pathlib import Path\n"
        "from tavli.cli.alone import alone\n"
        "with alone(Path(sys.argv[1])):\n    print('held', flush=True)\n"
        "    time.sleep(600)\n"
    )
    kept = tmp_path / "kept"
    with subprocess.Popen(
        [sys.executable, "-c", body, str(kept)], stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(ClickException, match="another tavli"), alone(kept):
            raise AssertionError("two hold it")
        other.kill()
    with alone(kept):
        pass


def test_where_the_system_has_no_locks_the_work_is_done(tmp_path, monkeypatch):
    def refused(*_: object) -> None:
        raise OSError(os.strerror(37))

    monkeypatch.setattr(fcntl, "flock", refused)
    with alone(tmp_path / "kept"):
        pass
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with alone(tmp_path / "kept"), alone(None):
        pass


def test_a_run_that_cannot_begin_leaves_no_folder(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN.replace("seed = 1", 'seed = 1\nbegin_with = "no.safetensors"'))
    answer = CliRunner().invoke(
        tavli, ["train", str(plan), "--folder", str(tmp_path / "run")]
    )
    assert answer.exit_code == 1
    assert "can't read the net no.safetensors" in answer.stderr
    assert not (tmp_path / "run").exists()
