"""The computer's seats: bots think on threads of their own, never on the loop."""

import asyncio
import contextvars
import logging
import threading
from collections.abc import Callable
from typing import Final

from tavli.bots import Bot
from tavli.match import Action, MatchState
from tavli.rules import Player

MakeBot = Callable[[str], Bot]
"""Returns the bot of a level."""

FALLBACK: Final = "random"
"""The level that plays when the chosen one fails twice: better than a dead table."""

_ATTEMPTS: Final = 2
_log = logging.getLogger(__name__)


class StuckError(Exception):
    """No bot answered."""


class Computers:
    """Asks bots for actions, so many at once, and none of them for ever.

    A bot sees the state of the match and nothing of the house: not the secret of
    the dice, not the clock, not the database.
    """

    def __init__(self, make: MakeBot, *, seconds: float, at_once: int = 2) -> None:
        self._make = make
        self._seconds = seconds
        self._turn = asyncio.Semaphore(at_once)

    async def choose(self, level: str, state: MatchState, seat: Player) -> Action:
        """Return what the bot of *level* would do.

        Raises:
            StuckError: neither it nor the fallback answered.
        """
        for name in (*(level,) * _ATTEMPTS, FALLBACK):
            try:
                return await self._ask(name, state, seat)
            except TimeoutError:
                _log.warning("the bot %s did not answer in time", name)
            except Exception:
                # Whatever a bot does wrong, the person opposite plays on.
                _log.exception("the bot %s failed", name)
        raise StuckError(f"no bot answered for {level}")

    async def _ask(self, level: str, state: MatchState, seat: Player) -> Action:
        async with self._turn:
            async with asyncio.timeout(self._seconds):
                return await _on_thread(lambda: self._make(level).choose(state, seat))


async def _on_thread(think: Callable[[], Action]) -> Action:
    """Run *think* on a thread that may be left behind if it never ends.

    A pool would keep a place for the lost thread and soon be full of them.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Action] = loop.create_future()

    def deliver(result: Action | None, fault: Exception | None) -> None:
        if answer.done():
            return
        if fault is not None:
            answer.set_exception(fault)
        elif result is not None:
            answer.set_result(result)

    def run() -> None:
        result: Action | None = None
        fault: Exception | None = None
        try:
            result = think()
        except Exception as raised:  # it is raised again where it is awaited
            fault = raised
        except BaseException as raised:  # even a bot that exits ends only its thought
            fault = RuntimeError(f"the bot raised {type(raised).__name__}")
        try:
            loop.call_soon_threadsafe(deliver, result, fault)
        except RuntimeError:
            return  # the server has stopped meanwhile

    context = contextvars.copy_context()
    threading.Thread(target=context.run, args=(run,), name="bot", daemon=True).start()
    return await answer
