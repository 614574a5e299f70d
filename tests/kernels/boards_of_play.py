"""Positions that games come through, as boards."""

import random

import numpy as np

from kernels.play import random_turns
from tavli.kernels.board import Boards, encode
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset


def played(ruleset: Ruleset, count: int, seed: int) -> tuple[Boards, Rolls]:
    """Return *count* positions of random games, and the rolls thrown there."""
    rng = random.Random(seed)
    boards, rolls = [], []
    while len(boards) < count:
        for position, dice in random_turns(ruleset, rng, turns=120):
            boards.append(encode(position))
            rolls.append((dice.first, dice.second))
    return np.array(boards[:count]), np.array(rolls[:count], np.int8)
