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
    past,
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
