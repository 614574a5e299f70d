"""Giving up a game at each stake, or the match (C15, A20)."""

import pytest

from match.driver import BLACK, WHITE, Table
from tavli.match import (
    AcceptResignation,
    Cube,
    CubeOffer,
    DeclineResignation,
    Double,
    GameEnded,
    GameEnding,
    MatchEnded,
    MatchEnding,
    OfferKind,
    Phase,
    PlayMoves,
    Resign,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    ResignMatch,
    Roll,
    legal_actions,
)
from tavli.rules import Move, Stake

pytestmark = pytest.mark.rule("C15")
STARTS = {"portes": "24:2 13:5 8:3 6:5", "plakoto": "24:15", "fevga": "24:15"}


def stakes(table: Table, player=WHITE) -> list[int]:
    """What *player* may offer to lose."""
    return [
        action.stake.value
        for action in legal_actions(table.state, player)
        if isinstance(action, Resign)
    ]


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga"])
def test_two_points_end_a_game_of_tavli_at_once(game):
    table = Table(game, "5").set_up(STARTS[game], STARTS[game])
    assert stakes(table) == [1, 2]
    offered, ended = table.does(WHITE, Resign(Stake.GAMMON))
    assert offered == ResignationOffered(WHITE, Stake.GAMMON)
    assert ended == GameEnded(BLACK, 2, GameEnding.RESIGNED, (0, 2))
    assert table.state.phase is Phase.GAME_OVER


def test_three_points_end_a_backgammon_at_once_times_the_cube():
    table = Table("backgammon", "21").set_up(cube=Cube(2, WHITE))
    assert stakes(table) == [1, 2, 3]
    _, ended = table.does(BLACK, Resign(Stake.BACKGAMMON))
    assert ended == GameEnded(WHITE, 6, GameEnding.RESIGNED, (6, 0))


@pytest.mark.parametrize("stake", [Stake.SINGLE, Stake.GAMMON])
def test_an_offer_below_what_can_be_lost_waits_for_an_answer(stake):
    table = Table("backgammon", "7").set_up()
    assert table.does(WHITE, Resign(stake)) == (ResignationOffered(WHITE, stake),)
    assert table.state.phase is Phase.TO_ANSWER_RESIGNATION
    assert table.state.awaited == {BLACK}
    accepted, ended = table.does(BLACK, AcceptResignation())
    assert accepted == ResignationAccepted(BLACK)
    assert ended == GameEnded(BLACK, stake.value, GameEnding.RESIGNED, (0, stake.value))


@pytest.mark.parametrize("dice", [None, "5-3"])
def test_a_refused_offer_leaves_the_game_and_its_dice_as_they_were(dice):
    """A refusal never brings another throw (FR-115)."""
    table = Table("portes", "5").set_up(dice=dice)
    before = table.game
    table.does(WHITE, Resign(Stake.SINGLE))
    assert table.does(BLACK, DeclineResignation()) == (ResignationDeclined(BLACK),)
    assert (table.game.phase, table.game.dice) == (before.phase, before.dice)
    assert table.game.position == before.position
    assert table.game.rolls == before.rolls


def test_a_refused_offer_is_not_made_again_in_the_same_turn():
    table = Table("backgammon", "7").set_up(dice="6-1")
    table.does(WHITE, Resign(Stake.GAMMON))
    table.does(BLACK, DeclineResignation())
    assert stakes(table) == [3]
    assert table.refuses(WHITE, Resign(Stake.GAMMON)) == "resignation_refused"
    assert table.refuses(WHITE, Resign(Stake.SINGLE)) == "resignation_refused"
    assert table.does(WHITE, Resign(Stake.BACKGAMMON))[1].points == 3


def test_a_larger_offer_may_follow_a_refused_one():
    table = Table("backgammon", "7").set_up()
    table.does(WHITE, Resign(Stake.SINGLE))
    table.does(BLACK, DeclineResignation())
    assert stakes(table) == [2, 3]


def test_a_refusal_does_not_bind_the_one_who_refused():
    table = Table("portes", "5").set_up()
    table.does(WHITE, Resign(Stake.SINGLE))
    table.does(BLACK, DeclineResignation())
    assert stakes(table, BLACK) == [1, 2]
    assert table.does(BLACK, Resign(Stake.SINGLE)) == (
        ResignationOffered(BLACK, Stake.SINGLE),
    )
    table.does(WHITE, DeclineResignation())
    assert stakes(table, WHITE) == [2]
    assert stakes(table, BLACK) == [2]


def test_after_the_turn_the_offer_may_be_made_again():
    table = Table("portes", "5").set_up("13:1 6:14", "6:13 5:2", dice="6-1")
    table.does(WHITE, Resign(Stake.SINGLE))
    table.does(BLACK, DeclineResignation())
    table.does(WHITE, PlayMoves((Move(13, 7), Move(7, 6))))
    assert stakes(table) == [1, 2]


@pytest.mark.parametrize(
    ("game", "white", "most"),
    [
        ("portes", "6:14", 1),
        ("backgammon", "6:14", 1),
        ("fevga", "6:14", 1),
        ("plakoto", "6:14", 1),
        ("portes", "6:15", 2),
        ("backgammon", "6:15", 3),
    ],
)
def test_with_a_checker_off_no_more_than_one_point_can_be_lost(game, white, most):
    table = Table(game, "7").set_up(white, "6:15")
    assert stakes(table) == list(range(1, most + 1))
    if most < 3:
        code = table.refuses(WHITE, Resign(Stake(most + 1)))
        assert code == "resignation_too_large"
    assert isinstance(table.does(WHITE, Resign(Stake(most)))[1], GameEnded)


