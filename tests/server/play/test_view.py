"""The packed board, and what a seat may see and do."""

from dataclasses import replace

import pytest

from tavli.engine.standing import state_of
from tavli.match import MatchRules, begin, fold
from tavli.notation.position import read_position
from tavli.rules import BAR, OFF, Player, Side
from tavli.server.play.view import actor_of, packed_board, view_of

WHITE, BLACK = Player.WHITE, Player.BLACK


def test_a_packed_board_is_26_digits_a_side_and_the_pinned_points():
    white = Side.of({24: 13, 3: 1}, pinned=(8,))
    black = Side.of({BAR: 1, OFF: 14})
    assert packed_board(white, black) == (
        "0001" + "0" * 20 + "d0.08/e" + "0" * 24 + "1."
    )


def test_several_pinned_points_stand_in_order():
    side = Side.of({1: 12}, pinned=(20, 3, 11))
    assert packed_board(side, side).split("/")[0].split(".")[1] == "031120"


@pytest.mark.parametrize(
    ("game", "course", "pips"),
    [
        ("portes", "contrary", (167, 167)),
        ("plakoto", "contrary", (360, 360)),
        ("fevga", "parallel", (360, 360)),
    ],
)
def test_the_board_stands_ready_before_the_match_begins(game, course, pips):
    view = view_of(fold(MatchRules.parse(game, "3"), ()), 0, (WHITE,), graph=True)
    assert (view.phase, view.may, view.turn) == ("waiting", (), None)
    assert (view.course, view.pips, view.game) == (course, pips, game)
    assert view.position.endswith(" ? score=0-0/3")


@pytest.mark.parametrize(
    ("game", "length", "score"),
    [
        ("tavli", "5", "score=0-0/5"),
        ("backgammon", "money", "cube=1@- score=0-0/0"),
        ("backgammon", "1", "score=0-0/1"),
        ("fevga", "game", "?"),
    ],
)
def test_the_position_line_tells_what_is_played_for(game, length, score):
    rules = MatchRules.parse(game, length)
    state = fold(rules, begin(fold(rules, ())))
    assert view_of(state, 1, (), graph=False).position.endswith(score)


def test_the_position_line_tells_the_rules_of_money_play():
    options = {"bg.jacoby": "on", "bg.beaver": "on"}
    rules = MatchRules.parse("backgammon", "money", options)
    state = fold(rules, begin(fold(rules, ())))
    line = read_position(view_of(state, 1, (), graph=False).position)
    assert (line.state.jacoby, line.state.beavers) == (True, True)
    asked = state_of(replace(line, turn=WHITE))
    assert asked.rules.cube_options == rules.cube_options


def test_at_both_seats_one_acts_for_whoever_must():
    rules = MatchRules.parse("portes", "3")
    state = fold(rules, begin(fold(rules, ())))
    assert actor_of(state, (WHITE, BLACK)) is WHITE
    assert actor_of(state, (BLACK,)) is BLACK
    assert actor_of(state, ()) is None
