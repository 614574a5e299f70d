"""How long an action takes until its sender is answered and his opponent informed."""

import time
from typing import Final

_NOBODY: Final = 0.0


class Stopwatch:
    """Collects seconds; both players of a table share one."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.reached: list[float] = []
        self._sent: dict[str, float] = {}

    def reset(self) -> None:
        """Forget what was collected; what is under way still counts."""
        self.answered.clear()
        self.reached.clear()

    def sent(self, action: str) -> None:
        """Note that *action* goes out now."""
        self._sent[action] = time.perf_counter()

    def informed(self, action: str | None, *, mine: bool) -> None:
        """Note that news of *action* came in, at its sender's or opposite."""
        started = self._sent.get(action or "", _NOBODY)
        if started:
            taken = time.perf_counter() - started
            (self.answered if mine else self.reached).append(taken)


def percentile(values: list[float], share: float) -> float:
    """Return the value that *share* of *values* do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
