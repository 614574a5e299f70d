"""Processes of this machine that share numbered tasks."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Any, Final, TypeVar

_R = TypeVar("_R")

_AHEAD: Final = 2
"""Tasks that wait for each process, so that none is idle between two."""


class LostProcessError(Exception):
    """A process ended that had still to work; what it had finished stands."""


def in_order(
    task: Callable[..., _R],
    shared: Sequence[object],
    numbers: Sequence[int],
    processes: int,
) -> Iterator[_R]:
    """Yield ``task(*shared, number)`` for each of *numbers*, in their order.

    *shared* travels to each process once. Ctrl-C reaches this process alone, and
    whichever way it ends, the others end with it.

    Raises:
        LostProcessError: one of them was ended from outside.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(
        max(1, min(processes, len(numbers))),
        get_context("spawn"),
        _begin,
        (task, shared),
    )
    waiting: deque[Future[_R]] = deque()
    try:
        for number in numbers:
            waiting.append(pool.submit(_run, number))
            if len(waiting) > _AHEAD * processes:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        pool.shutdown()
    except BrokenProcessPool as error:
        raise LostProcessError(
            "a process was ended in the middle of its work"
        ) from error
    finally:  # not in the middle of a task that nobody waits for any more
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()


class _Errand:
    """What a process was started for; set there, once, when it begins."""

    task: Callable[..., Any]
    shared: Sequence[object]


_errand: Final = _Errand()


def _begin(task: Callable[..., Any], shared: Sequence[object]) -> None:
    _errand.task, _errand.shared = task, shared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _run(number: int) -> Any:
    return _errand.task(*_errand.shared, number)


def _end_with_parent() -> None:
    """End at once when the parent has ended, since nobody waits any more."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
