"""Rollouts with the cube: counted out where dice can be, and as a search elsewhere."""

import numpy as np
import pytest

from boards import board
from search.brute import brute_chances
from search.skewed import SkewedEvaluator
from tavli.engine.standing import state_of
from tavli.evaluation.chances import COLUMNS
from tavli.evaluation.pips import PipEvaluator
from tavli.evaluation.tables.composite import Tables
from tavli.evaluation.tables.two_sided import Access, TwoSidedBuild, two_sided_table
from tavli.kernels.board import decode, encode
from tavli.notation.position import read_position
from tavli.rules import BACKGAMMON, Player, Position
from tavli.search.at_table import cube_after_plays, cube_before_roll
from tavli.search.cube_place import CubePlace
from tavli.search.cube_trials import CubeInPlay, may_double
from tavli.search.cubeful import CubefulSearch
from tavli.search.filters import MoveFilter
from tavli.search.lookahead import Lookahead
from tavli.search.rollout import Rollout, fingerprint
from tavli.search.stakes import MoneyStakes
from tavli.search.standing import Standing, standings
from tavli.search.trial_dice import BLOCK
from tavli.search.trials import Plan, play_block
from tavli.search.utility import POINTS
from tavli.search.who import Who

START = encode(Position.start(BACKGAMMON))[np.newaxis]
MONEY = MoneyStakes()
PLACES = (CubePlace(), CubePlace(2, Who.ME), CubePlace(2, Who.OTHER))


class Counted:
    """Judges games that end within two throws by counting the dice out."""

    name, ruleset = "counted", BACKGAMMON

    def __init__(self) -> None:
        self._known: dict[bytes, np.ndarray] = {}

    def chances(self, boards):
        found = [self._chances(row) for row in boards]
        return np.array(found, np.float32).reshape(-1, COLUMNS)

    def _chances(self, row):
        key = row.tobytes()
        if key not in self._known:
            pips = PipEvaluator(BACKGAMMON)
            self._known[key] = brute_chances(pips, decode(row), 3, POINTS)[0]
        return self._known[key]


class LastCheckers:
    """Judges games of four checkers a side, or fewer, by their exact table."""

    name, ruleset = "last checkers", BACKGAMMON

    def __init__(self) -> None:
        build = TwoSidedBuild(4)
        while build.reached < build.total:
            build.advance()
        self.table = two_sided_table(4, build.tensors())
        self._ends = Lookahead(PipEvaluator(BACKGAMMON))

    def chances(self, boards):
        found = self._ends.evaluator.chances(boards)
        on = ~self._ends.is_over(boards)
        found[on] = self.table.chances(boards[on])
        return found


def plan_of(cube, evaluator=None, **choices) -> Plan:
    lookahead = Lookahead(evaluator or PipEvaluator(BACKGAMMON))
    return Plan(lookahead=lookahead, cube=cube, **choices)


def test_a_last_roll_and_its_redouble_are_counted_out():
    # Nine throws of 36 miss. After a miss the other side doubles, and whether it is
    # taken or passed makes no difference: a game is lost at once what it costs.
    end = encode(board(mover="6:1", waiter="6:1"))
    boards = np.stack([end, end])
    places = (CubePlace(), CubePlace().doubled)
    cube = CubeInPlay(MONEY, places, doubles_at_once=False)
    plan = plan_of(cube, Counted(), adjusts_luck=False)
    tally = Rollout(trials=1296).run(plan, boards)
    assert tally.means[:, COLUMNS] == pytest.approx([0.5, 1.0], abs=1e-6)


def test_the_last_redoubles_of_a_match_are_made_in_time():
    # A model of the cube's efficiency lets the last moment to redouble pass by, which
    # gave 0.44 and 0.52 here. A long match is nearly money play, whose table is exact.
    line = read_position("backgammon 3:2,2:2 3:2,1:2 w cube=1@- score=0-0/25")
    judge = LastCheckers()
    start = encode(line.position)[np.newaxis]
    cube = cube_before_roll(state_of(line), Player.WHITE)
    lookahead = Lookahead(judge, exact=Tables([judge.table]))
    plan = Plan(lookahead=lookahead, cube=cube)
    tally = Rollout(trials=432).run(plan, np.repeat(start, 2, axis=0))
    points = tally.means[:, COLUMNS] / cube.stakes.worth(1)
    no_double = judge.table.without_double(start, Access.BOTH)[0]
    taken = judge.table.taken(start)[0]
    assert points == pytest.approx([no_double, taken], abs=0.025)


