"""A run learns, keeps what it learned, and goes on another day."""

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra train")

from kernels.boards_of_play import played
from tavli.evaluation.chances import COLUMNS, DRAW
from tavli.evaluation.house import house_tables
from tavli.evaluation.net import Net, NetError, NetEvaluator
from tavli.kernels.board import encode
from tavli.kernels.inputs import (
    INPUT_LISTS,
    INPUTS,
    THERMOMETERS,
    WITH_BOTH,
    WITH_SHOTS,
    WITH_STACKS,
)
from tavli.kernels.lessons import FINISHED, Games, restart, turn_over
from tavli.kernels.race import is_race, many_race_chances
from tavli.rules import PLAKOTO, PORTES, Position, find_ruleset
from tavli.search.house import house_pruning
from tavli.search.lookahead import Lookahead
from tavli.search.utility import POINTS
from tavli.training.checkpoint import CheckpointError, write_checkpoint
from tavli.training.contest import Contest
from tavli.training.gauge import Gauge, Score
from tavli.training.learner import Learner, known_chances
from tavli.training.plan import Plan, PlanError, Stage
from tavli.training.report import Report
from tavli.training.run import Run
from tavli.training.self_play import Aim, Threads, Worker, race_of_self_play

SMALL = {"wide": 8, "narrow": 4, "batch": 64, "memory": 4000, "round": 1500}


def run_of(plan, folder, count=1, gauge=None):
    return Run(plan, folder, Threads(plan, race_of_self_play(), count), gauge)


def say_nothing(told):
    assert told.games > 0


def plan_of(*games: int, seed: int = 3, **settings):
    stages = tuple(
        Stage(name=f"s{number}", games=count, **{**SMALL, **settings})
        for number, count in enumerate(games)
    )
    return Plan(game="portes", seed=seed, stages=stages, side_by_side=8)


def test_a_net_learns_what_it_is_shown():
    boards, _ = played(PORTES, 300, seed=2)
    ahead = (boards[:, 0] @ np.arange(26)) < (boards[:, 1] @ np.arange(26))
    targets = np.zeros((300, 6), np.float32)
    targets[:, 0] = ahead
    learner = Learner(PORTES, 16, 8, seed=1)
    losses = [learner.learn(boards, targets, 1e-2) for _ in range(600)]
    assert losses[-1] < losses[0] / 4
    found = NetEvaluator(learner.net({}), PORTES).chances(boards)
    assert ((found[:, 0] > 0.5) == ahead).mean() > 0.95


def test_a_net_answers_the_same_after_it_has_grown():
    boards, _ = played(PLAKOTO, 50, seed=2)
    learner = Learner(PLAKOTO, 8, 4, seed=1)
    before = NetEvaluator(learner.net({}), PLAKOTO).chances(boards)
    learner.grow(16, 6)
    after = NetEvaluator(learner.net({}), PLAKOTO).chances(boards)
    assert learner.size == (16, 6)
    assert np.allclose(before, after, atol=1e-5)


def test_a_net_answers_the_same_with_more_inputs_and_learns_from_them():
    boards, _ = played(PORTES, 200, seed=2)
    learner = Learner(PORTES, 8, 4, seed=1)
    before = NetEvaluator(learner.net({}), PORTES).chances(boards)
    learner.grow(8, 4, INPUT_LISTS[WITH_SHOTS])
    after = NetEvaluator(learner.net({}), PORTES).chances(boards)
    assert np.allclose(before, after, atol=1e-6)
    learner.learn(boards, before, 1e-2)
    learner.grow(8, 4, INPUT_LISTS[THERMOMETERS])
    net = learner.net({})
    assert net.inputs == WITH_SHOTS
    assert np.abs(net.wide[INPUTS:]).max() > 0


@pytest.mark.parametrize(
    ("first", "then"),
    [(WITH_SHOTS, WITH_BOTH), (WITH_STACKS, WITH_SHOTS), (WITH_SHOTS, WITH_STACKS)],
)
def test_inputs_are_added_to_whatever_a_net_hears_already(first, then):
    boards, _ = played(PORTES, 200, seed=2)
    learner = Learner(PORTES, 8, 4, seed=1)
    learner.grow(8, 4, INPUT_LISTS[first])
    for _ in range(3):
        learner.learn(boards, np.full((200, 6), 0.5, np.float32), 1e-2)
    before = NetEvaluator(learner.net({}), PORTES).chances(boards)
    learner.grow(8, 4, INPUT_LISTS[then])
    net = learner.net({})
    assert net.inputs == WITH_BOTH
    assert np.allclose(before, NetEvaluator(net, PORTES).chances(boards), atol=1e-6)


