"""Playing the next round while the last one is learned."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

from tavli.training.self_play import Harvest

Play = Callable[[], list[Harvest]]


class Ahead:
    """A round that is being played: learning waits for games no longer than it must.

    The net that plays is a round behind the one that learns.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._coming: Future[list[Harvest]] | None = None

    def next(self, play: Play) -> list[Harvest]:
        """Return the round under way, or *play* one."""
        coming, self._coming = self._coming, None
        return play() if coming is None else coming.result()

    def begin(self, play: Play) -> None:
        """Begin to *play* the round after."""
        self._coming = self._pool.submit(play)

    def rest(self) -> None:
        """Wait until nobody plays: the games are as the round under way left them."""
        if self._coming is not None:
            wait([self._coming])

    def drop(self) -> None:
        """Wait, and forget the round: it was played for something else."""
        self.rest()
        self._coming = None