@pytest.mark.parametrize("stakes", [MONEY, MoneyStakes(has_jacoby=True)])
@pytest.mark.parametrize("place", PLACES)
def test_one_turn_is_one_ply_of_a_search(place, stakes):
    evaluator = SkewedEvaluator(BACKGAMMON)
    search = CubefulSearch(Lookahead(evaluator), plies=1)
    wanted = search.values(START, stakes, (place,))[0, 0]
    cube = CubeInPlay(stakes, (place,), doubles_at_once=False)
    tally = play_block(plan_of(cube, evaluator, turns=1), START, 2)
    assert tally.means[0, COLUMNS] == pytest.approx(wanted, abs=1e-5)
    assert tally.errors[0, COLUMNS] < 1e-5


def test_who_tells_the_luck_changes_neither_plays_nor_the_mean():
    evaluator, place = SkewedEvaluator(BACKGAMMON), PLACES[0]
    luck = Lookahead(PipEvaluator(BACKGAMMON))
    search = CubefulSearch(Lookahead(evaluator), plies=1)
    wanted = search.values(START, MONEY, (place,))[0, 0]
    cube = CubeInPlay(MONEY, (place,), doubles_at_once=False)
    plan = plan_of(cube, evaluator, luck=luck, turns=1)
    tally = play_block(plan, START, 2)
    assert tally.means[0, COLUMNS] == pytest.approx(wanted, abs=1e-5)
    assert tally.errors[0, COLUMNS] > 1e-5


def test_luck_taken_out_leaves_the_mean():
    start = encode(board(mover="9:3 8:3 6:3", waiter="10:3 7:3 6:3"))[np.newaxis]
    cube = CubeInPlay(MONEY, (CubePlace(),))
    plain = Rollout(trials=432).run(plan_of(cube, adjusts_luck=False), start)
    calm = Rollout(trials=432).run(plan_of(cube), start)
    gap = abs(plain.means[0, COLUMNS] - calm.means[0, COLUMNS])
    assert gap < 3 * plain.errors[0, COLUMNS]
    assert calm.errors[0, COLUMNS] < plain.errors[0, COLUMNS]


def test_boards_side_by_side_get_what_they_get_alone():
    rows = [
        encode(board(mover="6:2 4:1", waiter="5:3")),
        encode(board(mover="3:4", waiter="6:1 2:3")),
    ]
    places = (CubePlace(), CubePlace(4, Who.OTHER))
    both = play_block(plan_of(CubeInPlay(MONEY, places)), np.stack(rows), 1)
    for number, row in enumerate(rows):
        cube = CubeInPlay(MONEY, (places[number],))
        alone = play_block(plan_of(cube), row[np.newaxis], 1)
        assert np.allclose(both.sums[number], alone.sums[0], atol=1e-3)


def test_a_double_that_is_passed_ends_the_trial_with_its_price():
    won = encode(board(mover="1:2", waiter="6:1"))[np.newaxis]
    tally = play_block(plan_of(CubeInPlay(MONEY, (CubePlace(),)), Counted()), won, 0)
    assert tally.means[0, COLUMNS] == pytest.approx(1)
    assert tally.errors[0, COLUMNS] == 0


