"""`make strength`: its steps can be told apart, and a small run ships nothing."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def strength():
    sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "benchmarks")]
    try:
        import strength
    finally:
        del sys.path[:2]
    return strength


@pytest.fixture
def options(strength, monkeypatch):
    def parse(*arguments: str):
        monkeypatch.setattr(sys, "argv", ["strength.py", *arguments])
        return strength._options()

    return parse


def test_every_step_has_a_name_of_its_own_and_a_program_that_is_there(
    strength, options
):
    steps = list(strength.steps())
    assert len({step.name for step in steps}) == len(steps)
    for step in steps:
        command = step.command(options())
        assert "{" not in command
        program, script, *_ = shlex.split(command)
        assert program == "tavli" or (ROOT / script).is_file()


def test_the_page_names_only_steps_there_are(strength):
    template = (ROOT / "tools" / "strength.template.md").read_text(encoding="utf-8")
    named = " ".join(re.findall(r"\{\{measured ([^}]+)\}\}", template)).split()
    steps = {step.name for step in strength.steps()}
    assert named
    assert set(named) <= steps
    unnamed = {name for name in steps - set(named) if "equities" not in name}
    assert not unnamed


def test_a_small_run_changes_no_file_that_is_shipped(strength, options):
    small = options("--quick")
    wanted = [step for step in strength.steps() if strength._is_wanted(step, small)]
    assert wanted
    for step in wanted:
        assert "src/" not in step.command(small)
        assert "docs/" not in step.command(small)


def test_steps_are_chosen_by_how_they_begin(strength, options):
    chosen = options("--only", "openings-fevga", "--only", "cube")
    names = [s.name for s in strength.steps() if strength._is_wanted(s, chosen)]
    assert names == ["openings-fevga", "cube"]


def test_an_unknown_step_is_named_with_those_there_are():
    asked = [sys.executable, str(ROOT / "tools" / "strength.py"), "--only", "chess"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "the steps are self-play, equities-tavli" in done.stderr


def test_what_was_measured_with_these_nets_is_done(strength, options, tmp_path):
    small = options("--quick")
    small.out, small.run = tmp_path, tmp_path / "kept"
    step = next(step for step in strength.steps() if step.name == "openings-fevga")
    assert not strength._is_done(step, small)
    strength._note(step, small, step.command(small), 3, went_on=False)
    assert strength._is_done(step, small)
    again = options()
    again.out, again.run = tmp_path, tmp_path / "kept"
    assert not strength._is_done(step, again)  # another size was asked for


@pytest.fixture
def kept(strength):
    return sys.modules[strength.take_up.__module__]


@pytest.fixture
def calibration(strength):
    return next(step for step in strength.steps() if step.name == "calibration")


def test_what_was_kept_with_other_nets_is_forgotten(
    kept, calibration, tmp_path, monkeypatch
):
    assert not kept.take_up(tmp_path, calibration, "100", "a1", again=False)
    ours, theirs, of_all = (
        tmp_path / f"{name}.jsonl" for name in ("fevga", "portes", "all")
    )
    for path in (ours, theirs, of_all):
        path.write_text("kept")
    assert kept.take_up(tmp_path, calibration, "100", "a1", again=False)
    assert ours.exists()
    before = kept.net_of
    monkeypatch.setattr(
        kept, "net_of", lambda game: "x" if game == "fevga" else before(game)
    )
    assert kept.take_up(tmp_path, calibration, "100", "a1", again=False)
    assert not ours.exists()
    assert theirs.exists()
    assert not of_all.exists()  # it may be of any of the games


def test_what_was_kept_of_another_size_is_forgotten(kept, calibration, tmp_path):
    kept.take_up(tmp_path, calibration, "100", "a1", again=False)
    block = tmp_path / "portes.jsonl"
    block.write_text("kept")
    assert not kept.take_up(tmp_path, calibration, "400", "a1", again=False)
    assert not block.exists()


def test_every_commit_that_had_a_part_in_it_is_noted(kept, calibration, tmp_path):
    kept.take_up(tmp_path, calibration, "100", "a1", again=False)
    (tmp_path / "portes.jsonl").write_text("kept")
    for commit in ("b2", "b2", "c3"):
        kept.take_up(tmp_path, calibration, "100", commit, again=False)
    assert kept.commits_of(tmp_path) == ["a1", "b2", "c3"]
    kept.take_up(tmp_path, calibration, "100", "d4", again=True)
    assert kept.commits_of(tmp_path) == ["d4"]
