"""The table of plakoto's ends with a pin."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import COLUMNS, Chances
from tavli.evaluation.tables.file import TableError, Tensors
from tavli.evaluation.tables.tails import flat, tails_from, tails_to
from tavli.kernels.board import Boards, encode
from tavli.kernels.held_build import grow_freed, grow_held
from tavli.kernels.hold_build import grow_hold
from tavli.kernels.pin_growth import (
    FREED,
    HELD,
    HOLDING,
    MOST_TURNS,
    PinGrowth,
    with_room_to_freed,
    with_room_to_held,
    with_room_to_hold,
)
from tavli.kernels.pins import (
    FARTHEST,
    HOME,
    NEAREST,
    OTHERS,
    WAITS,
    Hold,
    Pins,
    Rolls,
    many_pin_chances,
    mark_pins,
)
from tavli.kernels.race_build import Growth, grow, with_room
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table, compile_ruleset
from tavli.rules import OFF, PLAKOTO, Position, Side

NAME: Final = "pins"


class PinTable:
    """Chances in plakoto where one pin is left and nothing else can happen.

    One side is all at home and pins a checker on the rearmost point it holds; the
    other has its fourteen others at home, and so none off. The ends that follow, with
    the freed checker on its way, are covered too. Both sides play by a fixed plan
    (`grow_hold`, `grow_freed`): the chances are those of these plans, counted out.
    """

    name = NAME

    def __init__(self, pins: Pins) -> None:
        self.pins = pins
        self.chances(_example())  # what compiles does so now, not under a move

    def covers(self, boards: Boards) -> NDArray[np.bool_]:
        """Return which of *boards* are such ends."""
        marks = np.empty(len(boards), np.bool_)
        mark_pins(np.ascontiguousarray(boards), marks)
        return marks

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, all of them covered."""
        found = np.empty((len(boards), COLUMNS), np.float32)
        many_pin_chances(self.pins, np.ascontiguousarray(boards), found)
        return found


def _example() -> Boards:
    holder, held = Side.of({NEAREST: 1, OFF: OTHERS}), Side.of({1: OTHERS}, {FARTHEST})
    return encode(Position(holder, held))[None]


class _Part(NamedTuple):
    """A part of the build: its states, how many at a time, and how to grow them."""

    total: int
    slice: int
    widen: Callable[[PinGrowth, int, int], PinGrowth]
    grow: Callable[[Table, PinGrowth, int, int, Buffers], None]


_PARTS: Final = (
    _Part(FREED, 512, with_room_to_freed, grow_freed),
    _Part(HELD, 512, with_room_to_held, grow_held),
    _Part(HOLDING, 512, with_room_to_hold, grow_hold),
)


class PinBuild:
    """The table in the making. It takes a minute, and can't go on after a stop."""

    def __init__(self) -> None:
        self.total = 1 + sum(part.total for part in _PARTS)
        self.reached = 0
        self._growth: PinGrowth | None = None
        self._rules = compile_ruleset(PLAKOTO)
        self._buffers = Buffers.make()

    def advance(self) -> None:
        """Build some more states."""
        if self._growth is None:
            self._growth = PinGrowth.start(self._race().race)
            self.reached = 1
            return
        first = self.reached - 1
        for part in _PARTS:
            if first < part.total:
                last = min(first + part.slice, part.total)
                self._growth = part.widen(self._growth, first, part.slice)
                part.grow(self._rules, self._growth, first, last, self._buffers)
                self.reached += last - first
                return
            first -= part.total

    def _race(self) -> Growth:
        growth = with_room(Growth.start(HOME), HOLDING)
        grow(self._rules, growth, HOLDING, self._buffers)
        return growth

    def tensors(self) -> Tensors:
        """Return the whole table, under the names of the file."""
        if self._growth is None:
            raise ValueError("nothing is built yet")
        pins = self._growth.pins
        hold = pins.hold
        return {
            "hold.starts": hold.starts,
            "hold.widths": hold.widths,
            "hold.values": hold.values[: hold.starts[-1]],
            **_rolls_to("held", pins.held),
            **_rolls_to("freed", pins.freed),
            **tails_to("race", pins.race),
        }


def pin_table(tensors: Tensors) -> PinTable:
    """Return the table of *tensors*, which must be whole.

    Raises:
        TableError: numbers are missing, or can't be those of such a table.
    """
    try:
        pins = Pins(
            _hold(tensors),
            _rolls("held", tensors, HELD * WAITS),
            _rolls("freed", tensors, FREED),
            tails_from("race", tensors),
        )
    except KeyError as error:
        raise TableError(f"it has no {error}") from error
    if len(pins.race.sure) != HOLDING:
        raise TableError(f"it holds {len(pins.race.sure)} races, not {HOLDING}")
    return PinTable(pins)


def _hold(tensors: Tensors) -> Hold:
    starts = flat(tensors["hold.starts"], np.int64)
    widths = flat(tensors["hold.widths"], np.int8)
    values = flat(tensors["hold.values"], np.float32)
    if len(starts) != HOLDING + 1 or len(widths) != HOLDING:
        raise TableError(f"it holds {len(widths)} holders, not {HOLDING}")
    lengths = np.diff(starts)
    if starts[0] != 0 or starts[-1] != len(values) or lengths.min() < 0:
        raise TableError("the parts of its 'hold' don't fit each other")
    rows, rest = np.divmod(lengths, np.maximum(widths, 1))
    if rest.any() or rows.max() > MOST_TURNS or widths.min() < 0:
        raise TableError("its 'hold' has an impossible number of turns")
    if lengths[widths == 0].any():
        raise TableError("its 'hold' has turns without rolls")
    return Hold(starts, widths, values)


def _rolls(name: str, tensors: Tensors, states: int) -> Rolls:
    rolls = Rolls(
        tails_from(f"{name}.opening", tensors), tails_from(f"{name}.finish", tensors)
    )
    for tails in rolls:
        if len(tails.sure) != states:
            raise TableError(f"it holds {len(tails.sure)} of {states} under {name!r}")
    return rolls


def _rolls_to(name: str, rolls: Rolls) -> Mapping[str, NDArray[Any]]:
    return {
        **tails_to(f"{name}.opening", rolls.opening),
        **tails_to(f"{name}.finish", rolls.finish),
    }
