"""Count the tree of final positions: the law that generators are held to."""

from collections.abc import Iterator, Mapping

from tavli.rules.dice import ROLLS, Dice
from tavli.rules.plays import legal_plays
from tavli.rules.position import Position
from tavli.rules.ruleset import Ruleset
from tavli.rules.scoring import result_of


def divide(ruleset: Ruleset, position: Position, depth: int) -> Mapping[Dice, int]:
    """Return the leaves below each of the 21 rolls, *depth* turns deep.

    Rolls are not weighted; each distinct final position counts once, a lost turn
    counts one, and a finished game has no turns below it.
    """
    return {
        roll: sum(
            _leaves(ruleset, end, depth - 1) for end in _ends(ruleset, position, roll)
        )
        for roll in ROLLS
    }


def perft(ruleset: Ruleset, position: Position, depth: int) -> int:
    """Return the number of leaves *depth* turns below *position*."""
    return _leaves(ruleset, position, depth)


def _leaves(ruleset: Ruleset, position: Position, depth: int) -> int:
    if depth <= 0 or result_of(ruleset, position) is not None:
        return 1
    return sum(divide(ruleset, position, depth).values())


def _ends(ruleset: Ruleset, position: Position, roll: Dice) -> Iterator[Position]:
    return (end.passed() for end in legal_plays(ruleset, position, roll))
