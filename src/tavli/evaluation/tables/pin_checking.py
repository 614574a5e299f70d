"""The table of pins against the rules: each roll is played by the best of its ends."""

import random
from collections.abc import Iterator
from typing import Final

from tavli.evaluation.chances import equity, of_outcome
from tavli.evaluation.tables.pins import PinTable
from tavli.kernels.board import encode
from tavli.kernels.pins import HOME, NEAREST, OTHERS
from tavli.rules import (
    BAR,
    CHECKERS,
    OFF,
    PLAKOTO,
    ROLLS,
    Dice,
    Position,
    Role,
    Side,
    legal_plays,
    result_of,
)

_PLAN_COSTS: Final = 0.01
"""What the plans behind the table may lose with one roll, in points."""

_TOLERANCE: Final = 5e-6


def pin_faults(table: PinTable, rng: random.Random) -> Iterator[str]:
    """Yield a sentence if an end drawn by chance is not worth what its rolls are.

    The ends of either side's plays are in the table, too.
    """
    point = rng.randint(NEAREST, HOME)
    count = rng.randint(1, CHECKERS)
    standing = [point, *(rng.randint(1, point) for _ in range(count - 1))]
    others = [rng.randint(1, HOME) for _ in range(OTHERS)]
    holder = Side.of({**_counts(standing), OFF: CHECKERS - count})
    position = Position(holder, Side.of(_counts(others), {BAR - point}))
    if rng.random() < 0.5:
        position = position.passed()
    got = float(equity(table.chances(encode(position)[None]))[0])
    wanted = sum(
        (1 if roll.is_double else 2) / 36 * max(_ends(table, position, roll))
        for roll in ROLLS
    )
    if not -_TOLERANCE <= wanted - got <= _PLAN_COSTS:
        yield (
            f"{table.name}: with a pin on {point} and {count} checkers left the "
            f"rolls are worth {wanted:.6f}, not {got:.6f}"
        )


def _counts(standing: list[int]) -> dict[int, int]:
    return {point: standing.count(point) for point in range(1, HOME + 1)}


def _ends(table: PinTable, position: Position, roll: Dice) -> Iterator[float]:
    """Yield the points of the side on roll after each of its plays."""
    for final in legal_plays(PLAKOTO, position, roll):
        result = result_of(PLAKOTO, final)
        if result is None:
            board = encode(final.passed())[None]
            yield -float(equity(table.chances(board))[0])
        else:
            won = result.points if result.winner is Role.MOVER else -result.points
            yield float(equity(of_outcome(won))[0])
