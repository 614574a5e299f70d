"""Several workers, and the queue before them."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar, cast

from tavli.engine.advice import Advice
from tavli.match import Action, MatchState
from tavli.rules import Player
from tavli.server.workers.jobs import Answer, Choice, Hint, Job
from tavli.server.workers.thinker import BusyError
from tavli.server.workers.worker import Prepare, Tell, Worker

MOST_HINTS: Final = 4
"""Hints that a worker has before it at most, so that games don't wait for them long.

Games are bounded already: each asks one question at a time."""

_Done = TypeVar("_Done")


class Pool:
    """A thinker made of so many processes; each thinks about one thing at a time.

    The first worker prepares itself alone: in a fresh installation it compiles what
    the others then find on the disk.
    """

    def __init__(self, prepare: Prepare, *, size: int, seconds: float) -> None:
        """Make it; *seconds* is how long a job may take."""
        self._workers = [Worker(prepare, seconds) for _ in range(size)]
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._hints = 0

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that think now."""
        return tuple(worker.pid for worker in self._workers if worker.pid)

    def start(self, tell: Tell | None = None) -> None:
        """Start every worker and wait until all are ready; *tell* hears of the first.

        Raises:
            FailedError: a worker can't get ready; the sentence says why.
            LostError: a worker ended instead.
        """
        first, *others = self._workers
        first.start(tell)
        for _ in self._threads.map(Worker.start, others):
            pass  # what it raises is raised here
        for worker in self._workers:
            self._idle.put_nowait(worker)

    def stop(self) -> None:
        """End every worker; what was being thought about is dropped."""
        for worker in self._workers:
            worker.retire()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(self, level: str, state: MatchState, seat: Player) -> Action:
        """Return the action of the bot of *level*, as `Thinker.choose`."""
        job = Choice(level, state, seat, secrets.randbits(64))
        return cast("Action", await self.answer(job))

    async def advise(self, state: MatchState, seat: Player) -> Advice:
        """Return what is best for *seat*, as `Thinker.advise`."""
        most = MOST_HINTS * len(self._workers)
        if self._hints >= most:
            raise BusyError(f"{most} hints are being looked for already")
        self._hints += 1
        try:
            return cast("Advice", await self.answer(Hint(state, seat)))
        finally:
            self._hints -= 1

    async def answer(self, job: Job) -> Answer:
        """Return the answer to *job* once a worker is free, as `Worker.answer`."""
        worker = await self._idle.get()
        work = asyncio.ensure_future(self._on_thread(lambda: worker.answer(job)))
        # Also if nobody waits any more: the worker is free only when it has finished.
        work.add_done_callback(lambda done: self._release(worker, done))
        return await asyncio.shield(work)

    def _release(self, worker: Worker, work: asyncio.Future[Answer]) -> None:
        if not work.cancelled():
            work.exception()  # seen, even if nobody waits for it
        self._idle.put_nowait(worker)

    async def _on_thread(self, work: Callable[[], _Done]) -> _Done:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
