"""The study desk: takes long questions, has them answered, remembers for a while."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from tavli.server.identifiers import new_task_id
from tavli.server.study.process import (
    BrokenError,
    Hear,
    IsWanted,
    StudyProcess,
    Told,
)
from tavli.server.study.task import Lane, Order, Seen, State, Task
from tavli.server.study.teller import Job, StoppedError, StudyError

_log = logging.getLogger(__name__)
_SLOW: Final = "This took longer than the server gives a study; ask for less depth."
_BROKEN: Final = "This study failed on the server; another try may help."


class BusyError(Exception):
    """The desk takes no more: of this player, or of anybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much is taken at once, and how long it is kept."""

    of_player: int = 4
    of_all: int = 48
    waiting: int = 4
    kept: int = 400
    kept_bytes: int = 48 * 1024 * 1024
    forsaken_seconds: float = 180.0
    idle_seconds: float = 600.0


class Answerer(Protocol):
    """Who answers the jobs of one lane, one at a time."""

    def answer(
        self, job: Job, *, seconds: float, hear: Hear, is_wanted: IsWanted
    ) -> bytes:
        """Return the answer, as `StudyProcess.answer`."""
        ...

    def start(self) -> None:
        """Get ready before anything is asked."""
        ...

    def end(self) -> None:
        """Let go of everything."""
        ...


class Desk:
    """Questions in two lanes, each with a process of its own; safe from any thread.

    A question that was asked already is not asked again: whoever asks it waits for
    the same answer, or finds it there. Nobody has to hold a line open meanwhile; a
    question that nobody looks after any more is dropped.
    """

    def __init__(
        self,
        make: Callable[[], Answerer] = StudyProcess,
        *,
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bounds = bounds or Bounds()
        self._clock = clock
        self._changed = threading.Condition()
        self._tasks: OrderedDict[str, Task] = OrderedDict()
        self._by_key: dict[str, str] = {}
        self._queues: dict[Lane, list[Task]] = {lane: [] for lane in Lane}
        self._make = make
        self._threads: dict[Lane, threading.Thread] = {}
        self._is_open = True
        self._held_up = 0

    def ask(self, order: Order, owner: str) -> Seen:
        """Take *order* for *owner*, and return how it stands.

        Raises:
            BusyError: too much is being studied already.
        """
        with self._changed:
            task = self._known(order.key)
            if task is None:
                self._check_room(owner)
                task = _task(order)
                self._keep(task)
                self._queues[order.lane].append(task)
                self._staff(order.lane)
                self._changed.notify_all()
            task.owners.add(owner)
            return self._look(task)

    def wake(self) -> None:
        """Get ready for a quick question, since somebody opens a page of study."""
        with self._changed:
            if self._is_open:
                self._staff(Lane.QUICK)

    def see(self, task_id: str) -> Seen | None:
        """Return how a task stands, or None if it is not known any more."""
        with self._changed:
            task = self._tasks.get(task_id)
            return None if task is None else self._look(task)

    def wait(self, task_id: str, seconds: float) -> Seen | None:
        """Return how a task stands once it is over, or after *seconds*.

        Only so many are held up at once, since each takes a thread of the pages;
        above that the answer comes as things stand.
        """
        end = self._clock() + seconds
        with self._changed:
            task = self._tasks.get(task_id)
            if task is None:
                return None
            if self._held_up < self._bounds.waiting:
                self._held_up += 1
                try:
                    self._hold_up(task, end)
                finally:
                    self._held_up -= 1
            return self._look(task)

    def cancel(self, task_id: str, owner: str) -> Seen | None:
        """Wait for it no more; it is dropped if nobody else does."""
        with self._changed:
            task = self._tasks.get(task_id)
            if task is None:
                return None
            task.owners.discard(owner)
            if not task.owners and not task.state.is_over:
                self._finish(task, State.CANCELLED)
            return self._look(task)

    def stop(self) -> None:
        """Take nothing more and end what is being done."""
        with self._changed:
            self._is_open = False
            for task in self._tasks.values():
                if not task.state.is_over:
                    self._finish(task, State.CANCELLED)
            self._changed.notify_all()
            threads = tuple(self._threads.values())
        for thread in threads:
            thread.join(5)

    # ------------------------------------------------------ under the lock

    def _hold_up(self, task: Task, end: float) -> None:
        while not task.state.is_over and (left := end - self._clock()) > 0:
            task.asked = self._clock()
            self._changed.wait(left)

    def _known(self, key: str) -> Task | None:
        """Return the task of an equal question, unless it came to nothing."""
        task = self._tasks.get(self._by_key.get(key, ""))
        if task is None or task.state in (State.FAILED, State.CANCELLED):
            return None
        self._tasks.move_to_end(task.id)
        return task

    def _check_room(self, owner: str) -> None:
        if not self._is_open:
            raise BusyError("The server is about to stop.")
        under_way = [task for task in self._tasks.values() if not task.state.is_over]
        mine = sum(owner in task.owners for task in under_way)
        if mine >= self._bounds.of_player:
            raise BusyError(
                f"You have {mine} studies under way; wait for one, or cancel it."
            )
        if len(under_way) >= self._bounds.of_all:
            raise BusyError("The server studies for many people just now; try later.")

    def _keep(self, task: Task) -> None:
        task.asked = self._clock()
        self._tasks[task.id] = task
        self._by_key[task.key] = task.id
        size = sum(one.size for one in self._tasks.values())
        for old in list(self._tasks.values()):
            fits = size <= self._bounds.kept_bytes
            if len(self._tasks) <= self._bounds.kept and fits:
                break
            if old.state.is_over:
                size -= old.size
                self._forget(old)

    def _forget(self, task: Task) -> None:
        del self._tasks[task.id]
        if self._by_key.get(task.key) == task.id:
            del self._by_key[task.key]

    def _look(self, task: Task) -> Seen:
        task.asked = self._clock()
        waiting = self._queues[task.lane]
        return Seen(
            id=task.id,
            state=task.state,
            done=task.done,
            total=task.total,
            ahead=waiting.index(task) if task in waiting else 0,
            answer=task.answer or task.partial,
            code=task.code,
            text=task.text,
            is_kept=task.is_kept,
        )

    def _finish(
        self,
        task: Task,
        state: State,
        *,
        answer: bytes = b"",
        why: tuple[str, str] = ("", ""),
    ) -> None:
        if task.state.is_over:
            return
        queue = self._queues[task.lane]
        if task in queue:
            queue.remove(task)
        task.state, task.answer = state, answer
        task.job = None
        if answer:
            task.partial = b""
        task.code, task.text = why
        self._changed.notify_all()

    def _staff(self, lane: Lane) -> None:
        """See to it that somebody answers the questions of *lane*."""
        thread = self._threads.get(lane)
        if thread is None or not thread.is_alive():
            thread = threading.Thread(
                target=self._work, args=(lane,), name=f"study {lane.value}", daemon=True
            )
            self._threads[lane] = thread
            thread.start()

    # ------------------------------------------------- on a lane's thread

    def _work(self, lane: Lane) -> None:
        answerer = self._make()
        try:
            answerer.start()
            while (following := self._next(lane)) is not None:
                self._answer(*following, answerer)
        finally:
            answerer.end()

    def _next(self, lane: Lane) -> tuple[Task, Job] | None:
        """Return what is to be answered next, or None when nothing comes for long."""
        end = self._clock() + self._bounds.idle_seconds
        with self._changed:
            while self._is_open:
                queue = self._queues[lane]
                for task in [one for one in queue if self._is_forsaken(one)]:
                    self._finish(task, State.CANCELLED)
                if queue:
                    task = queue.pop(0)
                    task.state = State.WORKING
                    assert task.job is not None  # until it is over
                    return task, task.job
                left = end - self._clock()
                if left <= 0:
                    break
                self._changed.wait(left)
            # Said under the lock: whoever asks next finds nobody and starts another.
            self._threads.pop(lane, None)
            return None

    def _answer(self, task: Task, job: Job, answerer: Answerer) -> None:
        def hear(told: Told) -> None:
            with self._changed:
                task.done, task.total = told.done, told.total
                task.partial = told.partial or task.partial

        def is_wanted() -> bool:
            with self._changed:
                return task.state is State.WORKING and not self._is_forsaken(task)

        state, answer, why = State.FAILED, b"", ("internal", _BROKEN)
        try:
            answer = answerer.answer(
                job, seconds=task.seconds, hear=hear, is_wanted=is_wanted
            )
            state, why = State.DONE, ("", "")
        except StoppedError:
            state, why = State.CANCELLED, ("", "")
        except TimeoutError:
            why = ("study_too_long", _SLOW)
        except StudyError as refused:
            why = (refused.code, refused.text)
        except BrokenError as fault:
            _log.warning("a study failed: %s", fault)
        except Exception:
            _log.exception("a study failed")
        with self._changed:
            self._finish(task, state, answer=answer, why=why)

    def _is_forsaken(self, task: Task) -> bool:
        return self._clock() - task.asked > self._bounds.forsaken_seconds


def _task(order: Order) -> Task:
    return Task(
        id=new_task_id(),
        key=order.key,
        lane=order.lane,
        seconds=order.seconds,
        job=order.job,
        is_kept=order.is_kept,
    )
