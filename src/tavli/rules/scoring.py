"""Say when a game is over and for how much."""

from dataclasses import dataclass
from enum import Enum

from tavli.rules.points import CHECKERS, OFF, START
from tavli.rules.position import Position, Side
from tavli.rules.ruleset import MotherRule, Ruleset, Stake, Timing


class Role(Enum):
    """A side of a position, by whose turn it is or has just been."""

    MOVER = "mover"
    WAITER = "waiter"


class Ending(Enum):
    """How the board itself ends a game."""

    BORNE_OFF = "off"
    MOTHER = "mother"
    BOTH_MOTHERS = "draw"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game before the cube; *winner* is None for a draw."""

    winner: Role | None
    points: int
    ending: Ending


def stake_won(ruleset: Ruleset, loser: Side) -> Stake:
    """Return the stake of a win by bearing off against *loser* (P4, B2, K10, F4)."""
    if loser.checkers[OFF]:
        return Stake.SINGLE
    # In the loser's numbering the winner's home is 19 to 24 and the bar is 25.
    if Stake.BACKGAMMON in ruleset.stakes and loser.rearmost > 18:
        return Stake.BACKGAMMON
    return Stake.GAMMON


def result_of(
    ruleset: Ruleset, position: Position, *, mid_play: bool = False
) -> Result | None:
    """Return how *position* ended the game, or None while it goes on.

    With *mid_play* only what ends a game between two steps counts: mothers that are
    looked at when the play is over are then left aside (A4).
    """
    for role, winner, loser in (
        (Role.MOVER, position.mover, position.waiter),
        (Role.WAITER, position.waiter, position.mover),
    ):
        if winner.checkers[OFF] == CHECKERS:
            points = stake_won(ruleset, loser).value
            return Result(role, points, Ending.BORNE_OFF)
    if not position.mover.pinned and not position.waiter.pinned:
        return None
    mother = ruleset.mother
    if mid_play and (mother is None or mother.timing is Timing.END_OF_PLAY):
        return None
    return _mother_result(mother, position)


def _mother_result(mother: MotherRule | None, position: Position) -> Result | None:
    """Judge the mothers (K7 to K9).

    Two pinned ones are a draw without the mother rule too: neither side could ever
    bear off again, and so free the other's.
    """
    movers_mother = START in position.mover.pinned
    waiters_mother = START in position.waiter.pinned
    if movers_mother and waiters_mother:
        return Result(None, 0, Ending.BOTH_MOTHERS)
    if mother is None:
        return None
    if waiters_mother and _may_win_by_mother(mother, position.mover):
        return Result(Role.MOVER, mother.points, Ending.MOTHER)
    if movers_mother and _may_win_by_mother(mother, position.waiter):
        return Result(Role.WAITER, mother.points, Ending.MOTHER)
    return None


def _may_win_by_mother(mother: MotherRule, pinner: Side) -> bool:
    """Whether the pinner has left his own start, where the game asks for it (K8)."""
    return not (mother.needs_empty_start and pinner.checkers[START])