def test_a_run_begins_and_goes_on_with_the_inputs_of_its_net(tmp_path):
    plan = plan_of(20, inputs=WITH_SHOTS)
    run_of(plan, tmp_path / "a").follow(say_nothing)
    assert run_of(plan, tmp_path / "a").net().inputs == WITH_SHOTS
    more = replace(plan_of(5), begin_with=str(tmp_path / "a" / "net.safetensors"))
    run = run_of(more, tmp_path / "b")
    assert run.net().inputs == WITH_SHOTS
    run.follow(say_nothing)
    assert Net.read(tmp_path / "b" / "net.safetensors", "portes").inputs == WITH_SHOTS


def test_chances_that_a_game_does_not_know_stay_at_0():
    assert known_chances(PORTES) == (True, True, False, True, False, False)
    assert known_chances(PLAKOTO) == (True, True, False, True, False, True)
    assert known_chances(find_ruleset("plakoto:mother_rule=off"))[DRAW]
    boards, _ = played(PORTES, 20, seed=2)
    found = NetEvaluator(Learner(PORTES, 8, 4, seed=1).net({}), PORTES).chances(boards)
    assert found[:, [2, 4, 5]].max() < 1e-6


def test_a_run_goes_through_its_stages_and_grows(tmp_path):
    reports = []
    first, second = (
        Stage(name="a", games=30, **SMALL),
        Stage(name="b", games=20, **{**SMALL, "wide": 12}),
    )
    plan = Plan(game="portes", seed=1, stages=(first, second), side_by_side=8)
    run = run_of(plan, tmp_path, 1)
    run.follow(reports.append)
    assert {report.stage for report in reports} == {"a", "b"}
    assert run.games >= 50
    net = Net.read(tmp_path / "net.safetensors", "portes")
    assert net.narrow.shape == (12, 4)
    assert Net.read(tmp_path / "net-a.safetensors", "portes").narrow.shape == (8, 4)
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["games"] for line in lines] == [r.games for r in reports]


def test_a_run_is_measured_on_its_way(tmp_path):
    told = []
    gauge = Gauge("portes", tmp_path, pairs=4)
    run_of(plan_of(20), tmp_path, gauge=gauge).follow(told.append)
    assert isinstance(told[0], Report)
    scores = [score for score in told if isinstance(score, Score)]
    assert [score.opponent for score in scores] == ["pips", "net"]
    assert all(score.low <= score.points <= score.high for score in scores)
    assert len((tmp_path / "scores.jsonl").read_text().splitlines()) == 2


def test_the_same_seed_and_threads_make_the_same_net(tmp_path):
    nets = []
    for name in ("one", "two"):
        run = run_of(plan_of(25), tmp_path / name, 2)
        run.follow(say_nothing)
        nets.append(run.net())
    for name, weights in nets[0].tensors.items():
        assert np.allclose(weights, nets[1].tensors[name], atol=1e-6)


def test_an_interrupted_run_goes_on_from_its_checkpoint(tmp_path):
    class EnoughError(Exception):
        pass

    def stop(_report):
        raise EnoughError

    run = run_of(plan_of(200), tmp_path, 1)
    run.keep()
    with pytest.raises(EnoughError):
        run.follow(stop)
    run.keep()
    again = run_of(plan_of(200), tmp_path, 1)
    assert again.games == run.games > 0
    for name, weights in run.net().tensors.items():
        assert (weights == again.net().tensors[name]).all()
    again.follow(say_nothing)
    assert again.games >= 200


@pytest.mark.parametrize("name", ["checkpoint.pt", "net.safetensors"])
def test_a_full_disk_is_told_with_the_file_and_leaves_no_half(tmp_path, full, name):
    folder = tmp_path / "run"
    run = run_of(plan_of(5), folder)
    run.keep()
    (folder / name).unlink()
    (folder / name).symlink_to(full.readlink())
    with pytest.raises(OSError, match=name):
        run.keep()
    assert sorted(path.name for path in folder.iterdir()) == [
        "checkpoint.pt",
        "net.safetensors",
    ]


