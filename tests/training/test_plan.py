"""A plan says what is wrong with it before anything is played."""

from importlib.resources import files
from pathlib import Path

import pytest

from tavli.rules import RULESETS
from tavli.training.plan import Plan, PlanError, Stage

GOOD = """
game = "portes"
seed = 1

[[stage]]
name = "a"
games = 9
wide = 8
narrow = 4
"""


def read(tmp_path, text):
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return Plan.read(path)


def test_a_plan_is_read(tmp_path):
    plan = read(tmp_path, GOOD)
    assert plan.game == "portes"
    assert plan.stages[0].games == 9


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('game = "portes"', 'game = "chess"', "game is one of"),
        ('name = "a"', 'name = "../a"', "name is up to 40 letters"),
        ("games = 9", "games = 0", "games is 1 to 10,000,000,000, not 0"),
        ("wide = 8", "wide = 5000", "wide is 1 to 4,096, not 5000"),
        (
            "games = 9",
            "games = 9\nmemory = 9_999_999_999",
            "memory is 1 to 100,000,000",
        ),
        ("games = 9", "games = 9\nbatch = 9_999_999_999", "batch is 1 to 1,000,000"),
        ("seed = 1", 'seed = 1\nbegin_with = "\\u0000"', "begin_with is a file or a"),
        ("seed = 1", f"seed = {'[' * 5000}", "no TOML"),
        ("games = 9", 'games = "9"', "games is int"),
        ("games = 9", "gamez = 9", "no setting 'gamez'"),
        ("games = 9", 'games = 9\naim = "fun"', "aim is one of"),
        ("games = 9", "games = 9\ntrust = 2.0", "trust is from 0 to 1"),
        ("games = 9", "games = 9\nplies = 2", "plies is 0 or 1"),
        ("games = 9", 'games = 9\ninputs = "all"', "inputs is thermometer-1 or"),
        ("games = 9", "games = 9\ncontenders = 3", "contenders need plies = 1"),
        ("games = 9", "games = 9\ncontenders = 0", "contenders are 1 to 20"),
        ("games = 9", "games = 9\nastray = 1", "astray is from 0"),
        ("games = 9", "games = 9\nstrayers = 0", "strayers is above 0"),
        ("games = 9", "games = 9\nwithin = -1", "within is from 0"),
        ("games = 9", 'games = 9\nlearns = "feet"', "learns is all or heads"),
        ("games = 9", 'games = 9\nraces = "won"', "races is known or played or taught"),
        ("games = 9", "games = 9\nrate = 1e-5", "rates fall"),
        ("games = 9", "", r"plan.toml: stage 1, 'a': settings are missing: games$"),
        ("games = 9\nwide = 8", "", "stage 1, 'a': settings are missing: games, wide$"),
        ('name = "a"', "", "plan.toml: stage 1: settings are missing: name$"),
        ('name = "a"', "name = 5", "stage 1, 5: name is str"),
        ("seed = 1", "", "plan.toml: settings are missing: seed$"),
        ("seed = 1", "seed = -1", "seed is from 0"),
        ("seed = 1", "seed = 1\nside_by_side = 0", "side_by_side is 1 to"),
        ("seed = 1", "seed = 1\nstages = 3", r"written as a table, \[\[stage\]\]"),
        ('game = "portes"', 'game = ["portes"]', "game is one of"),
        ("games = 9", "games = 9\ntrust = nan", "trust is from 0 to 1"),
        ("games = 9", "games = 9\nwithin = nan", "within is from 0"),
        ("games = 9", "games = 9\nrate = nan", "rates fall"),
        ("games = 9", "games = 9\nreuse = inf", "reuse is above 0"),
        ("[[stage]]", "[stage]", r"one \[\[stage\]\] or more"),
        ("seed = 1", "seed = ", "no TOML"),
        ("[[stage]]", 'stage = ["a"]\n[x]', r"one \[\[stage\]\] or more"),
    ],
)
def test_a_mistake_is_named(tmp_path, old, new, says):
    with pytest.raises(PlanError, match=says):
        read(tmp_path, GOOD.replace(old, new))


def test_where_nobody_hits_no_net_hears_of_shots(tmp_path):
    text = GOOD.replace("games = 9", 'games = 9\ninputs = "thermometer-1 shots-1"')
    assert read(tmp_path, text).stages[0].inputs == "thermometer-1 shots-1"
    with pytest.raises(PlanError, match="nobody is shot at: leave shots-1 out"):
        read(tmp_path, text.replace("portes", "fevga"))
    stacks = text.replace("shots-1", "stacks-1").replace("portes", "fevga")
    assert read(tmp_path, stacks).stages[0].inputs == "thermometer-1 stacks-1"


def test_a_stage_smaller_than_the_one_before_is_refused(tmp_path):
    later = GOOD[GOOD.index("[[stage]]") :].replace('name = "a"', 'name = "b"')
    shrunk = later.replace("narrow = 4", "narrow = 2")
    assert shrunk != later
    assert len(read(tmp_path, GOOD + later).stages) == 2
    with pytest.raises(PlanError, match="can't shrink: stage b"):
        read(tmp_path, GOOD + shrunk)


def test_no_stage_writes_over_the_net_of_another(tmp_path):
    second = GOOD[GOOD.index("[[stage]]") :]
    with pytest.raises(PlanError, match=r"plan.toml: two stages are called a: rename"):
        read(tmp_path, GOOD + second)
    assert len(read(tmp_path, GOOD + second.replace('"a"', '"b"')).stages) == 2


def test_a_missing_plan_is_named(tmp_path):
    with pytest.raises(PlanError, match="nowhere"):
        Plan.read(tmp_path / "nowhere.toml")


def test_the_rate_falls_by_ratio():
    stage = Stage(name="a", games=100, wide=8, narrow=4, rate=1e-2, last_rate=1e-4)
    assert stage.rate_after(0) == pytest.approx(1e-2)
    assert stage.rate_after(50) == pytest.approx(1e-3)
    assert stage.rate_after(500) == pytest.approx(1e-4)


def test_shipped_plans_can_be_followed():
    plans = sorted(Path(str(files("tavli.training") / "plans")).glob("*.toml"))
    read = {path.stem: Plan.read(path) for path in plans}
    pruning = {f"{game}-pruning" for game in RULESETS}
    assert read.keys() == RULESETS.keys() | pruning
    for name, plan in read.items():
        assert plan.game == name.removesuffix("-pruning")
        assert plan.taught_by == (plan.game if name in pruning else "")
