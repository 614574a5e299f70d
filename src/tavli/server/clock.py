"""The server's time, passed to whoever needs it."""

import time
from typing import Final, Protocol


class Clock(Protocol):
    """Tells what time it is, and apart from that how time passes."""

    def __call__(self) -> int:
        """Answer with the milliseconds since the epoch, as the machine is set."""

    def steady_ms(self) -> int:
        """Return milliseconds that only pass, counted from no moment in particular.

        They tell how long something took, whatever the machine's clock is set to.
        """


class SystemClock:
    """The machine's clocks; nobody else reads them to date or to judge anything.

    Where the system can tell (on Linux and macOS), a machine's sleep is no time that
    passed.
    """

    def __call__(self) -> int:
        """Read the clock that people set; one set to before 1970 stands still at 0.

        No record could be read again whose times are negative.
        """
        return max(0, time.time_ns() // 1_000_000)

    def steady_ms(self) -> int:
        """Read the clock that nobody can set."""
        return time.monotonic_ns() // 1_000_000


system_clock: Final = SystemClock()
