"""`make strength`: its steps can be told apart, and a small run ships nothing."""

import json
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
    assert "the steps are self-play-portes, " in done.stderr


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
def of_all_games(strength):
    return strength.Step(name="equities-tavli", words="tavli met table tavli")


def test_what_was_kept_with_other_nets_is_forgotten(
    kept, of_all_games, tmp_path, monkeypatch
):
    assert not kept.take_up(tmp_path, of_all_games, "100", "a1", again=False)
    ours, theirs, of_all = (
        tmp_path / f"{name}.jsonl" for name in ("fevga", "portes", "all")
    )
    for path in (ours, theirs, of_all):
        path.write_text("kept")
    assert kept.take_up(tmp_path, of_all_games, "100", "a1", again=False)
    assert ours.exists()
    before = kept.net_of
    monkeypatch.setattr(
        kept, "net_of", lambda game: "x" if game == "fevga" else before(game)
    )
    assert kept.take_up(tmp_path, of_all_games, "100", "a1", again=False)
    assert not ours.exists()
    assert theirs.exists()
    assert not of_all.exists()  # it may be of any of the games


@pytest.fixture
def newly_pruned(strength, monkeypatch):
    """Make the small net of a game another one."""
    measured = sys.modules[strength.Step.__module__]
    before = measured.net_of

    def become_another(game: str) -> None:
        monkeypatch.setattr(
            measured,
            "net_of",
            lambda name: "x" if name == f"{game}-pruning" else before(name),
        )

    return become_another


@pytest.fixture
def step_named(strength):
    return lambda name: next(step for step in strength.steps() if step.name == name)


@pytest.fixture
def goes_on(kept, step_named, newly_pruned, tmp_path):
    """Say whether a step goes on from what it kept before the small net was renewed."""

    def ask(name: str, asked: str) -> bool:
        step = step_named(name)
        kept.take_up(tmp_path, step, asked, "a1", again=False)
        (tmp_path / "fevga.jsonl").write_text("kept")
        newly_pruned("fevga")
        return kept.take_up(tmp_path, step, asked, "a1", again=False)

    return ask


@pytest.mark.parametrize(
    ("name", "asked", "is_left"),
    [
        ("openings-fevga", "100", False),
        ("openings-portes", "100", True),  # it doesn't use that net
        ("rollout-error-fevga", "", True),  # it is the raw net that is compared
        ("scores-fevga-1ply", "100", True),  # its look ahead isn't pruned
        ("calibration-fevga", "100", True),  # nor does it look ahead
    ],
)
def test_what_was_kept_with_another_pruning_net_is_forgotten(
    goes_on, name, asked, is_left
):
    assert goes_on(name, asked) is is_left


def test_what_was_kept_before_pruning_nets_were_noted_is_left(
    kept, step_named, newly_pruned, tmp_path
):
    step = step_named("openings-fevga")
    kept.take_up(tmp_path, step, "100", "a1", again=False)
    (tmp_path / "fevga.jsonl").write_text("kept")
    mark = tmp_path / "nets.json"
    old = json.loads(mark.read_text())
    del old["small_nets"]
    mark.write_text(json.dumps(old))
    newly_pruned("fevga")
    assert kept.take_up(tmp_path, step, "100", "a1", again=False)
    assert json.loads(mark.read_text())["small_nets"] == {"fevga": "x"}


def test_what_was_measured_with_another_pruning_net_is_not_done(
    strength, options, step_named, newly_pruned, tmp_path
):
    small = options("--quick")
    small.out, small.run = tmp_path, tmp_path / "kept"
    step = step_named("cube")
    strength._note(step, small, step.command(small), 3, went_on=False)
    assert strength._is_done(step, small)
    newly_pruned("backgammon")
    assert not strength._is_done(step, small)
    notes = json.loads((tmp_path / "measured.json").read_text())
    del notes["cube"]["small_nets"]  # as it was noted once
    (tmp_path / "measured.json").write_text(json.dumps(notes))
    assert strength._is_done(step, small)


def test_what_was_kept_of_another_size_is_forgotten(kept, of_all_games, tmp_path):
    kept.take_up(tmp_path, of_all_games, "100", "a1", again=False)
    block = tmp_path / "portes.jsonl"
    block.write_text("kept")
    assert not kept.take_up(tmp_path, of_all_games, "400", "a1", again=False)
    assert not block.exists()


def test_every_commit_that_had_a_part_in_it_is_noted(kept, of_all_games, tmp_path):
    kept.take_up(tmp_path, of_all_games, "100", "a1", again=False)
    (tmp_path / "portes.jsonl").write_text("kept")
    for commit in ("b2", "b2", "c3"):
        kept.take_up(tmp_path, of_all_games, "100", commit, again=False)
    assert kept.commits_of(tmp_path) == ["a1", "b2", "c3"]
    kept.take_up(tmp_path, of_all_games, "100", "d4", again=True)
    assert kept.commits_of(tmp_path) == ["d4"]
