"""Processes that think: what happens when they die, raise or never answer."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.workers import errands
from tavli.server.workers.pool import MOST_HINTS, Pool
from tavli.server.workers.thinker import BusyError, LostError
from tavli.server.workers.worker import FailedError


@contextmanager
def _pool(*, size: int = 1, seconds: float = 60) -> Iterator[Pool]:
    pool = Pool(errands.nothing, size=size, seconds=seconds)
    try:
        pool.start()
        yield pool
    finally:
        pool.stop()


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110  # another process decides
            await asyncio.sleep(0.01)


def _lines(path: Path) -> list[int]:
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def test_jobs_are_answered_by_other_processes():
    with _pool(size=2) as pool:

        async def scene() -> list[object]:
            return await asyncio.gather(*(pool.answer(errands.Pid()) for _ in range(8)))

        found = set(asyncio.run(scene()))
        assert found <= set(pool.pids)
        assert os.getpid() not in found


def test_a_killed_worker_is_replaced_and_its_job_done(tmp_path):
    started, leave = tmp_path / "started", tmp_path / "leave"
    with _pool() as pool:

        async def scene() -> object:
            answer = asyncio.ensure_future(pool.answer(errands.Held(started, leave)))
            await _until(lambda: len(_lines(started)) == 1)
            os.kill(_lines(started)[0], signal.SIGKILL)
            await _until(lambda: len(_lines(started)) == 2)
            leave.touch()
            return await answer

        answered_by = asyncio.run(scene())
        first, second = _lines(started)
        assert answered_by == second
        assert first != second
        assert pool.pids == (second,)


def test_the_others_go_on_while_one_is_replaced(tmp_path):
    started, leave = tmp_path / "started", tmp_path / "leave"
    with _pool(size=2) as pool:

        async def scene() -> None:
            held = asyncio.ensure_future(pool.answer(errands.Held(started, leave)))
            await _until(lambda: len(_lines(started)) == 1)
            victim = _lines(started)[0]
            os.kill(victim, signal.SIGKILL)
            assert await pool.answer(errands.Pid()) != victim
            leave.touch()
            await held

        asyncio.run(scene())


def test_a_job_that_kills_everybody_is_given_up():
    with _pool() as pool:

        async def scene() -> object:
            with pytest.raises(LostError, match="every worker that tried died"):
                await pool.answer(errands.Deadly())
            return await pool.answer(errands.Pid())

        assert asyncio.run(scene()) in pool.pids


def test_what_a_job_raises_is_told_and_costs_no_worker():
    with _pool() as pool:
        before = pool.pids
        with pytest.raises(FailedError, match="ZeroDivisionError: seven by nothing"):
            asyncio.run(pool.answer(errands.Raising()))
        assert pool.pids == before


def test_a_job_that_never_ends_costs_its_worker(tmp_path):
    never = errands.Held(tmp_path / "started", tmp_path / "leave")
    with _pool(seconds=0.2) as pool:
        (before,) = pool.pids

        async def scene() -> None:
            with pytest.raises(TimeoutError):
                await pool.answer(never)

        asyncio.run(scene())
        assert before not in pool.pids


def test_whoever_stops_waiting_does_not_free_a_worker_that_thinks(tmp_path):
    started, leave = tmp_path / "started", tmp_path / "leave"
    with _pool() as pool:

        async def scene() -> None:
            held = asyncio.ensure_future(pool.answer(errands.Held(started, leave)))
            await _until(lambda: len(_lines(started)) == 1)
            held.cancel()
            following = asyncio.ensure_future(pool.answer(errands.Pid()))
            await asyncio.sleep(0.05)
            assert not following.done()
            leave.touch()
            assert await following == _lines(started)[0]

        asyncio.run(scene())


def test_only_so_many_hints_wait():
    with _pool() as pool:

        async def scene() -> list[object]:
            hints = [pool.advise(None, None) for _ in range(MOST_HINTS + 3)]
            return await asyncio.gather(*hints, return_exceptions=True)

        answers = asyncio.run(scene())
    assert [type(answer) for answer in answers[MOST_HINTS:]] == [BusyError] * 3
    assert not any(isinstance(answer, BusyError) for answer in answers[:MOST_HINTS])


def test_a_worker_that_cannot_get_ready_is_said():
    pool = Pool(errands.impossible, size=1, seconds=60)
    with pytest.raises(FailedError, match="the net is torn"):
        pool.start()
    pool.stop()


def test_the_start_is_told_step_by_step():
    heard: list[tuple[int, int, str]] = []
    pool = Pool(errands.one_step, size=1, seconds=60)
    pool.start(lambda *step: heard.append(step))
    pool.stop()
    assert heard == [(0, 1, "the only step")]
