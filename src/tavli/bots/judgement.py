"""Judge a position by the way the sides meet in its game."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tavli.bots.blocking import judge_blocking
from tavli.bots.hitting import judge_hitting
from tavli.bots.pinning import judge_pinning
from tavli.rules import (
    CHECKERS,
    OFF,
    START,
    Contact,
    Position,
    Role,
    Ruleset,
    result_of,
)

Judge = Callable[[Position], float]

_JUDGES: Final[Mapping[Contact, Judge]] = MappingProxyType(
    {
        Contact.HIT: judge_hitting,
        Contact.PIN: judge_pinning,
        Contact.BLOCK: judge_blocking,
    }
)

_WON: Final = 1000.0
"""More than any position is worth that isn't over, for each point won."""


def worth(ruleset: Ruleset, position: Position) -> float:
    """Return what *position* is worth to its mover, who has just moved, in pips."""
    if _may_be_over(position):
        result = result_of(ruleset, position)
        if result is not None:
            sign = {Role.MOVER: 1, Role.WAITER: -1, None: 0}[result.winner]
            return sign * result.points * _WON
    return _JUDGES[ruleset.contact](position)


def _may_be_over(position: Position) -> bool:
    mover, waiter = position.mover, position.waiter
    if mover.checkers[OFF] == CHECKERS or waiter.checkers[OFF] == CHECKERS:
        return True
    return START in waiter.pinned or START in mover.pinned