def test_a_folder_of_another_run_is_refused(tmp_path):
    run_of(plan_of(5), tmp_path, 1).keep()
    with pytest.raises(PlanError, match="run of portes with seed 3"):
        run_of(plan_of(5, seed=4), tmp_path, 1)


@pytest.mark.parametrize("size", [0, 10, 1000])
def test_a_truncated_checkpoint_is_named(tmp_path, size):
    run_of(plan_of(5), tmp_path, 1).keep()
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(CheckpointError, match=r"checkpoint\.pt can't be read"):
        run_of(plan_of(5), tmp_path, 1)


def test_another_number_of_workers_is_named_and_not_called_damage(tmp_path):
    run_of(plan_of(5), tmp_path, 2).keep()
    with pytest.raises(CheckpointError, match=r"2 workers.*--threads 2"):
        run_of(plan_of(5), tmp_path, 1)


def test_a_net_too_large_for_a_stage_is_refused_before_anything_is_played(tmp_path):
    run_of(plan_of(5, wide=16), tmp_path / "a", 1).keep()
    plan = replace(
        plan_of(5, wide=8), begin_with=str(tmp_path / "a" / "net.safetensors")
    )
    with pytest.raises(PlanError, match=r"asks for 8 by 4 units, .* has 16 by 4"):
        run_of(plan, tmp_path / "b", 1)


def test_a_stage_made_smaller_meanwhile_is_held_against_the_net_in_the_folder(tmp_path):
    run_of(plan_of(5, 5, wide=16), tmp_path, 1).keep()
    with pytest.raises(PlanError, match=f"the net in {tmp_path} has 16 by 4"):
        run_of(plan_of(5, 5, wide=8), tmp_path, 1)


def test_what_is_no_checkpoint_is_told_in_a_sentence(tmp_path):
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(b"\x80\x04no checkpoint")
    with pytest.raises(CheckpointError, match="damaged, or no checkpoint") as caught:
        run_of(plan_of(5), tmp_path, 1)
    assert "\n" not in str(caught.value)


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    write_checkpoint(tmp_path / "checkpoint.pt", {"tavern": "open"})
    with pytest.raises(PlanError, match="run of None with seed None"):
        run_of(plan_of(5), tmp_path, 1)
    write_checkpoint(tmp_path / "checkpoint.pt", {"game": "portes", "seed": 3})
    with pytest.raises(CheckpointError, match="doesn't fit this run"):
        run_of(plan_of(5), tmp_path, 1)


def test_a_run_can_begin_with_a_net(tmp_path):
    given = run_of(plan_of(5), tmp_path / "a", 1)
    given.keep()
    plan = Plan(
        game="portes",
        seed=9,
        stages=plan_of(5).stages,
        begin_with=str(tmp_path / "a" / "net.safetensors"),
    )
    taken = run_of(plan, tmp_path / "b", 1)
    for name, weights in given.net().tensors.items():
        assert np.allclose(weights, taken.net().tensors[name], rtol=1e-3, atol=1e-5)


def test_a_net_tells_what_the_one_it_began_with_had_gone_through(tmp_path):
    given = run_of(plan_of(20), tmp_path / "a")
    given.follow(say_nothing)
    first = str(tmp_path / "a" / "net.safetensors")
    later = replace(plan_of(20, 10, seed=9), begin_with=first)
    run_of(later, tmp_path / "b").keep()
    taken_up = run_of(later, tmp_path / "b")
    taken_up.follow(say_nothing)
    facts = taken_up.net().facts
    assert int(facts["games"]) == given.games + taken_up.games
    stages = [stage["name"] for stage in json.loads(facts["stages"])]
    assert stages == ["s0", "s0", "s1"]


def test_another_game_that_a_net_began_with_is_no_past_of_it(tmp_path):
    plan = plan_of(5, wide=512, narrow=64)
    run = run_of(replace(plan, begin_with="backgammon"), tmp_path)
    assert run.net().facts["games"] == "0"


