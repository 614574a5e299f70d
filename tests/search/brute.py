"""A search by the definition: one position at a time, with `tavli.rules`."""

import numpy as np

from tavli.evaluation.chances import Chances, of_outcome, turned
from tavli.evaluation.evaluator import Evaluator
from tavli.kernels.board import encode
from tavli.kernels.outcome import DRAWN
from tavli.rules import ROLLS, Dice, Position, Role, Ruleset, legal_plays, result_of
from tavli.search.utility import Utility


def brute_chances(
    evaluator: Evaluator, position: Position, plies: int, utility: Utility
) -> Chances:
    """The chances, shape (1, 6), of the side on roll in *position*."""
    ended = ended_chances(evaluator.ruleset, position)
    if ended is not None:
        return ended
    if plies == 0:
        return evaluator.chances(encode(position)[np.newaxis])
    total = np.zeros((1, 6))
    for roll in ROLLS:
        end = brute_best(evaluator, position, roll, utility)
        left = brute_chances(evaluator, end.passed(), plies - 1, utility.turned)
        total += turned(left) * roll.weight / 36
    return total


def brute_best(
    evaluator: Evaluator, position: Position, roll: Dice, utility: Utility
) -> Position:
    """The end that the evaluator likes best without a look ahead."""

    def value(end: Position) -> float:
        left = brute_chances(evaluator, end.passed(), 0, utility.turned)
        return float(utility.of(turned(left).astype(np.float32))[0])

    ends = list(legal_plays(evaluator.ruleset, position, roll))
    return max(ends, key=value)


def ended_chances(ruleset: Ruleset, position: Position) -> Chances | None:
    """The chances of a finished game, seen by the mover; None while it runs on."""
    result = result_of(ruleset, position)
    if result is None:
        return None
    if result.winner is None:
        return of_outcome(DRAWN)
    return of_outcome(result.points if result.winner is Role.MOVER else -result.points)
