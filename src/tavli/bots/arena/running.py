"""Playing the blocks of a duel: here, in several processes, or on other machines."""

import os
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tavli.bots.arena.duel import Duel, Seated, play_block, seat
from tavli.bots.arena.games import Games
from tavli.cluster.machines import Machines
from tavli.search.processes import LostProcessError, in_order


class WorkerLostError(RuntimeError):
    """A process that played games is gone."""


class Block(NamedTuple):
    """A block of pairs, played, and the names of who played it."""

    number: int
    names: tuple[str, str]
    games: Games


def play_blocks(
    duel: Duel, numbers: Sequence[int], processes: int = 1
) -> Iterator[Block]:
    """Yield the blocks *numbers*, in order, whatever the number of *processes*.

    Raises:
        WorkerLostError: a process died.
    """
    if processes <= 1 or len(numbers) <= 1:
        seated = seat(duel)
        for number in numbers:
            yield Block(number, seated.names, play_block(duel, seated, number))
        return
    # A process has its core for itself: libraries that start threads of their own
    # would only take turns.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        yield from in_order(_play, [duel], numbers, processes)
    except LostProcessError as error:
        raise WorkerLostError(
            "a process that played games was ended; the same command goes on from "
            "what --keep has kept"
        ) from error


def play_blocks_on(
    machines: Machines, duel: Duel, numbers: Sequence[int]
) -> Iterator[Block]:
    """Yield the blocks *numbers*, in order, played on the cores of *machines*.

    What the engines need must be there: files, and programs behind pipes.

    Raises:
        ClusterError: a block could not be played.
    """
    yield from machines.in_order(_play, [duel], numbers)


@cache
def _seated(duel: Duel) -> Seated:
    """The engines of this process; made once, since that may take seconds."""
    return seat(duel)


def _play(duel: Duel, number: int) -> Block:
    seated = _seated(duel)
    return Block(number, seated.names, play_block(duel, seated, number))
