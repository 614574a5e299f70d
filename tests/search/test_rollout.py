"""Rollouts: exact where dice can be counted, the same however they are run."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest

from boards import board
from search.brute import brute_chances
from search.skewed import SkewedEvaluator
from tavli.evaluation.pips import PipEvaluator
from tavli.kernels.board import encode
from tavli.rules import BACKGAMMON, PLAKOTO, PORTES, RULESETS, Position
from tavli.search.cube_place import CubePlace
from tavli.search.cube_trials import CubeInPlay
from tavli.search.deep import DeepChooser
from tavli.search.filters import NARROW, WIDE, MoveFilter
from tavli.search.lookahead import Lookahead, Pruning
from tavli.search.match_with_cube import match_table
from tavli.search.plies import PlyEvaluator
from tavli.search.processes import LostProcessError
from tavli.search.rates import Rates
from tavli.search.rollout import Rollout, RolloutEvaluator, fingerprint
from tavli.search.rollout_file import RolloutError
from tavli.search.stakes import MatchStakes
from tavli.search.trial_dice import BLOCK
from tavli.search.trials import Plan, play_block
from tavli.search.utility import POINTS, WINS

VALUE = 6
EVEN = Rates(win=0.5, double=0.13, lost_double=0.13)
UNEVEN = MatchStakes(match_table(EVEN, 5), mine=2, theirs=5)
START = encode(Position.start(BACKGAMMON))[np.newaxis]


def boards_of(*positions: Position) -> np.ndarray:
    return np.array([encode(position) for position in positions])


def plan_of(ruleset, **choices) -> Plan:
    return Plan(lookahead=Lookahead(PipEvaluator(ruleset)), **choices)


@pytest.mark.parametrize("adjusts_luck", [False, True])
def test_two_throws_each_are_counted_out(adjusts_luck):
    # Nine throws of 36 miss from the 6 point: 1-1, 2-1, 3-1, 4-1, 3-2. Who has
    # missed has 3 pips left at most and never misses again.
    start = boards_of(board(mover="6:1", waiter="6:1"))
    tally = Rollout(trials=1296).run(plan_of(PORTES, adjusts_luck=adjusts_luck), start)
    assert tally.trials == 1296
    miss = 9 / 36
    assert tally.means[0, 0] == pytest.approx(1 - miss + miss**2, abs=1e-6)
    assert tally.means[0, VALUE] == pytest.approx(2 * tally.means[0, 0] - 1)


@pytest.mark.parametrize("game", RULESETS)
def test_one_turn_is_one_ply(game):
    ruleset = RULESETS[game]
    start = boards_of(Position.start(ruleset))
    evaluator = SkewedEvaluator(ruleset)
    wanted = PlyEvaluator(evaluator, 1).chances(start)
    for adjusts_luck in (False, True):
        plan = Plan(lookahead=Lookahead(evaluator), turns=1, adjusts_luck=adjusts_luck)
        tally = play_block(plan, start, 3)
        assert np.allclose(tally.means[:, :VALUE], wanted, atol=1e-5)
        # Without luck nothing is left to vary.
        assert bool(tally.errors.max() < 1e-6) is adjusts_luck


def test_who_tells_the_luck_changes_neither_plays_nor_means():
    # A block of trials begins with each throw equally often, so over a turn all luck
    # adds up to nothing, and one ply of who plays is left.
    start = boards_of(Position.start(PLAKOTO))
    evaluator, other = SkewedEvaluator(PLAKOTO), PipEvaluator(PLAKOTO)
    wanted = PlyEvaluator(evaluator, 1).chances(start)
    luck = Lookahead(other, pruning=Pruning(other, 1))
    plan = Plan(lookahead=Lookahead(evaluator), luck=luck, turns=1)
    tally = play_block(plan, start, 3)
    assert np.allclose(tally.means[:, :VALUE], wanted, atol=1e-5)
    assert tally.errors.max() > 1e-6
    assert plan.name == "skewed, luck by pips pruned to 1 by pips"
    alone = replace(plan, luck=None)
    assert alone.name == "skewed"
    assert fingerprint(plan, start) != fingerprint(alone, start)


@pytest.mark.parametrize("cube", [None, CubeInPlay(UNEVEN, (CubePlace(),))])
def test_each_side_looks_ahead_for_what_it_plays_for(cube, monkeypatch):
    asked = []

    def choose(self, boards, rolls):
        asked.append(self._search.utility)
        return chosen(self, boards, rolls)

    chosen = DeepChooser.choose
    monkeypatch.setattr(DeepChooser, "choose", choose)
    mine = UNEVEN.utility(CubePlace())
    plan = plan_of(
        BACKGAMMON, utility=mine, cube=cube, filters=(MoveFilter(2, 1.0),), turns=3
    )
    play_block(plan, boards_of(Position.start(BACKGAMMON)), 0)
    theirs = UNEVEN.turned.utility(CubePlace())
    assert asked[0] == mine
    # A cube that is turned on the way gives a game other aims.
    assert any(one.worth == pytest.approx(theirs.worth) for one in asked)
    assert plan.name == "pips 1-ply for 2-5 away, luck by pips"
    assert fingerprint(plan, START) != fingerprint(replace(plan, filters=()), START)


def test_luck_taken_out_leaves_the_mean_and_less_error():
    start = boards_of(board(mover="9:3 8:3 6:3", waiter="10:3 7:3 6:3"))
    plain = Rollout(trials=432).run(plan_of(BACKGAMMON, adjusts_luck=False), start)
    calm = Rollout(trials=432).run(plan_of(BACKGAMMON), start)
    gap = abs(plain.means[0, VALUE] - calm.means[0, VALUE])
    assert calm.errors[0, VALUE] < plain.errors[0, VALUE] * 0.8
    assert gap < 3 * plain.errors[0, VALUE]


def test_a_known_value_ends_a_trial():
    class Known:
        name = "known"

        def covers(self, boards):
            return boards[:, 1].sum(axis=1) > 0

        def chances(self, boards):
            found = np.zeros((len(boards), 6), np.float32)
            found[:, 0] = 0.25
            return found

    lookahead = Lookahead(PipEvaluator(PORTES), exact=Known())
    tally = play_block(Plan(lookahead=lookahead), boards_of(Position.start(PORTES)), 0)
    assert tally.means[0, 0] == 0.25
    assert tally.errors.max() == 0


def test_a_finished_game_is_not_played_on():
    over = boards_of(board(mover="24x 6:14", waiter="24x 6:14"))
    tally = play_block(plan_of(PLAKOTO), over, 0)
    assert tally.means[0].tolist() == [0, 0, 0, 0, 0, 1, 0]


def test_positions_side_by_side_get_what_they_get_alone():
    one = boards_of(board(mover="6:2 4:1", waiter="5:3"))
    other = boards_of(board(mover="3:4", waiter="6:1 2:3"))
    plan = plan_of(PORTES, seed=5)
    both = play_block(plan, np.concatenate([one, other]), 1)
    for row, alone in enumerate((one, other)):
        single = play_block(plan, alone, 1)
        assert np.allclose(both.sums[row], single.sums[0], atol=1e-4)


def test_the_number_of_processes_changes_nothing(tmp_path):
    start = boards_of(board(mover="6:5 5:5 4:3", waiter="6:5 4:5 3:2"))
    plan = plan_of(PORTES, seed=11, utility=WINS)
    one = Rollout(trials=3 * BLOCK).run(plan, start)
    two = Rollout(trials=3 * BLOCK, processes=2, path=tmp_path / "r").run(plan, start)
    assert np.array_equal(one.sums, two.sums)
    assert np.array_equal(one.squares, two.squares)


class Failing:
    """Evaluate like pips in the process that made it, and end any other."""

    name, ruleset = "failing", PORTES

    def __init__(self) -> None:
        self._home = os.getpid()

    def chances(self, boards):
        if os.getpid() != self._home:
            os._exit(1)
        return PipEvaluator(PORTES).chances(boards)


@pytest.mark.slow
def test_workers_that_are_lost_again_and_again_are_told_of(tmp_path):
    path = tmp_path / "rollout"
    start = boards_of(board(mover="6:3 4:2", waiter="6:3 4:2"))
    plan = Plan(lookahead=Lookahead(Failing()))
    Rollout(trials=BLOCK, path=path).run(plan, start)
    with pytest.raises(RolloutError, match="ended 3 times"):
        Rollout(trials=3 * BLOCK, processes=2, path=path).run(plan, start)
    assert len(path.read_text().splitlines()) == 2


def test_a_lost_worker_is_replaced(monkeypatch):
    lost = iter([True, False])

    def some_blocks(task, shared, numbers, _processes):
        for number in numbers:
            yield task(*shared, number)
            if number == 1 and next(lost):
                raise LostProcessError

    monkeypatch.setattr("tavli.search.rollout.in_order", some_blocks)
    start = boards_of(board(mover="6:3 4:2", waiter="6:3 4:2"))
    plan = plan_of(PORTES)
    got = Rollout(trials=4 * BLOCK, processes=2).run(plan, start)
    assert np.array_equal(got.sums, Rollout(trials=4 * BLOCK).run(plan, start).sums)


def test_an_interrupted_rollout_goes_on_from_its_file(tmp_path):
    path = tmp_path / "rollout"
    start = boards_of(board(mover="6:3 4:2", waiter="6:3 4:2"))
    plan = plan_of(PORTES)
    whole = Rollout(trials=4 * BLOCK).run(plan, start)
    Rollout(trials=3 * BLOCK, path=path).run(plan, start)
    cut = path.read_bytes()[:-40]
    path.write_bytes(cut)
    seen = []
    again = Rollout(trials=4 * BLOCK, path=path).run(
        plan, start, lambda tally: seen.append(tally.trials)
    )
    assert np.array_equal(again.sums, whole.sums)
    assert seen == [BLOCK, 2 * BLOCK, 3 * BLOCK, 4 * BLOCK]
    header, *lines = path.read_text().splitlines()
    assert json.loads(header)["tavli_rollout"] == 2
    assert len(lines) == 4


def test_blocks_that_two_commands_wrote_to_one_file_count_once(tmp_path):
    path = tmp_path / "rollout"
    start = boards_of(board(mover="6:3 4:2", waiter="6:3 4:2"))
    plan = plan_of(PORTES)
    whole = Rollout(trials=3 * BLOCK, path=path).run(plan, start)
    header, first, second, third = path.read_text().splitlines(keepends=True)
    path.write_text(header + first + first + second + second + third)
    again = Rollout(trials=3 * BLOCK, path=path).run(plan, start)
    assert np.array_equal(again.sums, whole.sums)
    assert path.read_text() == header + first + second + third


@pytest.mark.parametrize("size", [0, 10, -1])
def test_a_file_that_was_cut_while_it_began_is_begun_again(tmp_path, size):
    path = tmp_path / "rollout"
    start = boards_of(board(mover="6:3", waiter="6:3"))
    Rollout(trials=1, path=path).run(plan_of(PORTES), start)
    whole = path.read_bytes()
    path.write_bytes(whole.splitlines(keepends=True)[0][:size])
    Rollout(trials=1, path=path).run(plan_of(PORTES), start)
    assert path.read_bytes() == whole


def test_a_file_stays_the_same_file_when_a_rollout_goes_on_from_it(tmp_path):
    path = tmp_path / "rollout"
    start = boards_of(board(mover="6:3", waiter="6:3"))
    Rollout(trials=1, path=path).run(plan_of(PORTES), start)
    number = path.stat().st_ino
    with path.open("a") as file:
        file.write('{"block": 1, "tri')
    Rollout(trials=2 * BLOCK, path=path).run(plan_of(PORTES), start)
    assert path.stat().st_ino == number
    assert len(path.read_text().splitlines()) == 3


def test_a_full_disk_is_told_with_the_file_of_the_rollout(full):
    start = boards_of(board(mover="6:3", waiter="6:3"))
    with pytest.raises(OSError, match="kept"):
        Rollout(trials=1, path=full).run(plan_of(PORTES), start)


def test_a_file_of_another_rollout_is_refused(tmp_path):
    path = tmp_path / "rollout"
    start = boards_of(board(mover="6:3", waiter="6:3"))
    Rollout(trials=1, path=path).run(plan_of(PORTES), start)
    with pytest.raises(RolloutError, match="no file of this very rollout"):
        Rollout(trials=1, path=path).run(plan_of(PORTES, seed=2), start)
    path.write_bytes(b"\xff\x00 no rollout")
    with pytest.raises(RolloutError, match="no file of this very rollout"):
        Rollout(trials=1, path=path).run(plan_of(PORTES), start)


ZEROS = [0] * 7


def kept(**changes: object) -> str:
    """One line of a file, of a rollout of one position, spoiled by *changes*."""
    whole = {"block": 0, "trials": 144, "sums": [ZEROS], "squares": [ZEROS]}
    return json.dumps(whole | changes)


@pytest.mark.parametrize(
    "line",
    [
        '{"block": 0, "trials": 144}',
        kept(block=1),
        kept(block=None),
        kept(trials=0),
        kept(trials="144"),
        kept(sums=[[0]]),
        kept(sums=[[float("nan"), *ZEROS[1:]]]),
        kept(sums=[[10**400, *ZEROS[1:]]]),
        "[]",
        "[" * 5000,
    ],
)
def test_a_damaged_line_is_played_again(tmp_path, line):
    path = tmp_path / "rollout"
    start = boards_of(board(mover="6:3", waiter="6:3"))
    wanted = Rollout(trials=1, path=path).run(plan_of(PORTES), start)
    header = path.read_text().splitlines()[0]
    path.write_text(f"{header}\n{line}\n")
    again = Rollout(trials=1, path=path).run(plan_of(PORTES), start)
    assert np.array_equal(again.sums, wanted.sums)


def test_it_stops_when_the_error_is_small_enough():
    start = boards_of(board(mover="6:5 5:5", waiter="6:5 4:5"))
    plan = plan_of(PORTES)
    first = play_block(plan, start, 0).errors[0, VALUE]
    tally = Rollout(trials=100_000, aim=first * 0.6).run(plan, start)
    assert BLOCK < tally.trials < 20 * BLOCK
    assert tally.errors[0, VALUE] <= first * 0.6


def test_it_does_not_stop_where_all_trials_have_ended_alike_so_far():
    start = boards_of(board(mover="1:2", waiter="6:15"))
    plan = plan_of(PORTES, adjusts_luck=False)
    assert Rollout(trials=9 * BLOCK, aim=0.01).run(plan, start).trials == BLOCK
    least = 4 * BLOCK - 1
    tally = Rollout(trials=9 * BLOCK, aim=0.01, least=least).run(plan, start)
    assert tally.trials == 4 * BLOCK


def test_a_rollout_is_an_evaluator():
    start = boards_of(board(mover="6:1", waiter="1:1"))
    evaluator = RolloutEvaluator(plan_of(PORTES), Rollout(trials=BLOCK))
    wanted = brute_chances(
        PipEvaluator(PORTES), board(mover="6:1", waiter="1:1"), 2, POINTS
    )
    assert np.allclose(evaluator.chances(start), wanted, atol=1e-5)
    assert evaluator.ruleset == PORTES
    assert evaluator.name == "pips 144 trials"


def test_fingerprints_tell_what_matters():
    start = boards_of(Position.start(PORTES))
    plans = [
        plan_of(PORTES),
        plan_of(BACKGAMMON),
        plan_of(PORTES, seed=1),
        plan_of(PORTES, turns=7),
        plan_of(PORTES, utility=WINS),
        plan_of(PORTES, adjusts_luck=False),
        plan_of(PORTES, filters=NARROW[:1]),
        plan_of(PORTES, filters=WIDE[:1]),
    ]
    assert len({fingerprint(plan, start) for plan in plans}) == len(plans)


def test_senseless_rollouts_are_refused():
    with pytest.raises(ValueError, match="at least one trial"):
        Rollout(trials=0)
    with pytest.raises(ValueError, match="0 or more"):
        Rollout(aim=float("nan"))
    with pytest.raises(ValueError, match="turns"):
        plan_of(PORTES, turns=0)
    with pytest.raises(ValueError, match="seed"):
        plan_of(PORTES, seed=-1)
