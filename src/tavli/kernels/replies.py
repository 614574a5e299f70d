"""Choosing among the finals of many rolls: which stay, which are one, which is best.

Twin of nothing in `tavli.rules`: the finals come from `batch_afterstates`, and those of
roll ``k`` stand from ``starts[k]`` to ``starts[k + 1]``.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import SLOTS, Boards
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import Starts
from tavli.kernels.outcome import outcome
from tavli.kernels.steps import WORDS, Words, copy
from tavli.kernels.table import Table

Values = NDArray[np.float32]
"""Shape (n,): what each final is worth to the player who rolls next."""

Places = NDArray[np.int32]
"""Shape (n,): where each of many boards is found among the distinct ones."""

SAME: Final = 1e-6
"""Values nearer than this are equal: then the final that was generated first is
picked, whatever the last digits of a large batch say."""


@kernel
def shortlist(
    values: Values, keep: int, starts: Starts, words: Words, order: Places
) -> int:
    """Keep the *keep* finals of each roll that leave the other least; count them all.

    *words*, the finals, and *starts* are rewritten. What stays keeps its order; of
    equals, those that were generated first stay. *order* is for notes.
    """
    end = 0
    for turn in range(len(starts) - 1):
        first, last = starts[turn], starts[turn + 1]
        starts[turn] = end
        if last - first > keep:
            _mark_best(values, keep, first, last, order)
        for spot in range(first, last):
            if last - first <= keep or order[spot] != 0:
                copy(words, end, words, spot)
                end += 1
    starts[len(starts) - 1] = end
    return end


@kernel
def _mark_best(values: Values, keep: int, first: int, last: int, order: Places) -> None:
    """Write 1 for the *keep* best from *first* to *last*, and 0 for the others."""
    order[first:last] = 0
    for _ in range(keep):
        least, at = np.float32(np.inf), first
        for spot in range(first, last):
            if values[spot] < least and order[spot] == 0:
                least, at = values[spot], spot
        order[at] = 1


@kernel
def distinct(words: Words, marks: Places, places: Places) -> int:
    """Move each board of *words* that is new to the front; return how many there are.

    They keep their order; ``places[k]`` tells where the board that stood at ``k`` is
    now. *marks*, for notes, has a power of two of places, at least twice the boards.
    """
    marks[:] = -1
    mask = np.uint64(len(marks) - 1)
    count = 0
    for index in range(len(words)):
        at = np.int64(_hash(words, index) & mask)
        while marks[at] >= 0 and not _same(words, marks[at], index):
            at = (at + 1) & (len(marks) - 1)
        if marks[at] < 0:
            marks[at] = count
            if count != index:
                copy(words, count, words, index)
            count += 1
        places[index] = marks[at]
    return count


@kernel
def new_starts(places: Places, starts: Starts, firsts: Starts) -> None:
    """Write where the finals stand that each roll was the first to reach.

    *places* are those of `distinct`, for finals that stood as *starts* says.
    """
    count = 0
    for turn in range(len(starts) - 1):
        firsts[turn] = count
        for spot in range(starts[turn], starts[turn + 1]):
            if places[spot] == count:
                count += 1
    firsts[len(starts) - 1] = count


@kernel
def _hash(words: Words, index: int) -> np.uint64:
    """Return bits that tell most boards apart."""
    mixed = np.uint64(0)
    for k in range(WORDS):
        # Turned and mixed by exclusive or: unlike sums, these cannot overflow.
        mixed = (mixed << np.uint64(5)) ^ (mixed >> np.uint64(59)) ^ words[index, k]
    mixed ^= mixed >> np.uint64(32)
    mixed ^= mixed >> np.uint64(15)
    mixed ^= mixed >> np.uint64(7)
    return mixed


@kernel
def _same(words: Words, one: int, other: int) -> bool:
    for k in range(WORDS):
        if words[one, k] != words[other, k]:
            return False
    return True


@kernel
def pick(
    values: Values, places: Places, starts: Starts, best: NDArray[np.int64]
) -> None:
    """Write where the final stands that each roll picks: it leaves the other least.

    *values* are those of the distinct finals, in which *places* finds each.
    """
    for turn in range(len(best)):
        first, last = starts[turn], starts[turn + 1]
        least = values[places[first]]
        for spot in range(first + 1, last):
            least = min(least, values[places[spot]])
        for spot in range(first, last):
            if values[places[spot]] <= least + SAME:
                best[turn] = places[spot]
                break


@kernel
def pass_turns(boards: Boards, seen: Boards) -> None:
    """Write *boards* as the other side sees them into *seen*. Twin of `passed`."""
    for index in range(len(boards)):
        for slot in range(SLOTS):
            seen[index, 0, slot] = boards[index, 1, slot]
            seen[index, 1, slot] = boards[index, 0, slot]
            seen[index, 2, slot] = boards[index, 3, slot]
            seen[index, 3, slot] = boards[index, 2, slot]


@kernel
def outcomes(table: Table, boards: Boards, codes: NDArray[np.int8]) -> None:
    """Write the `outcome` of each of *boards*, seen by its mover, into *codes*."""
    for index in range(len(boards)):
        codes[index] = outcome(table, boards[index])
