"""What a damaged record tells counts as far as it can have happened."""

import pytest

from tavli.match import (
    GameEnded,
    GameEnding,
    GameStarted,
    MatchRules,
    MatchState,
    OpeningThrown,
    Played,
    Rolled,
    after_told,
    fold,
    past,
    told,
)
from tavli.rules import Dice, Move, Player

WHITE, BLACK = Player.WHITE, Player.BLACK
TAVLI = MatchRules.parse("tavli", "5")
MONEY = MatchRules.parse("backgammon", "money")
STARTED = GameStarted(1, "portes")
OPENING = (GameStarted(1, "backgammon"), OpeningThrown(3, 1))
WHITES = Played(WHITE, (Move(8, 5), Move(6, 5)), ("", ""))
BLACKS = Played(BLACK, (Move(8, 5), Move(6, 5)), ("", ""))


def test_a_play_counts_though_its_throw_is_lost():
    state = told(fold(MONEY, [*OPENING, WHITES]), BLACKS)
    right = fold(MONEY, [*OPENING, WHITES, Rolled(BLACK, Dice(3, 1)), BLACKS])
    assert state.game.seen_by(BLACK) == right.game.seen_by(BLACK)
    assert (state.game.turn, state.game.turns) == (WHITE, 2)


@pytest.mark.parametrize("event", [BLACKS, Rolled(BLACK, Dice(3, 1))])
def test_who_begins_has_won_the_throw_for_the_start(event):
    state = told(fold(MONEY, OPENING[:1]), event)
    assert (state.game.starter, state.last_starter) == (BLACK, BLACK)


@pytest.mark.parametrize("event", [BLACKS, Rolled(BLACK, Dice(3, 1))])
def test_nothing_happens_in_a_game_that_is_over(event):
    ended = GameEnded(WHITE, 1, GameEnding.RESIGNED, (1, 0))
    state = fold(MONEY, [*OPENING, WHITES, ended])
    assert after_told(state, event) is None
    assert told(state, event) == state


def test_a_throw_for_the_start_in_the_midst_of_a_game_changes_nothing():
    state = fold(MONEY, [*OPENING, WHITES])
    assert told(state, OpeningThrown(6, 2)) == state


def test_a_play_of_checkers_that_are_not_there_changes_nothing():
    state = fold(MONEY, [*OPENING, WHITES])
    assert told(state, Played(BLACK, (Move(20, 15),), ("",))) == state


def test_of_a_game_that_cannot_begin_nothing_is_known():
    state: MatchState = fold(MONEY, [*OPENING, WHITES])
    assert told(state, GameStarted(2, "portes")).game is None


def test_what_can_not_have_happened_is_passed():
    state = fold(TAVLI, [STARTED, OpeningThrown(3, 1)])
    impossible = Played(WHITE, (Move(23, 22),), ("",))
    with pytest.raises(ValueError, match="no checker"):
        state.after(impossible)
    assert past(state, impossible) == state


def test_of_a_game_that_can_not_begin_only_the_score_is_known():
    state = past(fold(TAVLI, [STARTED]), GameStarted(2, "fevga"))
    assert state.game is None
    ended = GameEnded(BLACK, 2, GameEnding.BORNE_OFF, (0, 2))
    with pytest.raises(ValueError, match="had not begun"):
        state.after(ended)
    state = past(state, ended)
    assert (state.score, state.last_winner) == ((0, 2), BLACK)
