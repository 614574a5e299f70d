"""Random games in compiled code, played again turn by turn under the rules."""

import numpy as np
import pytest

from tavli.kernels.board import decode, encode
from tavli.kernels.chance import Chance, draw
from tavli.kernels.movegen import afterstates
from tavli.kernels.random_games import (
    DOUBLES,
    DRAWS,
    GAMES,
    STARTER_WON,
    TALLIES,
    TURNS,
    Tally,
    play_at_random,
)
from tavli.kernels.steps import Buffers
from tavli.kernels.table import compile_ruleset
from tavli.rules import RULESETS, Position, Result, Role, Ruleset, result_of

BUFFERS = Buffers.make()


def played(ruleset: Ruleset, games: int, seed: int) -> Tally:
    tally = np.zeros(TALLIES, np.int64)
    chance = np.array([seed], np.uint64)
    start = encode(Position.start(ruleset))
    play_at_random(compile_ruleset(ruleset), start, games, chance, tally, BUFFERS)
    return tally


def played_again(ruleset: Ruleset, chance: Chance) -> tuple[int, Result]:
    """Play one game with the same draws; return its turns and its end."""
    table = compile_ruleset(ruleset)
    position, turns = Position.start(ruleset), 0
    while True:
        first, second = 1 + draw(chance, 6), 1 + draw(chance, 6)
        if turns == 0 and first == second:
            continue
        turns += 1
        count = afterstates(table, encode(position), first, second, BUFFERS)
        final = decode(BUFFERS.boards[draw(chance, count)])
        result = result_of(ruleset, final)
        if result is not None:
            return turns, result
        position = final.passed()


@pytest.mark.parametrize("name", RULESETS)
def test_games_end_as_the_rules_say(name):
    ruleset, games, seed = RULESETS[name], 40, 11
    chance = np.array([seed], np.uint64)
    wanted = np.zeros(TALLIES, np.int64)
    for _ in range(games):
        turns, result = played_again(ruleset, chance)
        wanted[[GAMES, TURNS]] += 1, turns
        wanted[DRAWS] += result.winner is None
        wanted[DOUBLES] += result.points > 1
        starter = Role.MOVER if turns % 2 == 1 else Role.WAITER
        wanted[STARTER_WON] += result.winner is starter
    assert list(played(ruleset, games, seed)) == list(wanted)
    assert wanted[STARTER_WON] > 0
    assert wanted[DOUBLES] > 0


def test_another_seed_gives_other_games():
    first, other = (played(RULESETS["portes"], 20, seed) for seed in (1, 2))
    assert first[TURNS] != other[TURNS]


def test_draws_are_even():
    chance = np.array([7], np.uint64)
    counts = np.bincount([draw(chance, 6) for _ in range(60_000)], minlength=6)
    assert len(counts) == 6
    # The deviation of each count is 91.
    assert np.abs(counts - 10_000).max() < 400
