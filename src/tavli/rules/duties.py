"""What a whole play owes: no forbidden block, and a move for the opponent."""

from functools import lru_cache
from typing import assert_never

from tavli.rules.packed import MOVER_AT, WAITER_AT, swapped
from tavli.rules.points import CHECKERS, START
from tavli.rules.ruleset import ForbiddenBlock, Lapse, Mobility, Ruleset, Timing
from tavli.rules.steps import stepper


def holds_block(ruleset: Ruleset, packed: int) -> bool:
    """Whether the mover holds a block that is forbidden just now (F9, F10)."""
    return any(
        all((packed >> MOVER_AT[point]) & 15 for point in block.points)
        and not _has_lapsed(block, packed)
        for block in ruleset.blocks
    )


def _has_lapsed(block: ForbiddenBlock, packed: int) -> bool:
    match block.lapse:
        case Lapse.NEVER:
            return False
        case Lapse.WHEN_START_EMPTY:
            return not (packed >> WAITER_AT[START]) & 15
        case Lapse.WHEN_OPPONENT_PAST:
            # My starting quarter is his third; a checker of his on 6 or lower is past.
            return any((packed >> WAITER_AT[point]) & 15 for point in range(7))
        case _:
            assert_never(block.lapse)


def forbids_step(ruleset: Ruleset, packed: int) -> bool:
    """Whether a step may not even pass through *packed* (option block_timing)."""
    return ruleset.block_timing is Timing.STEP and holds_block(ruleset, packed)


def leaves_a_move(ruleset: Ruleset, packed: int) -> bool:
    """Whether the waiter of *packed* can play a die of at least one throw (F11)."""
    theirs = swapped(packed)
    blocked_end = False
    steps = stepper(ruleset).steps
    for die in range(1, 7):
        for step in steps(theirs, die):
            if not holds_block(ruleset, step.end):
                return True
            blocked_end = True
    # Where every single step ends in a block, a whole block stands already. Of fifteen
    # checkers at most two stand on some point of it that isn't its lowest; two 1s
    # empty that point, unless each step is tested.
    return blocked_end and ruleset.block_timing is not Timing.STEP


def owes_a_move(ruleset: Ruleset, packed: int) -> bool:
    """Whether the duty to leave a move is in force at the start of the turn *packed*.

    In its classic form it binds only once the trap stands: all fifteen opposing
    checkers on the point right behind six points held in a row.
    """
    match ruleset.mobility:
        case Mobility.NONE:
            return False
        case Mobility.ANY_LOCK:
            return True
        case Mobility.CLASSIC_TRAP:
            return _is_trapped(ruleset, packed)
        case _:
            assert_never(ruleset.mobility)


def fulfils_mobility(ruleset: Ruleset, packed: int) -> bool:
    """Whether the end of a play, *packed*, meets the duty to leave a move."""
    if ruleset.mobility is Mobility.CLASSIC_TRAP:
        return not _is_trapped(ruleset, packed)
    return leaves_a_move(ruleset, packed)


def _is_trapped(ruleset: Ruleset, packed: int) -> bool:
    return any(
        (packed >> WAITER_AT[point]) & 15 == CHECKERS
        and all((packed >> MOVER_AT[own]) & 15 for own in _points_ahead(ruleset, point))
        for point in range(7, START + 1)
    )


@lru_cache(maxsize=256)
def _points_ahead(ruleset: Ruleset, point: int) -> tuple[int, ...]:
    """The mover's numbers of the six points ahead of the waiter's *point*."""
    across = ruleset.course.across
    return tuple(across(ahead) for ahead in range(point - 6, point))
