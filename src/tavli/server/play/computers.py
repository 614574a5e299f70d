"""The computer's seats: asked twice, then somebody else plays in their place."""

import logging
from typing import Final

from tavli.match import Action, MatchState
from tavli.rules import Player
from tavli.server.workers.thinker import Thinker

FALLBACK: Final = "random"
"""The level that plays when the chosen one fails twice: better than a dead table."""

_ATTEMPTS: Final = 2
_log = logging.getLogger(__name__)


class StuckError(Exception):
    """No bot answered."""


class Computers:
    """Asks a thinker for actions, and never takes its failure for an answer."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    async def choose(self, level: str, state: MatchState, seat: Player) -> Action:
        """Return what the bot of *level* would do.

        Raises:
            StuckError: neither it nor the fallback answered.
        """
        for name in (*(level,) * _ATTEMPTS, FALLBACK):
            try:
                return await self._thinker.choose(name, state, seat)
            except TimeoutError:
                _log.warning("the bot %s did not answer in time", name)
            except Exception:
                # Whatever a bot does wrong, the person opposite plays on.
                _log.exception("the bot %s failed", name)
        raise StuckError(f"no bot answered for {level}")