def test_a_taught_net_learns_from_the_games_of_its_teacher(tmp_path):
    run_of(plan_of(5), tmp_path / "teacher", 1).keep()
    teacher = tmp_path / "teacher" / "net.safetensors"
    told = []
    for wide in (4, 12):
        plan = replace(plan_of(20, wide=wide), taught_by=str(teacher))
        run = run_of(plan, tmp_path / str(wide), 1)
        reports = []
        run.follow(reports.append)
        assert run.learner.size[0] == wide
        assert run.net().facts["taught_by"] == Net.read(teacher, "portes").mark
        told.append([(one.games, one.outcomes) for one in reports])
    assert told[0] == told[1], "both saw the same games"


def test_a_teacher_of_another_game_is_refused(tmp_path):
    with pytest.raises(NetError, match="plakoto"):
        run_of(replace(plan_of(5), taught_by="plakoto"), tmp_path, 1)


def test_targets_can_be_those_of_a_look_ahead():
    plan = plan_of(20)
    net = Learner(PORTES, 8, 4, seed=1).net({})
    worker = Worker(plan, race_of_self_play(), 0)
    harvest = worker.play(net, Aim(POINTS, 0.0, Contest(3, 0.06)), 300)
    lookahead = Lookahead(
        NetEvaluator(net, PORTES),
        pruning=house_pruning(PORTES),
        exact=house_tables(PORTES),
    )
    assert np.allclose(harvest.targets, lookahead.chances(harvest.lessons, 1))
    raw = NetEvaluator(net, PORTES).chances(harvest.lessons)
    assert not np.allclose(harvest.targets, raw)


def test_where_only_the_heads_learn_the_layers_stay_as_they_play(tmp_path):
    first, heads = plan_of(30), plan_of(30, learns="heads")
    plan = replace(first, stages=(first.stages[0], replace(heads.stages[0], name="h")))
    run = run_of(plan, tmp_path, 1)
    run.follow(say_nothing)
    before = Net.read(tmp_path / "net-s0.safetensors", "portes").tensors
    after = Net.read(tmp_path / "net.safetensors", "portes").tensors
    for name in ("wide", "wide_bias", "narrow", "narrow_bias"):
        assert (before[name] == after[name]).all()
    assert not np.allclose(before["heads"], after["heads"])
    assert not np.allclose(before["heads_bias"], after["heads_bias"])


def test_after_the_heads_everything_learns_again():
    boards, _ = played(PORTES, 50, seed=2)
    learner = Learner(PORTES, 8, 4, seed=1)
    learner.limit("heads")
    held = learner.net({}).wide
    learner.learn(boards, np.full((50, 6), 0.5, np.float32), 1e-2)
    assert (learner.net({}).wide == held).all()
    learner.limit("all")
    learner.learn(boards, np.full((50, 6), 0.5, np.float32), 1e-2)
    assert not (learner.net({}).wide == held).all()


def test_races_are_learned_where_they_are_played():
    net = Learner(PORTES, 8, 4, seed=1).net({})

    def races_a_game(setting: str) -> float:
        worker = Worker(plan_of(20), race_of_self_play(), 0)
        harvest = worker.play(net, Aim(POINTS, 1.0, races=setting), 10_000)
        races = sum(is_race(board, 6) for board in harvest.lessons)
        return races / harvest.tallies[FINISHED]

    assert 0 < races_a_game("known") <= 1  # the one that ends it
    assert races_a_game("played") > 3
    assert races_a_game("taught") > 3


def test_a_table_teaches_races_whatever_became_of_them():
    net = Learner(PORTES, 8, 4, seed=1).net({})
    race = race_of_self_play()
    worker = Worker(plan_of(20), race, 0)
    harvest = worker.play(net, Aim(POINTS, 1.0, races="taught"), 10_000)
    known = np.array([is_race(board, 6) for board in harvest.lessons])
    chances = np.empty((known.sum(), COLUMNS), np.float32)
    many_race_chances(race, harvest.lessons[known], chances)
    assert np.array_equal(harvest.targets[known], chances)
    # The first race of a game is what its earlier turns were worth, with lambda 1.
    before = np.flatnonzero(known[:-1] & ~known[1:])
    told = harvest.targets[before].copy()
    for row in told:
        turn_over(row)
    assert np.allclose(harvest.targets[before + 1], told, atol=1e-6)
    assert len(before) > 50


