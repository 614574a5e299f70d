"""The server's time, passed to whoever needs it."""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Answers with the milliseconds since the epoch."""


def system_clock() -> int:
    """Read the machine's clock; the only place that does."""
    return time.time_ns() // 1_000_000
