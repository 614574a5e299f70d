"""The fold: events that can not follow one another are faults, not states."""

import pytest

from match.driver import BLACK, WHITE, Table
from tavli.match import (
    Cube,
    CubeAutoDoubled,
    Doubled,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchRules,
    MatchState,
    OpeningThrown,
    Phase,
    Played,
    ResignationDeclined,
    Rolled,
    Taken,
    begin,
    fold,
    largest_loss,
    legal_actions,
    stake_points,
)
from tavli.rules import Dice, Move, Stake

TAVLI = MatchRules.parse("tavli", "5")
STARTED = GameStarted(1, "portes")


def test_before_its_first_game_a_match_waits_for_that_game():
    state = MatchState(rules=TAVLI)
    assert state.phase is Phase.GAME_OVER
    assert state.awaited == {WHITE, BLACK}
    assert not state.is_decided
    assert {action.do for action in legal_actions(state, WHITE)} == {
        "next",
        "resign_match",
    }


def test_the_log_of_a_new_match_begins_with_its_game():
    assert begin(MatchState(rules=TAVLI)) == (STARTED,)


def test_a_roll_for_the_start_is_seen_by_white():
    state = fold(TAVLI, [STARTED])
    assert state.game.position == state.game.seen_by(WHITE)
    assert state.game.starter is None


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([Rolled(WHITE, Dice(6, 1))], "Rolled before any game"),
        (
            [GameEnded(WHITE, 1, GameEnding.BORNE_OFF, (1, 0))],
            "a game ended that had not begun",
        ),
        ([GameStarted(2, "portes")], "game 2 is plakoto, not portes"),
        ([STARTED, Taken(WHITE)], "a cube was taken that nobody had offered"),
        (
            [
                STARTED,
                OpeningThrown(6, 1),
                Played(WHITE, (Move(12, 6), Move(6, 5)), ("", "")),
            ],
            "there is no checker for 12/6",
        ),
    ],
)
def test_an_event_that_can_not_follow_is_refused(events, sentence):
    with pytest.raises(ValueError, match=sentence):
        fold(TAVLI, events)


def test_something_that_is_no_event_of_a_game_is_refused():
    with pytest.raises(ValueError, match="object does not belong in a game"):
        fold(TAVLI, [STARTED]).after(object())


def test_a_log_with_a_refusal_of_nothing_stands_as_it_stood():
    state = fold(TAVLI, [STARTED, ResignationDeclined(WHITE)])
    assert state.game.refused == ()


def test_a_state_is_never_changed_in_place():
    table = Table("backgammon", "money", ["3-3", "6-1"])
    before = table.state
    for event in (OpeningThrown(3, 3), CubeAutoDoubled(2), Doubled(WHITE, 4)):
        after = before.after(event)
        assert after is not before
        assert before == table.state


@pytest.mark.rule("B2")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_cube_multiplies_what_the_board_gives(points):

    table = Table("backgammon", "25").set_up(cube=Cube(8, WHITE))
    assert stake_points(table.state, table.game, points) == 8 * points
    assert largest_loss(table.state, table.game, BLACK) is Stake.BACKGAMMON
