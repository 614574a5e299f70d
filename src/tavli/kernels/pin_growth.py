"""A table of ends with a pin in the making, and room for it."""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import ROWS, SLOTS, Board
from tavli.kernels.combination import ways
from tavli.kernels.pins import (
    AT_HOME,
    FARTHEST,
    HOME,
    NEAREST,
    PLACES,
    WAITS,
    Hold,
    Pins,
    Rolls,
)
from tavli.kernels.race import Race
from tavli.kernels.race_build import MOST_ROLLS, room_for, widened
from tavli.rules import CHECKERS

ON_ITS_WAY: Final = (FARTHEST - HOME) * PLACES
"""With one checker from 7 to the farthest point of a pin, the others at home."""

FREED: Final = AT_HOME + ON_ITS_WAY
HELD: Final = (HOME - NEAREST + 1) * PLACES
HOLDING: Final = ways(HOME, CHECKERS)

MOST_TURNS: Final = 30
"""More turns than any pin is held, and more rolls than a holder then takes."""


class PinGrowth(NamedTuple):
    """The table in the making, with what only its making needs.

    A freed side's numbers are those at home, then those with a checker on its way;
    ``means`` are the rolls it expects to take to its first and its last checker off.
    """

    race: Race
    pins: Pins
    means: NDArray[np.float64]
    worth: NDArray[np.float64]
    board: Board
    sums: NDArray[np.float64]
    ends: NDArray[np.float64]

    @classmethod
    def start(cls, race: Race) -> Self:
        """Return an empty table; *race* is that of the last six points."""
        hold = Hold(
            np.zeros(HOLDING + 1, np.int64),
            np.zeros(HOLDING, np.int8),
            np.zeros(HOLDING * 40, np.float32),
        )
        return cls(
            race,
            Pins(hold, _rolls(HELD * WAITS), _rolls(FREED), race.finish),
            np.zeros((FREED, 2)),
            np.zeros(HOLDING),
            np.zeros((ROWS, SLOTS), np.int8),
            np.zeros((2, MOST_ROLLS)),
            np.zeros((MOST_ROLLS, MOST_ROLLS)),
        )


def _rolls(count: int) -> Rolls:
    return Rolls(room_for(count), room_for(count))


def _more(rolls: Rolls, number: int, states: int) -> Rolls:
    return Rolls(
        widened(rolls.opening, number, states), widened(rolls.finish, number, states)
    )


def with_room_to_freed(growth: PinGrowth, number: int, states: int) -> PinGrowth:
    """Return *growth* with room for *states* from *number* for `grow_freed`."""
    freed = _more(growth.pins.freed, number, states)
    return growth._replace(pins=growth.pins._replace(freed=freed))


def with_room_to_held(growth: PinGrowth, number: int, states: int) -> PinGrowth:
    """Return *growth* with room for *states* from *number* for `grow_held`."""
    held = _more(growth.pins.held, number * WAITS, states * WAITS)
    return growth._replace(pins=growth.pins._replace(held=held))


def with_room_to_hold(growth: PinGrowth, number: int, states: int) -> PinGrowth:
    """Return *growth* with room for *states* from *number* for `grow_hold`."""
    hold = growth.pins.hold
    needed = int(hold.starts[number]) + states * MOST_TURNS * MOST_TURNS
    if needed <= len(hold.values):
        return growth
    values = np.zeros(needed * 3 // 2, np.float32)
    values[: len(hold.values)] = hold.values
    pins = growth.pins._replace(hold=hold._replace(values=values))
    return growth._replace(pins=pins)
