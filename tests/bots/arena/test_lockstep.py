"""Pairs of games on the same dice."""

import numpy as np
import pytest

from bots.arena.engines import CountingChooser, pips, spread
from tavli.bots.arena import lockstep
from tavli.bots.arena.dice import throws
from tavli.bots.arena.games import Games
from tavli.bots.arena.lockstep import play_pairs
from tavli.kernels.board import decode, encode
from tavli.rules import FEVGA, PLAKOTO, PORTES, Position, Ruleset, result_of
from tavli.search.measuring import EndlessGameError

PAIRS = np.arange(12)


def slow_game(ruleset: Ruleset, seats: tuple, pair: int) -> tuple[int, int]:
    """The points of the starter and the turns of one game, one board at a time."""
    position, turn = Position.start(ruleset), 0
    while True:
        roll = throws(3, np.array([pair]), turn)
        final = seats[turn % 2].choose(encode(position)[np.newaxis], roll)[0]
        result = result_of(ruleset, decode(final))
        turn += 1
        if result is not None:
            won = 0 if result.winner is None else result.points
            mover_won = result.winner is not None and result.winner.name == "MOVER"
            sign = 1 if mover_won == (turn % 2 == 1) else -1
            return sign * won, turn
        position = decode(final).passed()


@pytest.mark.parametrize("ruleset", [PLAKOTO, FEVGA])
def test_games_in_step_are_games_one_by_one(ruleset):
    first, second = pips(ruleset), spread(ruleset)
    games = play_pairs((first, second), PAIRS, 3)
    for pair in PAIRS[:4]:
        for column, seats in enumerate(((first, second), (second, first))):
            points, turns = slow_game(ruleset, seats, int(pair))
            assert games.points[pair, column] == points
            assert games.turns[pair, column] == turns


@pytest.mark.parametrize("ruleset", [PLAKOTO, FEVGA])
def test_an_engine_against_itself_scores_nothing(ruleset):
    games = play_pairs((pips(ruleset), pips(ruleset)), PAIRS, 1)
    assert not games.won.sum(axis=1).any()
    assert games.points.any()


def test_a_question_that_two_games_share_is_asked_once():
    engine = CountingChooser(pips(PLAKOTO))
    games = play_pairs((engine, engine), PAIRS, 1)
    assert engine.questions <= games.turns[:, 0].sum()


def test_pairs_do_not_depend_on_their_company():
    engines = (pips(PLAKOTO), spread(PLAKOTO))
    whole = play_pairs(engines, PAIRS, 1)
    parts = [play_pairs(engines, some, 1) for some in (PAIRS[:5], PAIRS[5:])]
    for one, other in zip(whole[:2], Games.together(parts)[:2], strict=True):
        assert (one == other).all()


def test_swapping_the_engines_swaps_the_score():
    first, second = pips(PLAKOTO), spread(PLAKOTO)
    there = play_pairs((first, second), PAIRS, 1).won.sum(axis=1)
    back = play_pairs((second, first), PAIRS, 1).won.sum(axis=1)
    assert (there == -back).all()
    assert there.any()


def test_games_that_nobody_ends_are_broken_off(monkeypatch):
    monkeypatch.setattr(lockstep, "MOST_TURNS", 300)
    with pytest.raises(EndlessGameError, match="games of pips 0-ply against pips"):
        play_pairs((pips(PORTES), pips(PORTES)), PAIRS[:1], 1)