@pytest.mark.parametrize(
    ("game", "option", "value", "most"),
    [
        ("portes", "portes.max_points", "3", 3),
        ("plakoto", "plakoto.mother_points", "3", 3),
        ("plakoto", "plakoto.mother_points", "1", 2),
        ("plakoto", "plakoto.mother_rule", "off", 2),
    ],
)
def test_house_rules_move_what_can_be_lost(game, option, value, most):
    table = Table(game, "7", options={option: value})
    table.set_up(STARTS[game], STARTS[game])
    assert max(stakes(table)) == most


@pytest.mark.parametrize(
    ("length", "score", "cube", "most"),
    [
        ("5", (0, 4), 1, 1),
        ("5", (0, 3), 1, 2),
        ("5", (4, 0), 1, 3),  # what White needs is nothing to Black
        ("5", (0, 0), 4, 2),
        ("5", (0, 3), 2, 1),
        ("7", (0, 0), 2, 3),
        ("money", (0, 24), 1, 3),
    ],
)
def test_nobody_loses_more_than_ends_the_match(length, score, cube, most):
    table = Table("backgammon", length)
    table.set_up(score=score, cube=Cube(cube, BLACK if cube > 1 else None))
    if length == "money":
        table.set_up(cube=Cube(2, BLACK))  # or Jacoby's rule would be the reason
    assert stakes(table) == list(range(1, most + 1))
    assert isinstance(table.does(WHITE, Resign(Stake(most)))[1], GameEnded)


def test_a_resignation_beyond_what_the_match_needs_ends_it_too():
    table = Table("backgammon", "5").set_up(score=(0, 4))
    offered, ended, over = table.does(WHITE, Resign(Stake.GAMMON))
    assert offered == ResignationOffered(WHITE, Stake.GAMMON)
    assert ended == GameEnded(BLACK, 2, GameEnding.RESIGNED, (0, 6))
    assert over == MatchEnded(BLACK, MatchEnding.POINTS, (0, 6))


def test_either_side_may_resign_before_the_roll_for_the_start():
    table = Table("portes", "5")
    assert table.state.phase is Phase.OPENING
    assert stakes(table, WHITE) == stakes(table, BLACK) == [1, 2]
    table.does(BLACK, Resign(Stake.SINGLE))
    assert table.refuses(WHITE, Roll()) == "answer_first"
    table.does(WHITE, DeclineResignation())
    assert table.state.phase is Phase.OPENING


def test_nothing_else_is_done_before_the_answer():
    table = Table("backgammon", "7").set_up()
    table.does(WHITE, Resign(Stake.SINGLE))
    for player in (WHITE, BLACK):
        assert table.refuses(player, Resign(Stake.SINGLE)) == "answer_first"
    assert table.refuses(WHITE, Roll()) == "answer_first"
    assert table.refuses(WHITE, Double()) == "answer_first"
    assert table.refuses(WHITE, AcceptResignation()) == "not_your_turn"
    assert legal_actions(table.state, WHITE) == (ResignMatch(),)


def test_an_offered_cube_is_answered_before_anybody_resigns():
    offer = CubeOffer(OfferKind.DOUBLE, WHITE, 2, BLACK)
    table = Table("backgammon", "7").set_up(offer=offer)
    assert table.refuses(BLACK, Resign(Stake.BACKGAMMON)) == "answer_first"


@pytest.mark.parametrize("answer", [AcceptResignation(), DeclineResignation()])
def test_an_answer_needs_an_offer(answer):
    table = Table("portes", "5").set_up()
    assert table.refuses(BLACK, answer) == "nothing_offered"


def test_a_resignation_sent_twice_counts_once():
    """A second click finds the game over (FR-083)."""
    table = Table("portes", "5").set_up()
    table.does(WHITE, Resign(Stake.GAMMON))
    assert table.refuses(WHITE, Resign(Stake.GAMMON)) == "game_is_over"
    assert table.state.score == (0, 2)


def test_the_winner_of_a_resigned_game_starts_the_next():
    table = Table("tavli", "5").set_up()
    table.does(WHITE, Resign(Stake.GAMMON))
    assert table.next_game().turn is BLACK


def test_a_resigned_game_can_end_the_match():
    table = Table("portes", "5").set_up(score=(1, 3))
    *_, ended = table.does(WHITE, Resign(Stake.GAMMON))
    assert ended == MatchEnded(BLACK, MatchEnding.POINTS, (1, 5))


@pytest.mark.parametrize("player", [WHITE, BLACK])
def test_the_match_can_be_given_up_in_every_phase(player):
    opening = Table("tavli", "5")
    playing = Table("tavli", "5").set_up(dice="6-1")
    answering = Table("tavli", "5").set_up()
    answering.does(WHITE, Resign(Stake.SINGLE))
    between = Table("tavli", "5").set_up()
    between.does(WHITE, Resign(Stake.GAMMON))
    for table in (opening, playing, answering, between):
        assert ResignMatch() in legal_actions(table.state, player)
        (ended,) = table.does(player, ResignMatch())
        assert ended == MatchEnded(
            player.opponent, MatchEnding.RESIGNED, table.state.score
        )
