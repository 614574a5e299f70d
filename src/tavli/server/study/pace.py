"""How fast one guest may look at positions and bring files, and how many may fail."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

MOST_REMEMBERED: Final = 10_000
"""Guests whose pace is known; who has not been here for longest begins anew."""

READ_BURST: Final = 60
READS_A_SECOND: Final = 4.0
"""Setting a position up by hand asks after each change, a few times a second."""

FILES_AN_HOUR: Final = 60
FAILURES_AN_HOUR: Final = 12
SLOW_COSTS: Final = 4
"""A file that was given up held a process as long as it could; others fail at once."""

_HOUR_SECONDS: Final = 3600.0


class Pace:
    """Lets each guest do *burst* things at once, and *rate* a second in the long run.

    Safe from any thread.
    """

    def __init__(self, burst: int, rate: float, clock: Callable[[], int]) -> None:
        self._burst, self._rate, self._clock = float(burst), rate, clock
        self._left: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, guest: str, cost: int = 1) -> bool:
        """Take *cost*, as far as there is so much; return whether anything was left.

        Whoever is refused pays nothing: the next that he asks is nearer.
        """
        with self._lock:
            left = self._now_left(guest)
            if left < 1:
                return False
            self._left[guest] = (max(0.0, left - cost), self._clock())
            self._left.move_to_end(guest)
            if len(self._left) > MOST_REMEMBERED:
                self._left.popitem(last=False)
            return True

    def has_left(self, guest: str) -> bool:
        """Return whether *guest* may go on."""
        with self._lock:
            return self._now_left(guest) >= 1

    def _now_left(self, guest: str) -> float:
        left, then = self._left.get(guest, (self._burst, self._clock()))
        gained = max(0, self._clock() - then) / 1000 * self._rate
        return min(self._burst, left + gained)


class Paces:
    """What the study pages count of their guests.

    Positions that are looked at (*reads*), asked about (*asks*), and looked up among
    the finished *rollouts*; *files*, and those that were *failures*.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self.reads = Pace(READ_BURST, READS_A_SECOND, clock)
        self.asks = Pace(READ_BURST, READS_A_SECOND, clock)
        self.rollouts = Pace(READ_BURST, READS_A_SECOND, clock)
        self.files = Pace(FILES_AN_HOUR, FILES_AN_HOUR / _HOUR_SECONDS, clock)
        self.failures = Pace(FAILURES_AN_HOUR, FAILURES_AN_HOUR / _HOUR_SECONDS, clock)
