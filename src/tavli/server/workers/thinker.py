"""What the tables need of whoever thinks for the house."""

from typing import Protocol

from tavli.engine.advice import Advice
from tavli.match import Action, MatchState
from tavli.rules import Player


class BusyError(Exception):
    """So much is being thought about already that a hint would come too late."""


class LostError(Exception):
    """Nobody could finish the thought: each who tried it died."""


class Thinker(Protocol):
    """Answers questions about matches, off the event loop and within some time.

    It sees the state of the match and nothing of the house: not the secret of the
    dice, not the clock, not the database.
    """

    async def choose(self, level: str, state: MatchState, seat: Player) -> Action:
        """Return what the bot of *level* does.

        Raises:
            TimeoutError: it did not answer in time.
            Exception: whatever it raised.
        """
        ...

    async def advise(self, state: MatchState, seat: Player) -> Advice:
        """Return what is best for *seat*.

        Raises:
            BusyError: too many hints are waiting.
            TimeoutError: the answer did not come in time.
            Exception: whatever went wrong.
        """
        ...
