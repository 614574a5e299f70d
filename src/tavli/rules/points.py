"""Number the board: each player counts his own points from 24 down to 1."""

from enum import Enum
from typing import Final

OFF: Final = 0
"""Where a checker stands that was borne off."""

START: Final = 24
"""The point furthest from home; in stacked games all checkers begin there."""

BAR: Final = 25
"""Where a hit checker waits to enter; it is one pip behind point 24."""

HOME: Final = range(1, 7)
"""A player's own last quarter, from which he bears off."""

CHECKERS: Final = 15
"""How many checkers each side has in all games of the table."""


class Course(Enum):
    """How the two players travel, seen from one another."""

    CONTRARY = "contrary"
    PARALLEL = "parallel"

    def across(self, point: int) -> int:
        """Return the opponent's number of my *point* (1..24). Its own inverse."""
        if self is Course.CONTRARY:
            return 25 - point
        return point + 12 if point <= 12 else point - 12
