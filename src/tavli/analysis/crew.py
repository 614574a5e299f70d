"""Processes that answer questions, each with a judge of its own."""

import signal
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from tavli.analysis.judge import Depth, Judge
from tavli.analysis.question import Answer, Question

Part = list[tuple[bytes, Question]]
"""Some questions, each with the key of its answer."""

Answered = list[tuple[bytes, Answer]]


class LostWorkError(Exception):
    """A process ended that had questions to answer."""


class Crew:
    """So many processes that are started once and given one part after another."""

    def __init__(self, depth: Depth, processes: int) -> None:
        context = get_context("spawn")
        self._workers: list[BaseProcess] = []
        self._pipes: list[Connection] = []
        for _ in range(processes):
            pipe, other_end = context.Pipe()
            worker = context.Process(target=_work, args=(depth, other_end), daemon=True)
            worker.start()
            other_end.close()
            self._workers.append(worker)
            self._pipes.append(pipe)

    def answered(self, parts: Iterator[Part]) -> Iterator[Answered]:
        """Yield the answers to each of *parts* as they come, in any order.

        Raises:
            LostWorkError: a process ended; what it was at is lost.
        """
        busy = [pipe for pipe in self._pipes if _give(pipe, parts)]
        while busy:
            for pipe in wait(busy):
                assert isinstance(pipe, Connection)
                found = _received(pipe)
                if not _give(pipe, parts):
                    busy.remove(pipe)
                yield found

    def close(self) -> None:
        """End the processes at once, whatever they are at."""
        for pipe in self._pipes:
            pipe.close()
        for worker in self._workers:
            worker.terminate()
            worker.join()


def _give(pipe: Connection, parts: Iterator[Part]) -> bool:
    """Send the next of *parts*; return whether there was one."""
    part = next(parts, None)
    if part is None:
        return False
    try:
        pipe.send(part)
    except OSError as error:
        raise _lost() from error
    return True


def _received(pipe: Connection) -> Answered:
    try:
        found: Answered = pipe.recv()
    except (EOFError, OSError) as error:
        raise _lost() from error
    return found


def _lost() -> LostWorkError:
    return LostWorkError(
        "a process of this analysis was ended from outside: start it again, what was "
        "finished is kept"
    )


def _work(depth: Depth, pipe: Connection) -> None:
    """Answer parts until nobody sends any more; Ctrl-C is for who started this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    judge = Judge(depth)
    with suppress(EOFError, OSError):
        while True:
            part: Part = pipe.recv()
            pipe.send([(key, judge.answer(question)) for key, question in part])
