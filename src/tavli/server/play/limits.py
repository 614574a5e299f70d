"""How much one connection may ask of the house, and how long it may stall."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds that keep one client from being felt by the others."""

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
        now = self._clock()
        gained = max(0, now - self._filled) / 1000 * self._rate
        self._tokens = min(self._burst, self._tokens + gained)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