@pytest.mark.parametrize("astray", [0.0, 0.5])
def test_turns_go_astray_as_often_as_they_should(astray):
    plan = plan_of(20)
    net = Learner(PORTES, 8, 4, seed=1).net({})
    worker = Worker(plan, race_of_self_play(), 0)
    harvest = worker.play(net, Aim(POINTS, 0.7, astray=astray), 2_000)
    turns, strays = worker.games.turns, worker.games.strays
    marked = sum(strays[index, :turn].sum() for index, turn in enumerate(turns))
    assert marked / turns.sum() == pytest.approx(astray, abs=0.12)
    assert len(harvest.lessons) >= 2_000


def test_only_sides_that_are_strayers_go_astray():
    plan = plan_of(40)
    net = Learner(PORTES, 8, 4, seed=1).net({})
    worker = Worker(plan, race_of_self_play(), 0)
    worker.play(net, Aim(POINTS, 0.7, astray=0.6, strayers=0.25), 4_000)
    games = worker.games
    erring = games.lots < 0.25
    marked = np.array(
        [
            [games.strays[index, side:turn:2].any() for side in range(2)]
            for index, turn in enumerate(games.turns)
        ]
    )
    long_enough = erring & (games.turns > 12)[:, None]
    assert long_enough.any()
    assert not marked[~erring].any()
    assert marked[long_enough].all()
    assert 0.05 < erring.mean() < 0.5


def test_only_strayers_go_astray_in_a_contest():
    net = Learner(PORTES, 8, 4, seed=1).net({})

    def boards(strayers: float, astray: float) -> np.ndarray:
        worker = Worker(plan_of(20), race_of_self_play(), 0)
        contest = Contest(1, 0.0, astray)
        aim = Aim(POINTS, 0.0, contest, astray=astray, strayers=strayers)
        worker._contested(NetEvaluator(net, PORTES), aim, contest, 1)
        return worker.games.boards.copy()

    best = boards(1.0, 0.0)
    assert (boards(1e-9, 0.9) == best).all()
    assert (boards(1.0, 0.9) != best).any()


def test_self_play_does_what_its_stage_says():
    said = {"trust": 0.4, "races": "taught", "astray": 0.3, "strayers": 0.2}
    (stage,) = plan_of(20, plies=1, contenders=3, aim="wins", **said).stages
    aim = Aim.of(stage)
    assert {name: getattr(aim, name) for name in said} == said
    assert aim.utility is stage.utility
    assert aim.contest == stage.contest == Contest(3, 0.06, 0.3)
    assert aim.contest is not None


def test_lots_are_drawn_anew_and_evenly_for_each_game_and_side():
    games = Games.make(encode(Position.start(PORTES)), 1_000, 7, seed=3)
    counts, _ = np.histogram(games.lots, bins=10, range=(0, 1))
    assert (np.abs(counts - 200) < 60).all()
    assert abs(np.corrcoef(games.lots.T)[0, 1]) < 0.12
    before = games.lots[5].copy()
    restart(games, 5, games.boards[5], np.uint64(3))
    assert (games.lots[5] != before).all()


def test_a_worker_keeps_which_turns_went_astray():
    plan = plan_of(20)
    net = Learner(PORTES, 8, 4, seed=1).net({})
    left, taken_up = (Worker(plan, race_of_self_play(), 0) for _ in range(2))
    aim = Aim(POINTS, 0.7, astray=0.3, strayers=0.5)
    left.play(net, aim, 500)
    taken_up.unpack({name: part.copy() for name, part in left.pack().items()})
    one, other = (worker.play(net, aim, 500) for worker in (left, taken_up))
    assert (one.lessons == other.lessons).all()
    assert (one.targets == other.targets).all()


def test_a_checkpoint_from_before_anybody_went_astray_is_taken_up():
    net = Learner(PORTES, 8, 4, seed=1).net({})
    left, taken_up = (Worker(plan_of(20), race_of_self_play(), 0) for _ in range(2))
    left.play(net, Aim(POINTS, 0.7), 500)
    kept = {name: part.copy() for name, part in left.pack().items()}
    del kept["strays"], kept["lots"]
    taken_up.unpack(kept)
    one, other = (
        worker.play(net, Aim(POINTS, 0.7), 500) for worker in (left, taken_up)
    )
    assert (one.lessons == other.lessons).all()
    assert (one.targets == other.targets).all()
