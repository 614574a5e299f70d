"""The doubling cube: offers, answers, the Crawford game, the options."""

import pytest

from match.driver import BLACK, WHITE, Table
from tavli.match import (
    LARGEST_CUBE,
    Beaver,
    Beavered,
    Cube,
    CubeOffer,
    Double,
    Doubled,
    Drop,
    Dropped,
    GameEnded,
    GameEnding,
    OfferKind,
    Phase,
    PlayMoves,
    Raccoon,
    Raccooned,
    Resign,
    Roll,
    Take,
    Taken,
    legal_actions,
)
from tavli.rules import Move, Stake

BEARING_OFF = PlayMoves((Move(1, 0),))


def may_double(table: Table, player=WHITE) -> bool:
    return Double() in legal_actions(table.state, player)


# ------------------------------------------------------------- offer and answer


@pytest.mark.rule("B4")
def test_a_dropped_double_costs_the_stake_before_it():
    """B-01."""
    table = Table("backgammon", "7").set_up()
    assert table.does(WHITE, Double()) == (Doubled(WHITE, 2),)
    assert table.state.phase is Phase.TO_ANSWER_DOUBLE
    assert table.state.awaited == {BLACK}
    dropped, ended = table.does(BLACK, Drop())
    assert dropped == Dropped(BLACK)
    assert ended == GameEnded(WHITE, 1, GameEnding.DROPPED, (1, 0))


@pytest.mark.rule("B4")
def test_only_the_owner_doubles_again():
    """B-02."""
    table = Table("backgammon", "7").set_up(turn=BLACK, cube=Cube(2, BLACK))
    assert table.does(BLACK, Double()) == (Doubled(BLACK, 4),)
    assert table.does(WHITE, Take()) == (Taken(WHITE),)
    assert table.game.cube == Cube(4, WHITE)
    assert table.refuses(BLACK, Double()) == "cube_with_opponent"


@pytest.mark.rule("B4")
def test_a_dropped_redouble_costs_the_cube_as_it_stood():
    """B-02."""
    table = Table("backgammon", "7").set_up(turn=BLACK, cube=Cube(2, BLACK))
    table.does(BLACK, Double())
    assert table.does(WHITE, Drop())[1].points == 2


@pytest.mark.rule("B4")
def test_after_a_take_the_doubler_throws_and_doubles_no_more():
    """The value doubles once, and one turn has one offer (FR-081)."""
    table = Table("backgammon", "7").set_up()
    table.does(WHITE, Double())
    table.does(BLACK, Take())
    assert table.game.cube == Cube(2, BLACK)
    assert (table.game.turn, table.state.phase) == (WHITE, Phase.TO_ROLL)
    assert legal_actions(table.state, WHITE)[0] == Roll()
    assert not may_double(table)


@pytest.mark.rule("B4")
def test_nobody_doubles_after_the_throw():
    table = Table("backgammon", "7").set_up(dice="6-1")
    assert table.refuses(WHITE, Double()) == "double_before_roll"


@pytest.mark.rule("B4")
def test_nobody_doubles_out_of_turn():
    table = Table("backgammon", "7").set_up()
    assert not may_double(table, BLACK)
    assert table.refuses(BLACK, Double()) == "not_your_turn"


@pytest.mark.rule("B4")
def test_who_is_closed_out_may_double():
    """B-14."""
    table = Table("backgammon", "7").set_up(
        "bar:1 6:14", "6:3 5:3 4:3 3:2 2:2 1:2", cube=Cube(2, WHITE)
    )
    assert may_double(table)


@pytest.mark.rule("B4")
def test_an_offer_is_answered_by_the_other_and_before_anything_else():
    table = Table("backgammon", "7").set_up()
    table.does(WHITE, Double())
    for answer in (Take(), Drop()):
        assert table.refuses(WHITE, answer) == "not_your_turn"
    for action in (Roll(), Double()):
        assert table.refuses(WHITE, action) == "answer_first"
    assert legal_actions(table.state, BLACK)[:2] == (Take(), Drop())


@pytest.mark.rule("B4")
@pytest.mark.parametrize("answer", [Take(), Drop(), Beaver(), Raccoon()])
def test_an_answer_needs_an_offer(answer):
    table = Table("backgammon", "money").set_up()
    assert table.refuses(BLACK, answer) == "nothing_offered"


