"""What a player may ask for over all of his sockets together."""

import asyncio
from collections import OrderedDict
from typing import Final

from tavli.server.clock import Clock
from tavli.server.play.limits import Limits, TokenBucket

MOST_REMEMBERED: Final = 10_000
"""Players whose account is kept; whoever came longest ago begins anew."""


class Allowance:
    """Counts what one player's messages and their answers weigh.

    Nothing is refused: whoever has asked for too much waits until it is made up.
    """

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._bucket = self._share(limits.full_sockets)

    @property
    def is_owing(self) -> bool:
        """Whether the player has to wait."""
        return self._bucket.seconds_owed > 0

    def of_socket(self) -> TokenBucket:
        """Return a bucket for the messages of one more socket."""
        return self._share(1)

    def charge_message(self) -> None:
        """Count one more message of the player's."""
        self._bucket.charge(1)

    def charge_answer(self, size: int) -> None:
        """Count an answer of *size* bytes that only he asked for."""
        self._bucket.charge(size / self._limits.answer_bytes)

    async def ready(self) -> None:
        """Wait until the player owes nothing."""
        while self.is_owing:  # noqa: ASYNC110  # his other sockets may go on asking
            await asyncio.sleep(max(0.001, self._bucket.seconds_owed))

    def _share(self, sockets: int) -> TokenBucket:
        limits = self._limits
        burst, rate = limits.burst, limits.messages_a_second
        return TokenBucket(burst * sockets, rate * sockets, self._clock.steady_ms)


class Allowances:
    """Every player's allowance; who comes back with a new socket finds his own."""

    def __init__(self, limits: Limits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._kept: OrderedDict[str, Allowance] = OrderedDict()

    def of(self, player: str) -> Allowance:
        """Return what is kept for *player*."""
        if player not in self._kept:
            self._kept[player] = Allowance(self._limits, self._clock)
        self._kept.move_to_end(player)
        if len(self._kept) > MOST_REMEMBERED:
            self._kept.popitem(last=False)
        return self._kept[player]
