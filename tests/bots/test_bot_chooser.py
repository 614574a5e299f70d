"""A bot as an engine."""

import random

import numpy as np
import pytest

from tavli.bots.bot_chooser import BotChooser
from tavli.bots.judgement import worth
from tavli.kernels.board import decode, encode
from tavli.rules import (
    PLAKOTO,
    RULESETS,
    Dice,
    Position,
    legal_plays,
    result_of,
    with_options,
)


def questions(ruleset, count):
    rng, position = random.Random(1), Position.start(ruleset)
    boards, rolls = [], []
    while len(boards) < count:
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        boards.append(encode(position))
        rolls.append((dice.first, dice.second))
        position = rng.choice(list(legal_plays(ruleset, position, dice))).passed()
        if result_of(ruleset, position) is not None:
            position = Position.start(ruleset)
    return np.array(boards), np.array(rolls, np.int8)


@pytest.mark.parametrize("name", RULESETS)
def test_the_baseline_engine_plays_what_is_worth_most(name):
    ruleset = RULESETS[name]
    boards, rolls = questions(ruleset, 40)
    finals = BotChooser("baseline", ruleset, 1).choose(boards, rolls)
    for board, roll, final in zip(boards, rolls, finals, strict=True):
        plays = legal_plays(ruleset, decode(board), Dice(*map(int, roll)))
        best = max(plays, key=lambda end: worth(ruleset, end))
        assert decode(final) == best


def test_chance_depends_on_seed_and_question_alone():
    boards, rolls = questions(PLAKOTO, 60)
    engine = BotChooser("random", PLAKOTO, 1)
    there = engine.choose(boards, rolls)
    assert (engine.choose(boards[::-1], rolls[::-1])[::-1] == there).all()
    assert (BotChooser("random", PLAKOTO, 2).choose(boards, rolls) != there).any()


def test_house_rules_reach_the_bot():
    ruleset = with_options(PLAKOTO, {"mother_points": "1"})
    boards, rolls = questions(ruleset, 10)
    assert len(BotChooser("baseline", ruleset, 1).choose(boards, rolls)) == 10


def test_an_unknown_bot_is_refused():
    with pytest.raises(ValueError, match="the bots are"):
        BotChooser("nobody", PLAKOTO, 1)
