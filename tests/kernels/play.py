"""What several tests ask of the generator."""

import random
from collections.abc import Iterator

from tavli.kernels.board import decode, encode
from tavli.kernels.movegen import afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table
from tavli.rules import (
    OPTIONS,
    RULESETS,
    Dice,
    Position,
    Ruleset,
    legal_plays,
    result_of,
    with_options,
)


def finals(
    table: Table, position: Position, dice: Dice, buffers: Buffers
) -> list[Position]:
    count = afterstates(table, encode(position), dice.first, dice.second, buffers)
    return [decode(board) for board in buffers.boards[:count]]


def all_rulesets(rng: random.Random, mixtures: int) -> Iterator[Ruleset]:
    """Yield each game, with each single option, and with *mixtures* of them."""
    for name, ruleset in RULESETS.items():
        yield ruleset
        for option in OPTIONS[name]:
            for value in option.values[1:]:
                yield with_options(ruleset, {option.name: value})
        for _ in range(mixtures if OPTIONS[name] else 0):
            chosen = {o.name: rng.choice(o.values) for o in OPTIONS[name]}
            yield with_options(ruleset, chosen)


def random_turns(
    ruleset: Ruleset, rng: random.Random, turns: int
) -> Iterator[tuple[Position, Dice]]:
    """Yield the turns of one random game, *turns* at most."""
    position = Position.start(ruleset)
    for _ in range(turns):
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        yield position, dice
        position = rng.choice(list(legal_plays(ruleset, position, dice))).passed()
        if result_of(ruleset, position) is not None:
            return
