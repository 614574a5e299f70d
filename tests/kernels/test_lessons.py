"""What self-play brings home: dice, ends, and targets seen from further off."""

import numpy as np
import pytest

from tavli.evaluation.chances import of_outcome, turned
from tavli.kernels.board import encode
from tavli.kernels.lessons import (
    DOUBLES,
    FINISHED,
    LESSONS,
    Games,
    Races,
    advance,
    throw,
)
from tavli.kernels.race import Race, Tails
from tavli.kernels.table import compile_ruleset
from tavli.rules import BACKGAMMON, Position

START = encode(Position.start(BACKGAMMON))
TABLE = compile_ruleset(BACKGAMMON)


def no_races() -> Races:
    nothing = Tails(
        np.zeros(1, np.int64), np.zeros(0, np.uint8), np.zeros(0, np.float32)
    )
    race = Race(0, nothing, nothing, np.zeros(0, np.float64))
    return Races(ending=race, teaching=race)


def won_a_gammon():
    board = np.zeros((4, 26), np.int8)
    board[0, 0] = board[1, 6] = 15
    return board


def test_first_throw_is_a_roll_off_and_the_others_are_even():
    games = Games.make(START, 4000, 0, 9)
    rolls = np.zeros((4000, 2), np.int8)
    throw(games, rolls)
    assert (rolls[:, 0] != rolls[:, 1]).all()
    games.turns[:] = 1
    counts = np.zeros((7, 7), int)
    for _ in range(9):
        throw(games, rolls)
        np.add.at(counts, (rolls[:, 0], rolls[:, 1]), 1)
    assert counts[1:, 1:].min() > 850
    assert counts[1:, 1:].max() < 1150


def test_dice_follow_from_the_seed_and_the_games_number():
    one, same, other = (
        Games.make(START, 50, 0, 1),
        Games.make(START, 50, 0, 1),
        Games.make(START, 50, 0, 2),
    )
    thrown = []
    for games in (one, same, other):
        rolls = np.zeros((50, 2), np.int8)
        throw(games, rolls)
        thrown.append(rolls)
    assert (thrown[0] == thrown[1]).all()
    assert (thrown[0] != thrown[2]).any()


@pytest.mark.parametrize("trust", [0.0, 0.7, 1.0])
def test_targets_mix_the_end_with_what_was_foreseen(trust):
    games = Games.make(START, 1, 0, 1)
    rolls = np.zeros((1, 2), np.int8)
    foreseen = np.array([[0.6, 0.2, 0.1, 0.15, 0.05, 0]], np.float32)
    rule = (trust, START, np.uint64(1))
    throw(games, rolls)
    advance(TABLE, START[None].copy(), foreseen, games, no_races(), rule)
    throw(games, rolls)
    advance(TABLE, won_a_gammon()[None], foreseen, games, no_races(), rule)
    assert games.tallies[FINISHED] == 1
    assert games.tallies[LESSONS] == 2
    won = of_outcome(2)
    assert games.targets[0] == pytest.approx(won[0])
    mixed = foreseen + np.float32(trust) * (won - foreseen)
    assert games.targets[1] == pytest.approx(turned(mixed)[0], abs=1e-6)
    assert (games.lessons[1] == START).all()
    assert games.turns[0] == 0


@pytest.mark.parametrize("trust", [0.0, 0.7, 1.0])
def test_what_went_astray_teaches_what_the_best_play_would_have_left(trust):
    games = Games.make(START, 1, 0, 1)
    rolls = np.zeros((1, 2), np.int8)
    first = np.array([[0.6, 0.2, 0.1, 0.15, 0.05, 0]], np.float32)
    last = np.array([[0.3, 0.1, 0.0, 0.4, 0.1, 0]], np.float32)
    rule = (trust, START, np.uint64(1))
    for foreseen, final in ((first, START), (last, won_a_gammon())):
        throw(games, rolls)
        games.strays[0, games.turns[0]] = True
        advance(TABLE, final[None].copy(), foreseen, games, no_races(), rule)
    assert games.tallies[FINISHED] == 1
    assert games.sums[DOUBLES] == 1, "what came of it is counted as it came"
    assert games.targets[0] == pytest.approx(turned(last)[0], abs=1e-6)
    assert games.targets[1] == pytest.approx(turned(first)[0], abs=1e-6)
    assert not games.strays[0, 0], "the next game begins with none"


def test_one_turn_astray_hides_nothing_of_the_turns_behind_it():
    games = Games.make(START, 1, 0, 1)
    rolls = np.zeros((1, 2), np.int8)
    foreseen = np.array([[0.6, 0.2, 0.1, 0.15, 0.05, 0]], np.float32)
    rule = (1.0, START, np.uint64(1))
    throw(games, rolls)
    games.strays[0, 0] = True
    for final in (START, START, won_a_gammon()):
        advance(TABLE, final[None].copy(), foreseen, games, no_races(), rule)
        throw(games, rolls)
    won = of_outcome(2)
    assert games.targets[0] == pytest.approx(won[0])
    assert games.targets[1] == pytest.approx(turned(won)[0])
    assert games.targets[2] == pytest.approx(turned(foreseen)[0], abs=1e-6)
