"""Tables against the rules: states drawn by chance are counted out once more.

The plays are those of `tavli.rules`, not of the compiled generator that built the
tables, and the arithmetic is written a second time.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from tavli.evaluation.tables.catalogue import Table
from tavli.evaluation.tables.pin_checking import pin_faults
from tavli.evaluation.tables.pins import PinTable
from tavli.evaluation.tables.race import RaceTable
from tavli.evaluation.tables.two_sided import Access, TwoSidedTable
from tavli.kernels.board import Boards, encode
from tavli.kernels.combination import number_of
from tavli.kernels.race import tail
from tavli.kernels.two_sided import HOME
from tavli.rules import (
    CHECKERS,
    OFF,
    PORTES,
    ROLLS,
    Dice,
    Position,
    Side,
    legal_plays,
)

_TOLERANCE: Final = 2e-6
_FAR: Final = Side.of({1: CHECKERS})


def faults(table: Table, rng: random.Random, samples: int) -> Iterator[str]:
    """Yield a sentence for each of *samples* states that is not what it should be."""
    for _ in range(samples):
        if isinstance(table, RaceTable):
            yield from _race_faults(table, rng)
        elif isinstance(table, TwoSidedTable):
            yield from _two_sided_faults(table, rng)
        elif isinstance(table, PinTable):
            yield from pin_faults(table, rng)
        else:
            raise TypeError(f"{table.name} can't be checked")


def _race_faults(table: RaceTable, rng: random.Random) -> Iterator[str]:
    race = table.race
    side = _drawn(rng, race.points, CHECKERS)
    number = _number(side, race.points)
    mean, wanted = 1.0, np.zeros(2)
    for roll in ROLLS:
        after = [_number(s, race.points) for s in _finals(side, roll)]
        best = min(after, key=lambda number: race.means[number])
        mean += _chance(roll) * race.means[best]
        for index, rolls in enumerate((3, 8)):
            wanted[index] += _chance(roll) * tail(race.finish, best, rolls - 1)
    if abs(mean - race.means[number]) > _TOLERANCE:
        yield f"{table.name}: {_written(side)} takes {mean:.6f} rolls on average"
    got = [tail(race.finish, number, rolls) for rolls in (3, 8)]
    if np.abs(wanted - got).max() > _TOLERANCE:
        yield f"{table.name}: {_written(side)} has other chances than its plays"


def _two_sided_faults(table: TwoSidedTable, rng: random.Random) -> Iterator[str]:
    mover = _drawn(rng, HOME, table.checkers)
    waiter = _drawn(rng, HOME, table.checkers)
    position = Position(mover, waiter)
    for access, reply in _REPLIES.items():
        wanted = sum(
            _chance(roll) * _best(table, position, roll, reply) for roll in ROLLS
        )
        got = table.without_double(encode(position)[None], access)[0]
        if abs(got - wanted) > _TOLERANCE:
            yield (
                f"{table.name}: {_written(mover)} against {_written(waiter)} is worth "
                f"{wanted:.6f} with the cube at {access.name}, not {got:.6f}"
            )


_REPLIES: Final[Mapping[Access, Access]] = {
    Access.NOBODY: Access.NOBODY,
    Access.BOTH: Access.BOTH,
    Access.MOVER: Access.WAITER,
    Access.WAITER: Access.MOVER,
}
"""The same cube, as the other side sees it."""


def _best(table: TwoSidedTable, position: Position, roll: Dice, reply: Access) -> float:
    finals = [Position(position.waiter, side) for side in _finals(position.mover, roll)]
    if any(final.waiter.checkers[OFF] == CHECKERS for final in finals):
        return 1.0
    boards: Boards = np.stack([encode(final) for final in finals])
    return float(-table.points(boards, reply).min())


def _chance(roll: Dice) -> float:
    return (1 if roll.is_double else 2) / 36


def _drawn(rng: random.Random, points: int, checkers: int) -> Side:
    """Return a side of up to *checkers* checkers, at least one, on *points* points."""
    standing = [rng.randint(0, points) for _ in range(rng.randint(1, checkers))]
    standing[0] = max(standing[0], 1)
    counts = {point: standing.count(point) for point in range(1, points + 1)}
    return Side.of({**counts, OFF: CHECKERS - sum(counts.values())})


def _finals(side: Side, roll: Dice) -> list[Side]:
    return [final.mover for final in legal_plays(PORTES, Position(side, _FAR), roll)]


def _number(side: Side, points: int) -> int:
    return number_of(np.array(side.checkers, np.int8), points, CHECKERS)


def _written(side: Side) -> str:
    standing = [(point, n) for point, n in enumerate(side.checkers) if point and n]
    return " ".join(f"{point}:{n}" for point, n in reversed(standing))
