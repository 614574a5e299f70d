"""Match equity tables: by hand, by walking every path, and by law."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavli.evaluation.chances import of_outcome
from tavli.match import MatchRules
from tavli.search.match_equity import Before, MatchEquity, after, reachable
from tavli.search.match_table import Crawford
from tavli.search.match_with_cube import match_table
from tavli.search.rates import Rates, RatesError, read_rates, write_rates
from tavli.search.who import Who

# Made up, near enough to be plausible.
MADE_UP = {
    "portes": Rates(win=0.53, double=0.14, lost_double=0.12),
    "plakoto": Rates(win=0.5, double=0.3, lost_double=0.28, draw=0.02),
    "fevga": Rates(win=0.55, double=0.1, lost_double=0.07),
    "backgammon": Rates(
        win=0.525, double=0.145, triple=0.006, lost_double=0.125, lost_triple=0.005
    ),
}
SIMPLE = {"portes": Rates(win=0.6, double=0.2, lost_double=0.1)}
START = Before(0, Who.NOBODY, Who.NOBODY)


def rules(game: str, target: int, **options: str) -> MatchRules:
    return MatchRules.parse(game, str(target), options)


def test_two_points_of_portes_by_hand():
    table = MatchEquity.of(rules("portes", 2), SIMPLE)
    mine, other = (Before(0, who, who) for who in (Who.ME, Who.OTHER))
    assert table.chance(1, 1, mine) == pytest.approx(0.6)
    assert table.chance(1, 1, other) == pytest.approx(0.4)
    # One away, with the start: won at once, or lost single (0.3) and from behind.
    one_two = 0.6 + 0.3 * 0.4
    assert table.chance(1, 2, mine) == pytest.approx(one_two)
    # Two away, with the start: a double; single and again; lost single, then behind.
    two_one = 0.2 + 0.4 * 0.6
    assert table.chance(2, 1, mine) == pytest.approx(two_one)
    level = 0.2 + 0.4 * one_two + 0.3 * (1 - one_two)
    assert table.chance(2, 2, mine) == pytest.approx(level)
    assert table.chance(2, 2, START) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        # The winner of the last game that anybody won: nobody yet, so they throw.
        ("last_winner", 0.5 + 0.2 * 0.5),
        ("roll_off", 0.5 + 0.2 * 0.5),
        ("same_starter", 0.5 / 0.8),
        ("other", (0.5 + 0.2 * 0.3) / (1 - 0.2**2)),
    ],
)
def test_a_draw_goes_on_at_the_same_score(choice, wanted):
    drawish = {"plakoto": Rates(win=0.5, draw=0.2)}
    table = MatchEquity.of(rules("plakoto", 1, draw_starter=choice), drawish)
    assert table.chance(1, 1, Before(0, Who.ME, Who.NOBODY)) == pytest.approx(wanted)


def test_plakoto_without_the_mother_rule_can_be_drawn_too():
    choices = {"draw_starter": "same_starter"}
    usual = reachable(rules("plakoto", 3, **choices))
    bare = rules("plakoto", 3, **choices, **{"plakoto.mother_rule": "off"})
    assert Before(0, Who.ME, Who.NOBODY) in usual
    assert reachable(bare) == usual


def walked(agreed: MatchRules, mine: int, theirs: int, before: Before, games: int):
    """The chance of the match by walking every path, at most *games* long."""
    if mine <= 0 or theirs <= 0 or not games:
        return float(mine <= 0)
    if before.starter is Who.NOBODY:
        return (
            sum(
                walked(
                    agreed, mine, theirs, Before(before.game, who, before.winner), games
                )
                for who in (Who.ME, Who.OTHER)
            )
            / 2
        )
    total = 0.0
    for points, rate in MADE_UP[agreed.cycle[before.game].name].of_points().items():
        won = points if before.starter is Who.ME else -points
        if not rate:
            continue
        winner = Who.NOBODY if not won else Who.ME if won > 0 else Who.OTHER
        total += rate * walked(
            agreed,
            mine - max(won, 0),
            theirs - max(-won, 0),
            after(agreed, before, winner),
            games - 1,
        )
    return total


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"starter_next": "loser", "draw_starter": "other"},
        {"starter_next": "alternate", "draw_starter": "same_starter"},
        {"starter_next": "roll_off", "draw_starter": "roll_off"},
    ],
)
def test_a_tavli_match_to_three_by_walking_every_path(options):
    agreed = rules("tavli", 3, **options)
    table = MatchEquity.of(agreed, MADE_UP)
    for before in (
        Before(0, Who.ME, Who.ME),
        Before(1, Who.OTHER, Who.ME),
        Before(2, Who.ME, Who.NOBODY),
    ):
        for mine, theirs in ((3, 3), (1, 2), (3, 1)):
            wanted = walked(agreed, mine, theirs, before, 7)
            # Paths with more than two draws are left out: 0.02 to the third, and less.
            found = table.chance(mine, theirs, before)
            assert found == pytest.approx(wanted, abs=2e-5)


@given(
    st.sampled_from(["tavli", "portes", "plakoto", "fevga"]),
    st.sampled_from(["winner", "loser", "alternate", "roll_off"]),
    st.sampled_from(["last_winner", "same_starter", "roll_off", "other"]),
)
@settings(max_examples=12)
def test_what_one_side_has_the_other_lacks(game, starter, draw):
    agreed = rules(game, 4, starter_next=starter, draw_starter=draw)
    table = MatchEquity.of(agreed, MADE_UP)
    for before in table.moments:
        other = Before(before.game, before.starter.turned, before.winner.turned)
        for mine in range(1, 5):
            for theirs in range(1, 5):
                one = table.chance(mine, theirs, before)
                assert one + table.chance(theirs, mine, other) == pytest.approx(1)
                if mine < 4:
                    assert one > table.chance(mine + 1, theirs, before)


def test_the_moments_that_can_come_up():
    # The winner starts, and keeps the start after a draw; only the first is thrown for.
    usual = reachable(rules("tavli", 5))
    assert usual[0] == START
    assert {before.starter is before.winner for before in usual[1:]} == {True}
    assert len(usual) == 1 + 3 * 2
    thrown = rules("tavli", 5, starter_next="roll_off", draw_starter="roll_off")
    assert {before.starter for before in reachable(thrown)} == {Who.NOBODY}


def test_a_score_makes_a_utility():
    table = MatchEquity.of(rules("tavli", 5), MADE_UP)
    before = Before(0, Who.ME, Who.ME)
    last = table.utility(1, 1, before)
    assert last.of(of_outcome(2)) == last.of(of_outcome(1)) == 1
    assert last.of(of_outcome(-2)) == last.of(of_outcome(-1)) == -1
    behind = table.utility(2, 1, before)
    gammon, lost = behind.of(of_outcome(2))[0], behind.of(of_outcome(-2))[0]
    one, none = table.chance(1, 1, Before(1, Who.ME, Who.ME)), 0.0
    # Scaled so that a single win is 1 and a single loss -1.
    assert gammon == pytest.approx((1 - (one + none) / 2) / ((one - none) / 2))
    assert lost == pytest.approx(-1)


def test_tables_that_cannot_be_made_are_refused():
    with pytest.raises(ValueError, match="points without a cube"):
        MatchEquity.of(MatchRules.parse("portes", "game"), MADE_UP)
    with pytest.raises(ValueError, match="points without a cube"):
        MatchEquity.of(MatchRules.parse("backgammon", "5"), MADE_UP)
    with pytest.raises(ValueError, match="no rates for fevga, plakoto"):
        MatchEquity.of(rules("tavli", 3), SIMPLE)


# ------------------------------------------------------------------ with the cube


def test_the_table_with_the_cube_has_the_values_that_must_be():
    table = match_table(MADE_UP["backgammon"], 7)
    for mine in range(1, 8):
        assert table.before[mine - 1, mine - 1] == pytest.approx(0.5, abs=1e-6)
        for theirs in range(1, 8):
            both = (
                table.before[mine - 1, theirs - 1] + table.before[theirs - 1, mine - 1]
            )
            assert both == pytest.approx(1, abs=1e-6)
    assert (np.diff(table.before, axis=0) < 0).all()
    assert (np.diff(table.before, axis=1) > 0).all()
    assert (np.diff(table.after) < 0).all()
    # Crawford, 2 away: a gammon (27 %) wins, a single win goes to 1-1.
    single = 1 - 0.27
    assert table.before[1, 0] == pytest.approx((single * 0.5 + 0.27) / 2, abs=1e-4)
    # Once it is over, at 3 away: the cube goes to 2, so a single win leaves 1 away.
    assert table.after[2] == pytest.approx((single * 0.5 + 0.27) / 2, abs=0.005)


def test_without_a_crawford_game_the_last_point_is_played_with_the_cube():
    usual = match_table(MADE_UP["backgammon"], 7)
    table = match_table(MADE_UP["backgammon"], 7, Crawford.LEFT_OUT)
    assert table.before + table.before.T == pytest.approx(np.ones((7, 7)), abs=1e-6)
    assert (np.diff(table.before, axis=0) < 0).all()
    assert (table.after == usual.after).all()
    for away in range(1, 8):
        for over in (False, True):
            chance = table.chance(away, 1, crawford_is_over=over)
            assert chance == usual.chance(away, 1, crawford_is_over=True)
    # At 2-1 away the cube brings nearly a half, so to be overtaken costs less.
    assert table.before[1, 2] > usual.before[1, 2] + 5e-3


def test_without_gammons_the_first_scores_are_arithmetic():
    table = match_table(Rates(win=0.5), 3)
    assert table.after[0] == 0.5
    assert table.before[1, 0] == pytest.approx(0.25)
    assert table.before[1, 1] == pytest.approx(0.5)
    assert 0.47 < table.after[1] < 0.5


# -------------------------------------------------------------------------- rates


def test_rates_go_into_a_file_and_come_back(tmp_path):
    path = tmp_path / "rates.json"
    write_rates(path, MADE_UP)
    assert read_rates(path) == MADE_UP


def test_rates_count_every_end_once():
    for rates in MADE_UP.values():
        ends = rates.of_points()
        assert sum(ends.values()) == pytest.approx(1)
        even = rates.evened
        assert even.win == pytest.approx((1 - even.draw) / 2)
        assert even.double == even.lost_double


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no file of rates"),
        ("[]", "no file of rates"),
        ('{"tavli_rates": 2, "games": {}}', "version"),
        ('{"tavli_rates": 1, "games": {"chess": {}}}', "the games are"),
        ('{"tavli_rates": 1, "games": {"portes": {}}}', "needs its win"),
        ('{"tavli_rates": 1, "games": {"portes": {"win": 1.5}}}', "0 to 1"),
        ('{"tavli_rates": 1, "games": {"portes": {"win": "x"}}}', "is a number"),
        ('{"tavli_rates": 1, "games": {"portes": {"win": NaN}}}', "0 to 1"),
        ('{"tavli_rates": 1, "games": {"portes": {"win": 1, "source": 3}}}', "a text"),
        (f'{{"tavli_rates": 1, "games": {{"portes": {{"win": 1{"0" * 400}}}}}}}', "no"),
        (
            '{"tavli_rates": 1, "games": {"plakoto": {"win": 0, "draw": 1}}}',
            "always drawn",
        ),
    ],
)
def test_what_are_no_rates_is_refused(tmp_path, text, words):
    path = tmp_path / "rates.json"
    path.write_text(text)
    with pytest.raises(RatesError, match=words):
        read_rates(path)


@pytest.mark.parametrize("rates", [Rates(win=0.0), Rates(win=1.0)])
def test_who_starts_may_win_always_or_never(tmp_path, rates):
    path = tmp_path / "rates.json"
    write_rates(path, {"portes": rates})
    assert read_rates(path) == {"portes": rates}
    table = MatchEquity.of(rules("portes", 3), read_rates(path))
    assert table.chance(3, 3, START) == pytest.approx(0.5)


def test_rates_that_are_not_there_are_named(tmp_path):
    with pytest.raises(RatesError, match="nowhere"):
        read_rates(tmp_path / "nowhere")


def test_the_file_says_where_rates_come_from(tmp_path):
    path = tmp_path / "rates.json"
    noted = SIMPLE["portes"].noted("counted by hand")
    write_rates(path, {"portes": noted})
    assert read_rates(path)["portes"].source == "counted by hand"
