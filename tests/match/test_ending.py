"""Ends that are not played: claims, absence, sessions; and nothing after the end."""

import pytest

from match.driver import BLACK, WHITE, Table
from tavli.match import (
    Abandon,
    AcceptResignation,
    Beaver,
    Claim,
    Cube,
    DeclineResignation,
    Double,
    Drop,
    EndSession,
    GameEnded,
    GameEnding,
    MatchEnded,
    MatchEnding,
    NextGame,
    Phase,
    PlayMoves,
    Raccoon,
    Resign,
    ResignMatch,
    Roll,
    Take,
    legal_actions,
)
from tavli.rules import Move, Stake

EVERYTHING = [
    Roll(),
    PlayMoves((Move(6, 5),)),
    Double(),
    Take(),
    Drop(),
    Beaver(),
    Raccoon(),
    Resign(Stake.SINGLE),
    AcceptResignation(),
    DeclineResignation(),
    ResignMatch(),
    NextGame(),
    EndSession(),
    Claim(),
    Abandon(),
]


@pytest.mark.rule("C16")
@pytest.mark.parametrize("player", [WHITE, BLACK])
def test_a_claim_wins_the_match_whatever_the_score(player):
    table = Table("tavli", "5").set_up(score=(4, 3))
    (ended,) = table.does(player, Claim())
    assert ended == MatchEnded(player, MatchEnding.CLAIMED, (4, 3))


@pytest.mark.rule("C16")
def test_an_abandoned_match_has_no_winner():
    table = Table("tavli", "5").set_up(score=(4, 3), dice="6-1")
    (ended,) = table.does(BLACK, Abandon())
    assert ended == MatchEnded(None, MatchEnding.ABANDONED, (4, 3))


@pytest.mark.rule("C16")
@pytest.mark.parametrize("action", [Claim(), Abandon()])
def test_absence_can_end_a_match_in_every_phase_but_is_never_listed(action):
    opening = Table("backgammon", "5")
    doubled = Table("backgammon", "5").set_up()
    doubled.does(WHITE, Double())
    resigned = Table("backgammon", "5").set_up()
    resigned.does(WHITE, Resign(Stake.SINGLE))
    between = Table("backgammon", "5").set_up()
    between.lose(BLACK)
    for table in (opening, doubled, resigned, between):
        for player in (WHITE, BLACK):
            assert action not in legal_actions(table.state, player)
        assert isinstance(table.does(WHITE, action)[0], MatchEnded)


# ---------------------------------------------------------------------- sessions


@pytest.mark.rule("B14")
def test_money_play_adds_up_until_somebody_stops():
    table = Table("backgammon", "money").set_up(cube=Cube(4, WHITE))
    table.does(BLACK, Resign(Stake.BACKGAMMON))
    assert table.state.score == (12, 0)
    table.next_game()
    table.lose(WHITE)
    assert table.end is None
    assert EndSession() in legal_actions(table.state, BLACK)
    (ended,) = table.does(BLACK, EndSession())
    assert ended == MatchEnded(WHITE, MatchEnding.SESSION, (12, 1))


@pytest.mark.rule("B14")
def test_a_session_that_stands_level_has_no_winner():
    table = Table("backgammon", "money")
    table.lose(WHITE)
    table.next_game()
    table.lose(BLACK)
    assert table.does(WHITE, EndSession())[0].winner is None


@pytest.mark.rule("B14")
def test_a_session_led_by_black_is_blacks():
    table = Table("backgammon", "money")
    table.lose(WHITE)
    assert table.does(WHITE, EndSession())[0].winner is BLACK


@pytest.mark.rule("B14")
def test_no_session_ends_in_the_middle_of_a_game():
    table = Table("backgammon", "money").set_up()
    assert table.refuses(WHITE, EndSession()) == "game_goes_on"


@pytest.mark.rule("B14")
@pytest.mark.parametrize("length", ["5", "25"])
def test_a_match_is_no_session(length):
    table = Table("backgammon", length)
    table.lose(BLACK)
    assert EndSession() not in legal_actions(table.state, WHITE)
    assert table.refuses(WHITE, EndSession()) == "not_money_play"


@pytest.mark.rule("B14")
def test_who_gives_up_a_session_in_mid_game_pays_the_most_he_could_lose():
    """Leaving is never cheaper than losing (FR-105)."""
    table = Table("backgammon", "money").set_up(cube=Cube(2, BLACK), score=(8, 0))
    ended, over = table.does(WHITE, ResignMatch())
    assert ended == GameEnded(BLACK, 6, GameEnding.RESIGNED, (8, 6))
    assert over == MatchEnded(WHITE, MatchEnding.SESSION, (8, 6))


@pytest.mark.rule("B14")
def test_who_gives_up_between_two_games_pays_nothing_more():
    table = Table("backgammon", "money")
    table.lose(BLACK)
    assert table.does(BLACK, ResignMatch()) == (
        MatchEnded(WHITE, MatchEnding.SESSION, (1, 0)),
    )


# --------------------------------------------------------------------- the end


@pytest.mark.rule("M7")
@pytest.mark.parametrize("action", EVERYTHING, ids=lambda action: action.do)
@pytest.mark.parametrize("player", [WHITE, BLACK])
def test_nothing_happens_after_the_end(action, player):
    """Late actions change nothing (FR-059, FR-131)."""
    table = Table("backgammon", "money").set_up()
    table.lose(WHITE)
    table.does(WHITE, EndSession())
    assert table.state.phase is Phase.MATCH_OVER
    assert table.state.awaited == frozenset()
    assert legal_actions(table.state, player) == ()
    assert table.refuses(player, action) == "match_is_over"
