"""The computer's seats: bots think on threads of their own, never on the loop."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Final

from tavli.bots import Bot
from tavli.match import Abandon, Action, Claim, MatchState
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

    def deliver(outcome: Action | Exception) -> None:
        if answer.done():
            return  # nobody waits for it any more
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)

    def run() -> None:
        outcome = _outcome(think)
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(deliver, outcome)

    threading.Thread(target=run, name="bot", daemon=True).start()
    return await answer


def _outcome(think: Callable[[], Action]) -> Action | Exception:
    try:
        action: object = think()
    except Exception as fault:
        return fault
    except BaseException as fault:  # a bot that exits ends its thought, not us
        return RuntimeError(f"the bot raised {type(fault).__name__}")
    if not isinstance(action, Action) or isinstance(action, Claim | Abandon):
        # Whether somebody stayed away is not for a bot to say.
        return TypeError(f"the bot answered {type(action).__name__}")
    return action
