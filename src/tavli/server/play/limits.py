"""How much one connection may ask of the house, and how long it may stall."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds that keep one client from being felt by the others.

    All sockets of a player together may do as much as *full_sockets* that do all they
    may; *answer_bytes* of an answer count as much as a message.

    After so many *actions* of a match no game begins any more, and after *last_actions*
    more nothing but its end is done: all are kept in memory, and told to whoever joins.
    """

    burst: int = 120
    messages_a_second: float = 30.0
    tables: int = 8
    waiting_messages: int = 256
    waiting_bytes: int = 4 * 1024 * 1024
    send_seconds: float = 20.0
    close_seconds: float = 1.0
    absence_ms: int = 300_000
    computer_seconds: float = 30.0
    retry_seconds: float = 2.0
    idle_tables: int = 256
    sockets: int = 4096
    sockets_of_player: int = 16
    full_sockets: int = 4
    answer_bytes: int = 4096
    actions: int = 20_000
    last_actions: int = 2_000

    @property
    def most_actions(self) -> int:
        """How many actions a match may have before it can only be ended."""
        return self.actions + self.last_actions


class TokenBucket:
    """Lets *burst* messages through at once, and *rate* a second in the long run."""

    def __init__(self, burst: int, rate: float, clock: Callable[[], int]) -> None:
        self._burst = float(burst)
        self._rate = rate
        self._clock = clock
        self._tokens = float(burst)
        self._filled = clock()

    def take(self) -> bool:
        """Take a token; False when the bucket is empty."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def charge(self, tokens: float) -> None:
        """Take so many *tokens*; those that aren't there are owed."""
        self._fill()
        self._tokens -= tokens

    @property
    def seconds_owed(self) -> float:
        """How long it takes until nothing is owed any more."""
        self._fill()
        return max(0.0, -self._tokens) / self._rate

    def _fill(self) -> None:
        now = self._clock()
        gained = max(0, now - self._filled) / 1000 * self._rate
        self._tokens = min(self._burst, self._tokens + gained)
        self._filled = now
