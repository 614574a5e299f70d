"""Shots are what a step by step search of all rolls finds."""

import numpy as np
import pytest

from kernels.boards_of_play import played
from tavli.kernels.shots import A_SIDE, ANY, SHOTS, TWO, active_shots, shot_room
from tavli.kernels.turn import passed
from tavli.rules import BACKGAMMON, BAR, PORTES


def hit_by(mover, waiter, dice):
    """Return the mover's points where some order of *dice* hits a blot, by search.

    Any checker may take any die, and nobody has to play on: a way to the blot counts.
    """
    hit = set()
    for slot in [BAR] if mover[BAR] else [s for s in range(1, 25) if mover[s]]:
        to = slot - dice[0]
        if to < 1 or waiter[25 - to] > 1:
            continue
        if waiter[25 - to] == 1:
            hit.add(to)
        if len(dice) > 1:
            moved, left = list(mover), list(waiter)
            moved[slot] -= 1
            moved[to] += 1
            left[25 - to] = 0
            hit |= {
                point
                for point in hit_by(moved, left, dice[1:])
                if waiter[25 - point] == 1
            }
    return hit


def counted(board):
    """Return the inputs of *board* by search, in rolls of 36."""
    mover, waiter = board[0], board[1]
    return np.concatenate([shot_by(mover, waiter), shot_by(waiter, mover)])


def shot_by(mover, waiter):
    rolls = np.zeros(A_SIDE)
    for first in range(1, 7):
        for second in range(1, 7):
            orders = (
                [[first] * 4] if first == second else [[first, second], [second, first]]
            )
            hit = set().union(*(hit_by(mover, waiter, o) for o in orders))
            for point in hit:
                rolls[point - 1] += 1
            rolls[ANY] += len(hit) > 0
            rolls[TWO] += len(hit) > 1
    return rolls


def shots(board, turned=0):
    room, found = shot_room(), np.zeros(SHOTS)
    for k in range(active_shots(board, turned, room)):
        assert found[room.places[k]] == 0
        found[room.places[k]] = room.values[k] * 18
    return found


@pytest.mark.parametrize("ruleset", [PORTES, BACKGAMMON], ids=lambda r: r.name)
def test_each_blot_is_hit_by_the_rolls_that_reach_it(ruleset):
    boards, _ = played(ruleset, 120, seed=8)
    some = 0
    for board in boards:
        wanted = counted(board.tolist())
        some += wanted[ANY] > 0
        assert np.allclose(shots(board), wanted, atol=1e-4)
    assert some > 40


def test_checkers_on_the_bar_come_in_before_they_hit():
    boards, _ = played(BACKGAMMON, 600, seed=9)
    barred = boards[boards[:, 0, BAR] > 0]
    assert (barred[:, 0, BAR] > 1).any()
    for board in barred:
        assert np.allclose(shots(board), counted(board.tolist()), atol=1e-4)


def test_turned_is_how_the_other_side_would_shoot():
    boards, _ = played(BACKGAMMON, 100, seed=10)
    for board, other in zip(boards, passed(boards), strict=True):
        assert (shots(board, turned=1) == shots(other)).all()


def test_no_blot_in_reach_leaves_nothing_to_say():
    board = np.zeros((4, 26), np.int8)
    board[0, 3], board[1, 2] = 15, 1  # the blot stands on the mover's 23, behind
    assert not shots(board).any()
