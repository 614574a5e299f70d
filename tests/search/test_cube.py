"""The cube: by hand where a few throws decide, and by law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from boards import board
from search.skewed import SkewedEvaluator
from tavli.evaluation.pips import PipEvaluator
from tavli.evaluation.tables.composite import Tables
from tavli.evaluation.tables.two_sided import (
    Access,
    TwoSidedBuild,
    TwoSidedTable,
    two_sided_table,
)
from tavli.kernels.board import encode
from tavli.rules import BACKGAMMON, Position
from tavli.search.cube import Raises, Verdict, decide
from tavli.search.cube_place import CubePlace
from tavli.search.cubeful import CubefulSearch
from tavli.search.live_cube import LiveCube
from tavli.search.lookahead import Lookahead
from tavli.search.match_table import MatchTable
from tavli.search.plies import PlyEvaluator
from tavli.search.stakes import MatchStakes, MoneyStakes
from tavli.search.utility import POINTS, WINS
from tavli.search.who import Who

MONEY = MoneyStakes()
MINE, THEIRS, CENTRED = (CubePlace(1, owner) for owner in Who)
LAST = CubefulSearch(Lookahead(PipEvaluator(BACKGAMMON)), 2)


@pytest.fixture(scope="module")
def small_table() -> TwoSidedTable:
    """The exact table of two checkers a side, built in no time."""
    build = TwoSidedBuild(2)
    while build.reached < build.total:
        build.advance()
    return two_sided_table(2, build.tensors())


def last_roll(mover: str):
    """The mover must bear off with this roll, or the other side will."""
    return encode(board(mover=mover, waiter="1:1"))


def chances_of(*rows) -> np.ndarray:
    return np.array(rows, np.float32)


class Judge:
    """Evaluate everything alike."""

    name, ruleset = "judge", BACKGAMMON

    def __init__(self, *row: float) -> None:
        self._row = np.array(row, np.float32)

    def chances(self, boards):
        return np.tile(self._row, (len(boards), 1))


def judged(*row: float) -> CubefulSearch:
    return CubefulSearch(Lookahead(Judge(*row)))


START = encode(Position.start(BACKGAMMON))

# ------------------------------------------------------------------ last rolls


@pytest.mark.parametrize(
    ("mover", "throws", "verdict", "beavered"),
    [
        # A checker each on 5 and 2 goes off with 19 of 36 throws, on 6 and 1 with 15.
        ("5:1 2:1", 19, Verdict.DOUBLE_TAKE, Verdict.DOUBLE_TAKE),
        ("6:1 1:1", 15, Verdict.NO_DOUBLE, Verdict.NO_DOUBLE_BEAVER),
        ("5:1", 31, Verdict.DOUBLE_DROP, Verdict.DOUBLE_DROP),
        ("2:2", 26, Verdict.DOUBLE_TAKE, Verdict.DOUBLE_TAKE),
        ("3:1", 36, Verdict.DOUBLE_DROP, Verdict.DOUBLE_DROP),
    ],
)
def test_the_last_roll_of_a_game(mover, throws, verdict, beavered):
    found = decide(LAST, last_roll(mover), MONEY, CENTRED)
    worth = 2 * throws / 36 - 1
    assert found.verdict is verdict
    assert found.no_double == pytest.approx(worth, abs=1e-6)
    assert found.double_take == pytest.approx(2 * worth, abs=1e-6)
    assert found.double_drop == 1
    assert found.beaver is None
    raised = decide(LAST, last_roll(mover), MONEY, CENTRED, Raises(beaver=True))
    assert raised.verdict is beavered
    assert raised.beaver == pytest.approx(max(4 * worth, -2), abs=1e-6)


def test_the_cube_multiplies():
    found = decide(LAST, last_roll("5:1 2:1"), MONEY, CubePlace(8, Who.ME))
    assert found.no_double == pytest.approx(8 * 2 / 36, abs=1e-6)
    assert found.double_drop == 8
    assert found.best == pytest.approx(16 * 2 / 36, abs=1e-6)


def test_a_beaver_can_be_given_up_or_answered_by_a_raccoon():
    # 1 throw of 36 (6-6) is hardly worth four points: two are given up.
    lost = last_roll("6:4")
    given_up = decide(LAST, lost, MONEY, CENTRED, Raises(beaver=True))
    assert given_up.beaver == -2
    good = last_roll("5:1 2:1")
    both = decide(LAST, good, MONEY, CENTRED, Raises(beaver=True, raccoon=True))
    assert both.beaver == pytest.approx(8 * 2 / 36, abs=1e-6)


def test_a_beaver_costs_no_more_than_a_raccoon_that_is_passed():
    # 31 throws of 36: at eight points that were worth more than the four passed.
    sure = last_roll("5:1")
    taken = decide(LAST, sure, MONEY, CENTRED, Raises(beaver=True))
    assert taken.beaver == pytest.approx(4 * 26 / 36, abs=1e-6)
    passed = decide(LAST, sure, MONEY, CENTRED, Raises(beaver=True, raccoon=True))
    assert passed.beaver == 4


def test_who_does_not_own_the_cube_does_not_turn_it():
    found = decide(LAST, last_roll("5:1"), MONEY, CubePlace(2, Who.OTHER))
    assert found.verdict is Verdict.NOT_ALLOWED
    assert found.best == found.no_double


def test_two_rolls_from_the_end_the_other_side_redoubles():
    # W bears off a checker on 5 with 31 throws; missing, he never misses again. B has
    # 5 and 2 left (19 throws): he doubles, and W takes with 17/36 to win.
    start = encode(board(mover="5:1", waiter="5:1 2:1"))
    search = CubefulSearch(Lookahead(PipEvaluator(BACKGAMMON)), 3)
    found = decide(search, start, MONEY, CENTRED)
    wanted = 31 / 36 + 5 / 36 * 2 * (1 - 2 * 19 / 36)
    assert found.no_double == pytest.approx(wanted, abs=1e-6)
    assert found.double_take == pytest.approx(2 * wanted, abs=1e-6)
    assert found.verdict is Verdict.DOUBLE_DROP


class _Exactly:
    """Know every position of one race, at made-up values."""

    def covers(self, boards):
        return boards[:, 0].sum(axis=1) < 99

    def without_double(self, boards, access):
        value = {Access.BOTH: 0.4, Access.MOVER: 0.5, Access.WAITER: 0.3}[access]
        return np.full(len(boards), value, np.float32)


def test_a_table_with_the_cube_is_asked_in_money_play_only():
    search = CubefulSearch(Lookahead(PipEvaluator(BACKGAMMON)), 1, _Exactly())
    found = decide(search, last_roll("5:1 2:1"), MONEY, CENTRED)
    assert (found.no_double, found.double_take) == pytest.approx((0.4, 0.6))
    match = decide(search, last_roll("5:1 2:1"), MatchStakes(EVEN, 5, 5), CENTRED)
    assert match.no_double != pytest.approx(0.4)


def test_the_lookaheads_own_table_of_last_checkers_is_used(small_table):
    lookahead = Lookahead(PipEvaluator(BACKGAMMON), exact=Tables([small_table]))
    for mover in ("5:1 2:1", "6:1 1:1", "2:2"):
        position = encode(board(mover=mover, waiter="6:1 5:1"))
        wanted = small_table.without_double(position[np.newaxis], Access.BOTH)[0]
        taken = small_table.taken(position[np.newaxis])[0]
        for plies in (0, 1):
            search = CubefulSearch(lookahead, plies)
            found = decide(search, position, MONEY, CENTRED)
            assert found.no_double == pytest.approx(wanted, abs=1e-6)
            assert found.double_take == pytest.approx(taken, abs=1e-6)


def test_the_table_and_a_deep_search_agree(small_table):
    # Four plies see the end of every game with two checkers each.
    position = encode(board(mover="6:1 1:1", waiter="5:1 2:1"))
    exact = CubefulSearch(Lookahead(PipEvaluator(BACKGAMMON)), 0, small_table)
    deep = CubefulSearch(Lookahead(PlyEvaluator(PipEvaluator(BACKGAMMON))), 5)
    one, other = (decide(search, position, MONEY, CENTRED) for search in (exact, deep))
    assert one.no_double == pytest.approx(other.no_double, abs=1e-3)
    assert one.double_take == pytest.approx(other.double_take, abs=1e-3)


# ------------------------------------------------------------- Janowski's model


@given(st.floats(0.01, 0.99))
def test_without_gammons_the_live_cube_is_the_straight_line(p):
    model = LiveCube(MONEY, chances_of([p, 0, 0, 0, 0, 0]))
    live, dead = np.ones(1), np.zeros(1)
    line = float(np.interp(p, [0, 0.2, 0.8, 1], [-1, -1, 1, 1]))
    assert model.values(CENTRED, live)[0] == pytest.approx(line, abs=1e-5)
    owned = float(np.interp(p, [0, 0.8, 1], [-1, 1, 1]))
    assert model.values(MINE, live)[0] == pytest.approx(owned, abs=1e-5)
    theirs = float(np.interp(p, [0, 0.2, 1], [-1, -1, 1]))
    assert model.values(THEIRS, live)[0] == pytest.approx(theirs, abs=1e-5)
    for place in (CENTRED, MINE, THEIRS):
        assert model.values(place, dead)[0] == pytest.approx(2 * p - 1, abs=1e-5)


def test_take_points_with_gammons_are_janowskis():
    # All wins are worth 1.5 on average, all losses 1.2: TP = 0.7/3.2, CP = 2.2/3.2.
    model = LiveCube(MONEY, chances_of([0.5, 0.25, 0, 0.1, 0, 0]))
    assert model.cash_point(1)[0] == pytest.approx(2.2 / 3.2, abs=1e-6)
    assert 1 - model.turned.cash_point(1)[0] == pytest.approx(0.7 / 3.2, abs=1e-6)


@given(
    st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)
)
def test_the_other_side_has_the_opposite(win, double, lost_double, x, triple):
    row = [win, win * double, win * double * triple, (1 - win) * lost_double, 0, 0]
    for stakes in (MONEY, MatchStakes(EVEN, 3, 5), MatchStakes(EVEN, 7, 2)):
        model = LiveCube(stakes, chances_of(row))
        for place in (CENTRED, CubePlace(2, Who.ME), CubePlace(2, Who.OTHER)):
            mine = model.values(place, np.array([x]))[0]
            theirs = model.turned.values(place.turned, np.array([x]))[0]
            assert mine == pytest.approx(-theirs, abs=1e-4)


def test_to_own_the_cube_is_never_worse():
    rows = chances_of(
        *([p, 0.3 * p, 0, 0.2 * (1 - p), 0, 0] for p in np.arange(0, 1, 0.05))
    )
    half = np.full(len(rows), 0.5)
    for stakes in (MONEY, MatchStakes(EVEN, 4, 4), MatchStakes(EVEN, 2, 6)):
        model = LiveCube(stakes, rows)
        mine, middle, theirs = (
            model.values(CubePlace(1, owner), half)
            for owner in (Who.ME, Who.NOBODY, Who.OTHER)
        )
        assert (mine >= middle - 1e-9).all()
        assert (middle >= theirs - 1e-9).all()


def test_gammons_make_too_good_and_jacoby_makes_it_a_double():
    too_good = judged(0.95, 0.75, 0, 0.01, 0, 0)
    assert decide(too_good, START, MONEY, CENTRED).verdict is Verdict.TOO_GOOD
    jacoby = decide(too_good, START, MoneyStakes(has_jacoby=True), CENTRED)
    assert jacoby.verdict is Verdict.DOUBLE_DROP
    owned = decide(too_good, START, MoneyStakes(has_jacoby=True), CubePlace(2, Who.ME))
    assert owned.verdict is Verdict.TOO_GOOD


class Told:
    """A search that finds what it was told: values of the four cubes of `decide`."""

    def __init__(self, *values: float) -> None:
        self._values = np.array([values])

    def values(self, *_question: object) -> NDArray[np.float64]:
        return self._values


@pytest.mark.parametrize(
    ("stay", "verdict"),
    [(-0.10, Verdict.DOUBLE_BEAVER), (-0.05, Verdict.NO_DOUBLE_BEAVER)],
)
def test_a_double_may_be_right_though_it_is_beavered(stay, verdict):
    jacoby, raises = MoneyStakes(has_jacoby=True), Raises(beaver=True)
    told = Told(stay, -0.03, -0.06, -0.12)
    found = decide(told, START, jacoby, CENTRED, raises)
    assert found.verdict is verdict
    assert found.best == pytest.approx(max(stay, -0.06))


def test_under_jacobys_rule_less_is_won_while_nobody_has_doubled():
    # Many gammons and an even chance: the cube must be turned for them to count.
    search = judged(0.42, 0.36, 0, 0.05, 0, 0)
    raises = Raises(beaver=True)
    found = decide(search, START, MoneyStakes(has_jacoby=True), CENTRED, raises)
    plain = decide(search, START, MONEY, CENTRED, raises)
    assert found.no_double < plain.no_double
    assert found.double_take == plain.double_take


def test_jacobys_rule_chooses_plays_for_single_wins_until_the_cube_is_turned():
    jacoby = MoneyStakes(has_jacoby=True)
    assert jacoby.utility(CENTRED) is WINS
    assert jacoby.utility(CubePlace(2)) is WINS  # an automatic double is none
    assert jacoby.utility(CubePlace(2, Who.ME)) is POINTS
    assert jacoby.utility(CubePlace(2, Who.OTHER)) is POINTS
    assert MONEY.utility(CENTRED) is POINTS


def test_a_look_ahead_plays_for_what_each_cube_makes_of_gammons():
    search = CubefulSearch(Lookahead(SkewedEvaluator(BACKGAMMON)), plies=1)
    jacoby = MoneyStakes(has_jacoby=True)
    cubes = (CENTRED, CENTRED.doubled)
    (stay, take), (plain_stay, plain_take) = (
        search.values(START[np.newaxis], stakes, cubes)[0] for stakes in (jacoby, MONEY)
    )
    # A cube that was turned counts them all.
    assert take == pytest.approx(plain_take, abs=1e-9)
    assert abs(stay - plain_stay) > 1e-3
    chances, _ = search.look(START[np.newaxis], jacoby, cubes)
    wins = Lookahead(SkewedEvaluator(BACKGAMMON)).chances(START[np.newaxis], 1, WINS)
    assert chances == pytest.approx(wins, abs=1e-6)


# ------------------------------------------------------------------- the match

EVEN = MatchTable(
    # A table as if each point were an even game: the chance to be first with even luck.
    before=np.array(
        [
            [0.5 if i == j else 0.5 + 0.5 * (j - i) / (i + j) for j in range(1, 10)]
            for i in range(1, 10)
        ]
    ),
    after=np.array([0.5, 0.5, 0.25, 0.25, 0.125, 0.125, 0.0625, 0.0625, 0.03125]),
)


def test_at_the_last_point_there_is_nothing_to_double_for():
    found = decide(
        LAST,
        last_roll("5:1 2:1"),
        MatchStakes(EVEN, 1, 1, crawford_is_over=True),
        CENTRED,
    )
    assert found.verdict is Verdict.NO_DOUBLE
    assert found.no_double == pytest.approx(2 / 36, abs=1e-6)


def test_no_cube_in_the_crawford_game():
    stakes = MatchStakes(EVEN, 3, 1, is_crawford=True)
    found = decide(LAST, last_roll("5:1 2:1"), stakes, CENTRED)
    assert found.verdict is Verdict.NOT_ALLOWED
    after_win = 2 * 0.5 - 1  # 2 away, after the Crawford game
    wanted = 19 / 36 * after_win + 17 / 36 * -1
    assert found.no_double == pytest.approx(wanted, abs=1e-6)


def test_after_the_crawford_game_the_trailer_doubles_whatever_he_has():
    stakes = MatchStakes(EVEN, 3, 1, crawford_is_over=True)
    poor = decide(LAST, last_roll("6:1 1:1"), stakes, CENTRED)
    assert poor.verdict is Verdict.DOUBLE_TAKE
    # Three away: he wins two points of an even game, and then has the half of 1 away.
    assert poor.double_take == pytest.approx(15 / 36 * 0 + 21 / 36 * -1, abs=1e-6)


def test_at_two_away_all_the_cube_decides_the_match():
    # 2-2: a double makes it the last game, so any favourite doubles on his last roll.
    stakes = MatchStakes(EVEN, 2, 2)
    found = decide(LAST, last_roll("5:1 2:1"), stakes, CENTRED)
    assert found.verdict is Verdict.DOUBLE_TAKE
    assert found.double_take == pytest.approx(2 / 36, abs=1e-6)


def test_scores_that_are_none_are_refused():
    with pytest.raises(ValueError, match="still need points"):
        MatchStakes(EVEN, 0, 3)
    with pytest.raises(ValueError, match="ends at 9"):
        MatchStakes(EVEN, 10, 3)
    with pytest.raises(ValueError, match="Crawford"):
        MatchStakes(EVEN, 3, 3, is_crawford=True)
    with pytest.raises(ValueError, match="different lengths"):
        MatchTable(np.zeros((2, 2)), np.zeros(3))
    with pytest.raises(ValueError, match="from 0 to 1"):
        MatchTable(np.full((1, 1), 1.5), np.zeros(1))


@given(st.integers(1, 9), st.integers(1, 9))
def test_a_score_gives_a_utility_between_its_ends(mine, theirs):
    stakes = MatchStakes(EVEN, mine, theirs, crawford_is_over=min(mine, theirs) == 1)
    if not stakes.worth(1) > stakes.worth(-1):
        return
    utility = stakes.utility(CENTRED)
    won, lost = chances_of([1, 0, 0, 0, 0, 0]), chances_of([0, 0, 0, 0, 0, 0])
    assert utility.of(won)[0] == pytest.approx(1, abs=1e-5)
    assert utility.of(lost)[0] == pytest.approx(-1, abs=1e-5)
