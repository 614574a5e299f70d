"""Who is at the table, and since when somebody is not."""

from collections import Counter
from collections.abc import Iterable

from tavli.protocol import Presence
from tavli.rules import Player
from tavli.server.clock import Clock


class Attendance:
    """Counts the sockets at each seat; nobody has come yet when a table opens.

    Absence is judged by sockets, never by activity: a player who thinks is here. It is
    measured by time that passed: a clock that is set right takes nobody's match.
    """

    def __init__(self, clock: Clock, always_here: Iterable[Player]) -> None:
        self._clock = clock
        self._always_here = frozenset(always_here)
        self._sockets: Counter[Player] = Counter()
        self._away_since = dict.fromkeys(Player, clock())
        self._steady_since = dict.fromkeys(Player, clock.steady_ms())

    def arrive(self, seats: Iterable[Player]) -> None:
        """Count one more socket at *seats*."""
        self._sockets.update(seats)

    def depart(self, seats: Iterable[Player]) -> None:
        """Count one socket less at *seats*; the last one gone begins the absence."""
        for seat in seats:
            self._sockets[seat] -= 1
            if self._sockets[seat] == 0:
                self._away_since[seat] = self._clock()
                self._steady_since[seat] = self._clock.steady_ms()

    def is_here(self, seat: Player) -> bool:
        """Whether somebody sits at *seat* right now."""
        return seat in self._always_here or self._sockets[seat] > 0

    def absence_ms(self, seat: Player) -> int:
        """Return how long *seat* has been empty; 0 while it isn't."""
        if self.is_here(seat):
            return 0
        return self._clock.steady_ms() - self._steady_since[seat]

    def of(self, seat: Player) -> Presence:
        """Return what the protocol says of *seat*."""
        if self.is_here(seat):
            return Presence(present=True, away_since=None)
        return Presence(
            present=False,
            away_since=self._away_since[seat],
            away_ms=self.absence_ms(seat),
        )