@pytest.mark.rule("B4")
def test_the_cube_has_a_largest_value():
    """Never past it, by any kind of raise (FR-075, FR-113)."""
    options = {"bg.beaver": "on", "bg.raccoon": "on"}
    full = Cube(LARGEST_CUBE, WHITE)
    table = Table("backgammon", "money", options=options).set_up(cube=full)
    assert not may_double(table)
    assert table.refuses(WHITE, Double()) == "cube_limit"
    table.set_up(cube=Cube(LARGEST_CUBE // 2, WHITE))
    table.does(WHITE, Double())
    assert Beaver() not in legal_actions(table.state, BLACK)
    assert table.refuses(BLACK, Beaver()) == "cube_limit"
    table.set_up(cube=Cube(LARGEST_CUBE // 4, WHITE))
    table.does(WHITE, Double())
    table.does(BLACK, Beaver())
    assert table.refuses(WHITE, Raccoon()) == "cube_limit"
    table.does(WHITE, Take())
    assert table.game.cube == Cube(LARGEST_CUBE, BLACK)


def test_a_cube_shows_powers_of_two_and_is_owned_once_turned():
    with pytest.raises(ValueError, match="a power of two, not 3"):
        Cube(3)
    with pytest.raises(ValueError, match="has no owner"):
        Cube(1, WHITE)


# ------------------------------------------------------------------- dead cubes


@pytest.mark.rule("B5")
def test_a_dead_cube_is_not_offered_though_turning_it_is_no_offence():
    """B-13."""
    table = Table("backgammon", "5").set_up(score=(3, 0), cube=Cube(2, WHITE))
    assert not may_double(table)
    assert table.does(WHITE, Double()) == (Doubled(WHITE, 4),)


@pytest.mark.rule("B5")
@pytest.mark.parametrize(
    ("score", "cube", "alive"),
    [
        ((2, 0), Cube(2, WHITE), True),
        ((4, 3), Cube(), False),
        ((3, 4), Cube(), True),
        ((1, 4), Cube(4, WHITE), False),
        ((0, 4), Cube(4, WHITE), True),
    ],
)
def test_a_cube_is_dead_where_its_value_wins_already(score, cube, alive):
    table = Table("backgammon", "5").set_up(
        score=score, cube=cube, crawford_played=True
    )
    assert may_double(table) is alive


@pytest.mark.rule("B5")
def test_money_play_and_a_single_game_have_no_dead_cube():
    for length in ("money", "game"):
        assert may_double(Table("backgammon", length).set_up(cube=Cube(64, WHITE)))


@pytest.mark.rule("B6")
def test_a_match_to_one_point_has_no_cube():
    """FR-077."""
    table = Table("backgammon", "1").set_up()
    assert not may_double(table)
    assert table.refuses(WHITE, Double()) == "no_cube"


# --------------------------------------------------------------------- Crawford


def crawford_table(target: str = "7", **options: str) -> Table:
    """A match in which White has just come within a point of the target."""
    table = Table(
        "backgammon", target, options={f"bg.{k}": v for k, v in options.items()}
    )
    table.set_up(score=(int(target) - 2, 4 if int(target) > 5 else 0))
    table.lose(BLACK)
    table.next_game()
    return table


@pytest.mark.rule("B7")
@pytest.mark.parametrize("player", [WHITE, BLACK])
def test_no_cube_in_the_game_after_a_player_has_come_within_a_point(player):
    """B-10, the first half; the illegal double changes nothing (FR-119)."""
    table = crawford_table()
    assert table.state.score == (6, 4)
    assert table.game.crawford
    table.set_up(turn=player)
    assert not may_double(table, player)
    assert table.refuses(player, Double()) == "crawford_no_double"


@pytest.mark.rule("B7")
def test_after_the_crawford_game_the_cube_is_back():
    """B-10, the second half."""
    table = crawford_table()
    table.lose(WHITE)
    table.next_game()
    assert table.state.score == (6, 5)
    assert not table.game.crawford
    table.set_up(turn=BLACK)
    assert may_double(table, BLACK)


@pytest.mark.rule("B7")
def test_there_is_no_second_crawford_game():
    """B-11."""
    table = crawford_table()
    for score in ((6, 5), (6, 6)):
        table.lose(WHITE)
        table.next_game()
        assert table.state.score == score
        assert not table.game.crawford


@pytest.mark.rule("B8")
def test_after_crawford_the_leader_may_drop():
    """B-12."""
    table = Table("backgammon", "5").set_up(
        turn=BLACK, score=(4, 3), crawford_played=True
    )
    table.does(BLACK, Double())
    assert table.does(WHITE, Drop())[1].score == (4, 4)
    assert table.end is None


@pytest.mark.rule("B7")
def test_a_match_to_two_has_its_crawford_game():
    table = Table("backgammon", "2")
    assert not table.game.crawford
    table.lose(BLACK)
    assert table.next_game().crawford


@pytest.mark.rule("B7")
def test_who_jumps_over_the_last_point_but_one_brings_no_crawford_game():
    table = Table("backgammon", "7").set_up(score=(4, 0))
    table.does(BLACK, Resign(Stake.BACKGAMMON))
    assert table.end is not None


@pytest.mark.rule("B7")
@pytest.mark.parametrize("target", ["2", "3", "5", "7", "25"])
def test_option_crawford_off_plays_every_game_with_the_cube(target):
    table = crawford_table(target, crawford="off")
    assert not table.game.crawford
    table.set_up(turn=BLACK)
    assert may_double(table, BLACK)


@pytest.mark.rule("B7")
@pytest.mark.parametrize("length", ["money", "game"])
def test_only_matches_have_a_crawford_game(length):
    with pytest.raises(ValueError, match=r"has no option 'bg\.crawford'"):
        Table("backgammon", length, options={"bg.crawford": "on"})


# ---------------------------------------------------------------------- Holland


@pytest.mark.rule("B13")
@pytest.mark.parametrize(
    ("turns", "allowed"), [(0, False), (1, False), (2, False), (3, False), (4, True)]
)
def test_option_holland_waits_for_two_throws_of_each_side(turns, allowed):
    table = crawford_table(holland="on")
    table.lose(WHITE)
    table.next_game()
    table.set_up(turn=BLACK, turns=turns)
    assert may_double(table, BLACK) is allowed
    if not allowed:
        assert table.refuses(BLACK, Double()) == "no_double_yet"


@pytest.mark.rule("B13")
def test_option_holland_concerns_only_games_after_crawford():
    table = Table("backgammon", "7", options={"bg.holland": "on"})
    assert may_double(table.set_up(turns=1))


@pytest.mark.rule("B13")
def test_without_holland_one_turn_is_enough_after_crawford():
    table = crawford_table()
    table.lose(WHITE)
    table.next_game()
    assert may_double(table.set_up(turn=BLACK, turns=1), BLACK)


# ----------------------------------------------------------------------- Jacoby

JACOBY = {"bg.jacoby": "on"}


@pytest.mark.rule("B10")
@pytest.mark.parametrize(
    ("loser", "cube", "points"),
    [
        ("6:15", Cube(), 1),  # B-07: nobody doubled
        ("bar:1 6:14", Cube(), 1),
        ("6:15", Cube(2, BLACK), 4),  # B-07: after one double
        ("bar:1 6:14", Cube(2, WHITE), 6),
        ("6:15", Cube(2), 2),  # an automatic double is no double
        ("6:14", Cube(4, WHITE), 4),
    ],
)
def test_option_jacoby_counts_gammons_only_after_a_double(loser, cube, points):
    table = Table("backgammon", "money", options=JACOBY)
    table.set_up("1:1", loser, dice="6-1", cube=cube)
    assert table.does(WHITE, BEARING_OFF)[1].points == points


@pytest.mark.rule("B10")
@pytest.mark.parametrize(
    ("cube", "most"), [(Cube(), 1), (Cube(2), 1), (Cube(2, WHITE), 3)]
)
def test_option_jacoby_limits_what_can_be_resigned(cube, most):
    table = Table("backgammon", "money", options=JACOBY).set_up(cube=cube)
    offers = [a for a in legal_actions(table.state, BLACK) if isinstance(a, Resign)]
    assert max(offer.stake.value for offer in offers) == most
    ended = table.does(BLACK, offers[-1])[1]
    assert ended.points == most * cube.value


@pytest.mark.rule("B10")
def test_without_jacoby_a_gammon_counts_undoubled():
    table = Table("backgammon", "money").set_up("1:1", "6:15", dice="6-1")
    assert table.does(WHITE, BEARING_OFF)[1].points == 2


@pytest.mark.rule("B10")
def test_one_game_with_jacoby():
    table = Table("backgammon", "game", options=JACOBY)
    table.set_up("1:1", "6:15", dice="6-1")
    assert table.does(WHITE, BEARING_OFF)[1].points == 1


# ----------------------------------------------------------- beavers, raccoons

BEAVER = {"bg.beaver": "on"}
RACCOON = {**BEAVER, "bg.raccoon": "on"}


@pytest.mark.rule("B11")
def test_a_beaver_doubles_at_once_and_keeps_the_cube():
    """B-09."""
    table = Table("backgammon", "money", options=BEAVER).set_up()
    table.does(WHITE, Double())
    assert Beaver() in legal_actions(table.state, BLACK)
    assert table.does(BLACK, Beaver()) == (Beavered(BLACK, 4),)
    assert table.state.phase is Phase.TO_ANSWER_BEAVER
    assert table.state.awaited == {WHITE}
    table.does(WHITE, Take())
    assert table.game.cube == Cube(4, BLACK)
    assert (table.game.turn, table.state.phase) == (WHITE, Phase.TO_ROLL)


@pytest.mark.rule("B11")
@pytest.mark.parametrize(("cube", "loses"), [(Cube(), 2), (Cube(4, WHITE), 8)])
def test_a_beaver_that_is_refused_costs_what_the_doubler_had_asked(cube, loses):
    """B-09."""
    table = Table("backgammon", "money", options=BEAVER).set_up(cube=cube)
    table.does(WHITE, Double())
    table.does(BLACK, Beaver())
    ended = table.does(WHITE, Drop())[1]
    assert (ended.winner, ended.points) == (BLACK, loses)


@pytest.mark.rule("B11")
@pytest.mark.parametrize("length", ["money", "game"])
def test_without_the_option_there_are_no_beavers(length):
    table = Table("backgammon", length).set_up()
    table.does(WHITE, Double())
    assert legal_actions(table.state, BLACK)[:2] == (Take(), Drop())
    assert table.refuses(BLACK, Beaver()) == "no_beaver"


@pytest.mark.rule("B11")
def test_the_doubler_does_not_beaver_himself_nor_twice():
    table = Table("backgammon", "money", options=BEAVER).set_up()
    table.does(WHITE, Double())
    assert table.refuses(WHITE, Beaver()) == "not_your_turn"
    table.does(BLACK, Beaver())
    assert table.refuses(BLACK, Beaver()) == "not_your_turn"
    assert table.refuses(WHITE, Beaver()) == "nothing_offered"


@pytest.mark.rule("B12")
def test_a_raccoon_doubles_again_and_the_cube_stays_with_the_beaver():
    """B-09."""
    table = Table("backgammon", "money", options=RACCOON).set_up()
    table.does(WHITE, Double())
    table.does(BLACK, Beaver())
    assert Raccoon() in legal_actions(table.state, WHITE)
    assert table.does(WHITE, Raccoon()) == (Raccooned(WHITE, 8),)
    assert table.state.phase is Phase.TO_ANSWER_DOUBLE
    table.does(BLACK, Take())
    assert table.game.cube == Cube(8, BLACK)


@pytest.mark.rule("B12")
@pytest.mark.parametrize(("cube", "loses"), [(Cube(), 4), (Cube(2, WHITE), 8)])
def test_a_raccoon_that_is_refused_costs_what_the_beaver_had_asked(cube, loses):
    table = Table("backgammon", "money", options=RACCOON).set_up(cube=cube)
    table.does(WHITE, Double())
    table.does(BLACK, Beaver())
    table.does(WHITE, Raccoon())
    ended = table.does(BLACK, Drop())[1]
    assert (ended.winner, ended.points) == (WHITE, loses)


@pytest.mark.rule("B12")
def test_a_raccoon_answers_only_a_beaver():
    table = Table("backgammon", "money", options=RACCOON).set_up()
    table.does(WHITE, Double())
    assert table.refuses(BLACK, Raccoon()) == "nothing_offered"
    table.does(BLACK, Beaver())
    table.does(WHITE, Raccoon())
    assert table.refuses(BLACK, Raccoon()) == "nothing_offered"
    assert table.refuses(BLACK, Beaver()) == "nothing_offered"


@pytest.mark.rule("B12")
def test_without_the_option_there_are_no_raccoons():
    table = Table("backgammon", "money", options=BEAVER).set_up()
    table.does(WHITE, Double())
    table.does(BLACK, Beaver())
    assert Raccoon() not in legal_actions(table.state, WHITE)
    assert table.refuses(WHITE, Raccoon()) == "no_raccoon"


@pytest.mark.rule("B12")
def test_raccoons_are_agreed_only_with_beavers():
    with pytest.raises(ValueError, match=r"choose bg\.beaver=on"):
        Table("backgammon", "money", options={"bg.raccoon": "on"})


@pytest.mark.rule("B12")
def test_a_raised_cube_counts_in_the_result():
    offer = CubeOffer(OfferKind.RACCOON, WHITE, 8, BLACK)
    table = Table("backgammon", "money", options=RACCOON)
    table.set_up("1:1", "6:15", offer=offer)
    table.does(BLACK, Take())
    table.does(WHITE, Roll())
    assert table.does(WHITE, BEARING_OFF)[1].points == 16


@pytest.mark.rule("B6")
@pytest.mark.parametrize("option", ["jacoby", "beaver", "raccoon", "auto_doubles"])
def test_matches_have_none_of_the_options_of_money_play(option):
    with pytest.raises(ValueError, match=f"has no option 'bg.{option}'"):
        Table("backgammon", "5", options={f"bg.{option}": "on"})
