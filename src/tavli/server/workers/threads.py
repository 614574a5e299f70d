"""Thinking on threads of this process: for bots that need nothing compiled."""

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Callable
from typing import TypeVar

from tavli.bots import Bot, make_bot
from tavli.engine.advice import Advice
from tavli.match import Action, MatchState
from tavli.rules import Player
from tavli.server.workers.jobs import Hint, checked

MakeBot = Callable[[str], Bot]
"""Returns the bot of a level."""

_Thought = TypeVar("_Thought")


def house_bot(level: str) -> Bot:
    """Return the bot of *level* with a taste of its own."""
    return make_bot(level, secrets.randbits(64))


class Threads:
    """A thinker whose thoughts get a thread each, so many at once.

    A thread that never ends is left behind: it holds no place that others wait for.
    """

    def __init__(
        self, make: MakeBot = house_bot, *, seconds: float, at_once: int = 2
    ) -> None:
        self._make = make
        self._seconds = seconds
        self._turn = asyncio.Semaphore(at_once)

    async def choose(self, level: str, state: MatchState, seat: Player) -> Action:
        """Return the action of the bot of *level*, as `Thinker.choose`."""
        return await self._think(lambda: checked(self._make(level).choose(state, seat)))

    async def advise(self, state: MatchState, seat: Player) -> Advice:
        """Return what is best for *seat*, as `Thinker.advise`."""
        return await self._think(Hint(state, seat).answer)

    async def _think(self, thought: Callable[[], _Thought]) -> _Thought:
        async with self._turn:
            async with asyncio.timeout(self._seconds):
                return await _on_thread(thought)


async def _on_thread(think: Callable[[], _Thought]) -> _Thought:
    """Run *think* on a thread that may be left behind if it never ends.

    A pool would keep a place for the lost thread and soon be full of them.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_Thought] = loop.create_future()

    def deliver(thought: _Thought | None, fault: Exception | None) -> None:
        if answer.done():
            return  # nobody waits for it any more
        if fault is not None:
            answer.set_exception(fault)
        elif thought is not None:
            answer.set_result(thought)

    def run() -> None:
        thought, fault = _outcome(think)
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(deliver, thought, fault)

    threading.Thread(target=run, name="bot", daemon=True).start()
    return await answer


def _outcome(
    think: Callable[[], _Thought],
) -> tuple[_Thought | None, Exception | None]:
    try:
        return think(), None
    except Exception as fault:
        return None, fault
    except BaseException as fault:  # a bot that exits ends its thought, not us
        return None, RuntimeError(f"the bot raised {type(fault).__name__}")
