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
    told,
)
from tavli.rules import Dice, Move, Player

WHITE, BLACK = Player.WHITE, Player.BLACK
MONEY = MatchRules.parse("backgammon", "money")
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
