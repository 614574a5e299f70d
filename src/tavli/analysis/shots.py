"""Which throws hurt: counted out of 36 by playing each of them in every way."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import (
    WAITER,
    WAITER_PINNED,
    Boards,
    encode,
)
from tavli.kernels.movegen import batch_afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table, compile_ruleset
from tavli.rules import BAR, ROLLS, START, Contact, Position, Ruleset
from tavli.search.rolls import PAIRS

THROWS: Final = 36
_WEIGHTS: Final = np.array([roll.weight for roll in ROLLS], np.int64)
_ROOM: Final = 1 << 17
"""Finals of all 21 rolls of one position, with room to spare."""


@dataclass(frozen=True, slots=True)
class Shots:
    """What the other side's next throw can do to who has just moved, out of 36.

    *hurt* is by how many throws some blot can be hit, or pinned, *blots* the same for
    each one by its own point. *mother* counts those that can pin the last checker on
    the start, None where no lone checker stands there or none is ever pinned. *lost*
    counts the throws that the other side can't play at all.
    """

    hurt: int
    blots: Mapping[int, int]
    mother: int | None
    lost: int


def shots_at(ruleset: Ruleset, position: Position) -> Shots:
    """Return what can happen to the mover of *position*, who has just moved.

    A throw counts if a legal play of it does the harm, all the rules considered.
    """
    board = encode(position.passed())
    finals, owners = _finals(_generator(ruleset), board[np.newaxis])
    hit = _harmed(ruleset, board, finals)
    mother = None
    if ruleset.contact is Contact.PIN and position.mover.checkers[START] == 1:
        mother = _throws(owners, hit[:, START])
    blots = {
        point: count
        for point in range(1, BAR)
        if (count := _throws(owners, hit[:, point]))
    }
    stays: NDArray[np.bool_] = np.all(finals == board, axis=(1, 2))
    return Shots(
        hurt=_throws(owners, np.any(hit, axis=1)),
        blots=MappingProxyType(blots),
        mother=mother,
        lost=_throws(owners, stays),
    )


def _harmed(ruleset: Ruleset, board: Boards, finals: Boards) -> NDArray[np.bool_]:
    """Return for each final and own point of the waiter whether a blot fell there."""
    if ruleset.contact is Contact.PIN:
        harmed: NDArray[np.bool_] = finals[:, WAITER_PINNED] > board[WAITER_PINNED]
        return harmed
    if ruleset.contact is Contact.BLOCK:
        return np.zeros(finals[:, WAITER].shape, np.bool_)
    fell: NDArray[np.bool_] = finals[:, WAITER] < board[WAITER]
    return fell


def _throws(owners: NDArray[np.int64], marks: NDArray[np.bool_]) -> int:
    """Return by how many of 36 throws a final of *marks* is reached."""
    return int(_WEIGHTS[np.unique(owners[marks])].sum())


@dataclass(frozen=True, slots=True)
class _Generator:
    """A ruleset for the kernels, with the memory they write to."""

    table: Table
    buffers: Buffers


@lru_cache(4)
def _generator(ruleset: Ruleset) -> _Generator:
    return _Generator(compile_ruleset(ruleset), Buffers.make(_ROOM))


def _finals(generator: _Generator, board: Boards) -> tuple[Boards, NDArray[np.int64]]:
    """Return all finals of the 21 rolls, and the roll that each belongs to."""
    found: list[Boards] = []
    owners: list[NDArray[np.int64]] = []
    first = 0
    while first < len(PAIRS):
        boards = np.repeat(board, len(PAIRS) - first, axis=0)
        starts = np.empty(len(boards) + 1, np.int64)
        done = batch_afterstates(
            generator.table, boards, PAIRS[first:], starts, generator.buffers
        )
        found.append(generator.buffers.boards[: starts[done]].copy())
        counts = np.diff(starts[: done + 1])
        owners.append(np.repeat(np.arange(first, first + done), counts))
        first += done
    return np.concatenate(found), np.concatenate(owners)
