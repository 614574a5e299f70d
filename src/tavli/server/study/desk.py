"""The study desk: takes long questions, has them answered, remembers for a while."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from tavli.server.identifiers import new_task_id
from tavli.server.study.process import (
    BrokenError,
    Hear,
    IsWanted,
    NoProcessError,
    Told,
    TooLargeError,
    process_of,
)
from tavli.server.study.shelf import Bounds, BusyError, Shelf
from tavli.server.study.task import Lane, Order, Seen, State, Task
from tavli.server.study.teller import Job, StoppedError, StudyError
from tavli.server.study.turns import Turns

_log = logging.getLogger(__name__)
_STAFF: Final[Mapping[Lane, int]] = MappingProxyType(
    {Lane.QUICK: 1, Lane.LONG: 1, Lane.FILES: 2}
)
"""How many processes a lane has; of files two, so that a slow one holds up nobody."""

_BROKEN: Final = ("internal", "This study failed on the server; another try may help.")
_WHY: Final[Mapping[type[Exception], tuple[str, str]]] = MappingProxyType(
    {
        TimeoutError: (
            "study_too_long",
            "This took longer than the server gives a study; ask for less depth.",
        ),
        TooLargeError: (
            "study_too_large",
            "This took more memory than the server gives a study; ask for less.",
        ),
        NoProcessError: (
            "nobody",
            "The server has nobody to study this just now; try again later.",
        ),
        BrokenError: _BROKEN,
    }
)
"""Failures that are expected: a code for the page, a sentence for people."""

_CALL_SECONDS: Final = 5.0
"""Whoever is held up looks so often whether his question has somebody to take it."""


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
    """Questions in lanes, each with processes of its own; safe from any thread.

    A question that was asked already is not asked again: whoever asks it waits for
    the same answer, or finds it there. Nobody has to hold a line open meanwhile; a
    question that nobody looks after any more is dropped. In a lane guests take turns.
    """

    def __init__(
        self,
        make: Callable[[Lane], Answerer] = process_of,
        *,
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bounds = bounds or Bounds()
        self._clock = clock
        self._changed = threading.Condition()
        self._shelf = Shelf(self._bounds, clock)
        self._turns = {lane: Turns() for lane in Lane}
        self._make = make
        self._threads: dict[Lane, set[threading.Thread]] = {
            lane: set() for lane in Lane
        }
        self._is_open = True
        self._held_up = dict.fromkeys(Lane, 0)

    def ask(self, order: Order, owner: str) -> Seen:
        """Take *order* for *owner*, and return how it stands.

        Raises:
            BusyError: too much is being studied already.
        """
        with self._changed:
            task = self._shelf.known(order.key)
            if task is None:
                if not self._is_open:
                    raise BusyError("The server is about to stop.")
                self._shelf.check_room(owner, order.lane)
                task = _task(order)
                self._shelf.keep(task)
                self._turns[order.lane].put(task)
                self._changed.notify_all()
            self._turns[task.lane].join(task, owner)
            return self._look(task)

    def wake(self) -> None:
        """Get ready for a quick question, since somebody opens a page of study."""
        with self._changed:
            if self._is_open:
                self._staff(Lane.QUICK)

    def see(self, task_id: str) -> Seen | None:
        """Return how a task stands, or None if it is not known any more."""
        with self._changed:
            task = self._shelf.get(task_id)
            return None if task is None else self._look(task)

    def wait(self, task_id: str, seconds: float) -> Seen | None:
        """Return how a task stands once it is over, or after *seconds*.

        Only so many are held up at once by a lane, since each takes a thread of the
        pages; above that the answer comes as things stand.
        """
        end = self._clock() + seconds
        with self._changed:
            task = self._shelf.get(task_id)
            if task is None:
                return None
            if self._held_up[task.lane] < self._bounds.waiting_in(task.lane):
                self._held_up[task.lane] += 1
                try:
                    self._hold_up(task, end)
                finally:
                    self._held_up[task.lane] -= 1
            return self._look(task)

    def cancel(self, task_id: str, owner: str) -> Seen | None:
        """Wait for it no more; it is dropped if nobody else does."""
        with self._changed:
            task = self._shelf.get(task_id)
            if task is None:
                return None
            self._turns[task.lane].leave(task, owner)
            if not task.owners and not task.state.is_over:
                self._finish(task, State.CANCELLED)
            return self._look(task)

    def stop(self) -> None:
        """Take nothing more and end what is being done."""
        with self._changed:
            self._is_open = False
            for task in self._shelf:
                if not task.state.is_over:
                    self._finish(task, State.CANCELLED)
            self._changed.notify_all()
            threads = [one for some in self._threads.values() for one in some]
        for thread in threads:
            thread.join(5)

    # ------------------------------------------------------ under the lock

    def _hold_up(self, task: Task, end: float) -> None:
        while not task.state.is_over and (left := end - self._clock()) > 0:
            task.asked = self._clock()
            self._see_to(task)
            self._changed.wait(min(left, _CALL_SECONDS))

    def _see_to(self, task: Task) -> None:
        """See to it that *task* has somebody to take it, if it waits for one.

        Those who answer may have ended by a fault, so that every look asks anew.
        """
        if task.state is State.WAITING:
            self._staff(task.lane)

    def _look(self, task: Task) -> Seen:
        task.asked = self._clock()
        self._see_to(task)
        return Seen(
            id=task.id,
            state=task.state,
            done=task.done,
            total=task.total,
            ahead=self._turns[task.lane].ahead(task),
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
        self._turns[task.lane].drop(task)
        task.state, task.answer = state, answer
        task.job = None
        if answer:
            task.partial = b""
        task.code, task.text = why
        self._changed.notify_all()

    def _staff(self, lane: Lane) -> None:
        """See to it that somebody answers the questions of *lane*."""
        staff, turns = self._threads[lane], self._turns[lane]
        wanted = max(1, turns.working + len(turns))
        staff -= {thread for thread in staff if not thread.is_alive()}
        if len(staff) >= min(wanted, _STAFF[lane]):
            return
        name = f"study {lane.value}"
        thread = threading.Thread(
            target=self._work, args=(lane,), name=name, daemon=True
        )
        try:
            thread.start()
        except RuntimeError:  # the system has no room for one more
            _log.exception("nobody can be found for a study's lane")
        else:
            staff.add(thread)

    # ------------------------------------------------- on a lane's thread

    def _work(self, lane: Lane) -> None:
        answerer = self._make(lane)
        try:
            _begin(answerer)
            while (following := self._next(lane)) is not None:
                self._answer(*following, answerer)
        finally:
            answerer.end()

    def _next(self, lane: Lane) -> tuple[Task, Job] | None:
        """Return what is to be answered next, or None when nothing comes for long."""
        end = self._clock() + self._bounds.idle_seconds
        with self._changed:
            while self._is_open:
                turns = self._turns[lane]
                for task in [one for one in turns if self._shelf.is_forsaken(one)]:
                    self._finish(task, State.CANCELLED)
                if turns:
                    task = turns.take()
                    assert task.job is not None  # until it is over
                    return task, task.job
                left = end - self._clock()
                if left <= 0:
                    break
                self._changed.wait(left)
            # Said under the lock: whoever asks next finds nobody and starts another.
            self._threads[lane].discard(threading.current_thread())
            return None

    def _answer(self, task: Task, job: Job, answerer: Answerer) -> None:
        def hear(told: Told) -> None:
            with self._changed:
                task.done, task.total = told.done, told.total
                task.partial = told.partial or task.partial

        def is_wanted() -> bool:
            with self._changed:
                return task.state is State.WORKING and not self._shelf.is_forsaken(task)

        state, answer, why = State.FAILED, b"", _BROKEN
        try:
            answer = answerer.answer(
                job, seconds=task.seconds, hear=hear, is_wanted=is_wanted
            )
            state, why = State.DONE, ("", "")
        except StoppedError:
            state, why = State.CANCELLED, ("", "")
        except StudyError as refused:
            why = (refused.code, refused.text)
        except tuple(_WHY) as fault:
            why = _WHY.get(type(fault), _BROKEN)
            _log.warning("a study failed: %r", fault)
        except Exception:
            _log.exception("a study failed")
        with self._changed:
            self._finish(task, state, answer=answer, why=why)


def _begin(answerer: Answerer) -> None:
    """Start *answerer* early; what it can't do yet it tries again when it is asked."""
    try:
        answerer.start()
    except Exception:
        _log.exception("who answers studies can't be started")


def _task(order: Order) -> Task:
    return Task(
        id=new_task_id(),
        key=order.key,
        lane=order.lane,
        seconds=order.seconds,
        job=order.job,
        is_kept=order.is_kept,
    )
