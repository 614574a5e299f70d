"""Processes that play the blocks of a rollout."""

from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection

from tavli.kernels.board import Boards
from tavli.search.tally import Tally
from tavli.search.trials import Plan, play_block


class LostWorkerError(Exception):
    """A process ended that had still to play."""


def blocks_of_workers(
    plan: Plan, boards: Boards, numbers: range, processes: int
) -> Iterator[Tally]:
    """Yield the blocks *numbers* in their order, played by *processes* in turn.

    Each process is told the plan once, for tables and nets may be large; it plays
    ahead as far as its pipe holds.

    Raises:
        LostWorkerError: a process ended too early; go on with the block that is next.
    """
    context = get_context("spawn")
    workers, pipes = [], []
    try:
        for first in range(min(processes, len(numbers))):
            pipe, other_end = context.Pipe(duplex=False)
            share = numbers[first::processes]
            worker = context.Process(
                target=_work, args=(plan, boards, share, other_end), daemon=True
            )
            worker.start()
            other_end.close()
            workers.append(worker)
            pipes.append(pipe)
        for turn in range(len(numbers)):
            yield _received(pipes[turn % processes])
    finally:
        for pipe in pipes:
            pipe.close()
        for worker in workers:
            worker.terminate()
            worker.join()


def _received(pipe: Connection) -> Tally:
    try:
        block: Tally = pipe.recv()
    except (EOFError, OSError) as error:
        raise LostWorkerError from error
    return block


def _work(plan: Plan, boards: Boards, share: range, pipe: Connection) -> None:
    """Play the blocks of *share*, until nobody listens any more."""
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for number in share:
            pipe.send(play_block(plan, boards, number))