@pytest.mark.parametrize("filters", [(), (MoveFilter(3, 0.5),)])
def test_in_the_crawford_game_the_cube_changes_nothing(filters):
    text = "backgammon 6:3,5:2 6:4,4:1 w cube=1@- score=4-2/5 crawford"
    line = read_position(text)
    cube = cube_before_roll(state_of(line), Player.WHITE)
    assert len(cube.places) == 1
    boards = encode(line.position)[np.newaxis]
    utility = cube.stakes.utility(CubePlace())
    choices = {"evaluator": SkewedEvaluator(BACKGAMMON), "filters": filters, "turns": 3}
    with_cube = play_block(plan_of(cube, **choices), boards, 0)
    without = play_block(plan_of(None, utility=utility, **choices), boards, 0)
    won, lost = cube.stakes.worth(1), cube.stakes.worth(-1)
    scaled = (won + lost) / 2 + without.means[0, COLUMNS] * (won - lost) / 2
    assert with_cube.means[0, COLUMNS] == pytest.approx(scaled, abs=1e-6)
    assert np.allclose(with_cube.means[0, :COLUMNS], without.means[0, :COLUMNS])


def test_whoever_may_double_is_asked_about_two_cubes():
    def places(text):
        state = state_of(read_position(f"backgammon 6:3 6:3 w {text}"))
        return cube_before_roll(state, Player.WHITE).places

    mine, theirs = CubePlace(2, Who.ME), CubePlace(2, Who.OTHER)
    assert places("cube=1@-") == (CubePlace(), theirs)
    assert places("cube=2@w") == (mine, CubePlace(4, Who.OTHER))
    assert places("cube=2@b") == (theirs,)


def test_after_plays_the_cube_is_the_other_sides():
    state = state_of(read_position("backgammon 6:3 6:3 w dice=3-1 cube=2@w"))
    cube = cube_after_plays(state, Player.WHITE, 3)
    assert cube.places == (CubePlace(2, Who.OTHER),) * 3
    assert cube.doubles_at_once


def test_the_largest_cube_is_not_turned():
    assert may_double(MONEY, CubePlace(2048, Who.ME))
    assert not may_double(MONEY, CubePlace(4096, Who.ME))
    assert not may_double(MONEY, CubePlace(2, Who.OTHER))


def test_fingerprints_tell_cubes_apart():
    cubes = [
        None,
        CubeInPlay(MONEY, (CubePlace(),)),
        CubeInPlay(MONEY, (CubePlace(),), doubles_at_once=False),
        CubeInPlay(MONEY, (CubePlace(2, Who.ME),)),
        CubeInPlay(MoneyStakes(has_jacoby=True), (CubePlace(),)),
    ]
    assert len({fingerprint(plan_of(cube), START) for cube in cubes}) == len(cubes)


def test_every_board_needs_a_cube():
    with pytest.raises(ValueError, match="a cube for every board"):
        play_block(plan_of(CubeInPlay(MONEY, ())), START, 0)


def test_standings_are_told_from_the_best():
    rows = [encode(board(mover=text, waiter="6:3")) for text in ("6:3", "1:2", "3:3")]
    tally = play_block(plan_of(None), np.stack(rows), 0)
    best, second, last = standings(tally, is_turned=True)
    # The waiter was asked about: he likes it best where the mover has most to do.
    assert [best.number, second.number, last.number] == [0, 2, 1]
    assert (best.behind, best.joint, best.jsd) == (0, 0, 0)
    assert second.behind == pytest.approx(best.value - second.value)
    assert second.joint == pytest.approx(np.hypot(best.error, second.error))
    assert second.jsd == pytest.approx(second.behind / second.joint)
    assert tally.trials == BLOCK


def test_what_can_be_bought_off_is_worth_no_more_than_its_price():
    rows = np.stack(
        [encode(board(mover=text, waiter="6:3")) for text in ("6:3", "3:1")]
    )
    tally = play_block(plan_of(None), rows, 0)
    free = standings(tally, is_turned=False)
    priced = standings(tally, is_turned=False, prices=(None, -2.0))
    assert [one.number for one in free] == [1, 0]
    assert [one.number for one in priced] == [0, 1]
    assert priced[1].value == free[0].value


@pytest.mark.parametrize(
    ("behind", "joint", "jsd"), [(0, 0, 0), (0.1, 0, 99), (0.1, 0.05, 2), (9, 0.01, 99)]
)
def test_jsd_has_an_end_even_where_nothing_varies(behind, joint, jsd):
    assert Standing(1, 0.0, 0.0, behind, joint).jsd == pytest.approx(jsd)
