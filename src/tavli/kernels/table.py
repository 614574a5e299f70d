"""Rulesets as arrays, compiled from the values that define them."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.bits import bit_of
from tavli.rules import BAR, Contact, Restriction, Ruleset
from tavli.rules.ruleset import Lapse, Mobility, MobilityRank, Stake, Timing

Table = NDArray[np.int64]
"""A compiled ruleset: what stands at each of the indexes below."""

MOST_BLOCKS: Final = 8

# One index a name; ACROSS, BLOCK_LAPSE and BLOCK_HELD are the first of several.
ACROSS: Final = 0
CONTACT: Final = 26
CLOSED_FROM: Final = 27
RUNNER_FIRST: Final = 28
RUNNER_PASSES_AT: Final = 29
BEARS_OFF_WHILE_PINNED: Final = 30
STAYS_AFTER_HIT: Final = 31
MOTHER_NEEDS_EMPTY_START: Final = 32
MOTHER_AT_STEP: Final = 33
BLOCKS: Final = 34
BLOCK_AT_STEP: Final = 35
MOBILITY: Final = 36
MOBILITY_BEFORE_DICE: Final = 37
BLOCK_LAPSE: Final = 38
BLOCK_HELD: Final = BLOCK_LAPSE + MOST_BLOCKS
MOTHER_POINTS: Final = BLOCK_HELD + MOST_BLOCKS
THREE_POINTS: Final = MOTHER_POINTS + 1
_SIZE: Final = THREE_POINTS + 1

HIT: Final = 0
PIN: Final = 1
BLOCK: Final = 2
_CONTACTS: Final = {Contact.HIT: HIT, Contact.PIN: PIN, Contact.BLOCK: BLOCK}

NEVER: Final = 0
WHEN_START_EMPTY: Final = 1
WHEN_OPPONENT_PAST: Final = 2
_LAPSES: Final = {
    Lapse.NEVER: NEVER,
    Lapse.WHEN_START_EMPTY: WHEN_START_EMPTY,
    Lapse.WHEN_OPPONENT_PAST: WHEN_OPPONENT_PAST,
}

NO_DUTY: Final = 0
ANY_LOCK: Final = 1
CLASSIC_TRAP: Final = 2
_MOBILITIES: Final = {
    Mobility.NONE: NO_DUTY,
    Mobility.ANY_LOCK: ANY_LOCK,
    Mobility.CLASSIC_TRAP: CLASSIC_TRAP,
}


def compile_ruleset(ruleset: Ruleset) -> Table:
    """Return *ruleset* as the kernels read it.

    Raises:
        ValueError: it forbids more blocks than a table holds.
    """
    table = np.zeros(_SIZE, np.int64)
    for point in range(1, BAR):
        table[ACROSS + point] = ruleset.course.across(point)
    table[CONTACT] = _CONTACTS[ruleset.contact]
    table[CLOSED_FROM] = ruleset.contact.blocking_count
    table[RUNNER_PASSES_AT] = ruleset.runner_passes_at
    table[MOBILITY] = _MOBILITIES[ruleset.mobility]
    table[MOBILITY_BEFORE_DICE] = ruleset.mobility_rank is MobilityRank.BEFORE_DICE
    table[MOTHER_POINTS] = ruleset.mother.points if ruleset.mother else 0
    table[THREE_POINTS] = Stake.BACKGAMMON in ruleset.stakes
    _write_restrictions(table, ruleset)
    _write_blocks(table, ruleset)
    return table


def _write_restrictions(table: Table, ruleset: Ruleset) -> None:
    flags = ruleset.restrictions
    table[RUNNER_FIRST] = Restriction.RUNNER_FIRST in flags
    table[STAYS_AFTER_HIT] = Restriction.NO_HIT_AND_RUN_AT_HOME in flags
    table[BEARS_OFF_WHILE_PINNED] = Restriction.NO_BEAR_OFF_WHILE_PINNED not in flags
    mother = ruleset.mother
    if mother is not None:
        table[MOTHER_NEEDS_EMPTY_START] = mother.needs_empty_start
        table[MOTHER_AT_STEP] = mother.timing is Timing.STEP


def _write_blocks(table: Table, ruleset: Ruleset) -> None:
    count = len(ruleset.blocks)
    if count > MOST_BLOCKS:
        raise ValueError(
            f"{ruleset.key} forbids {count} blocks; a table holds {MOST_BLOCKS}"
        )
    table[BLOCKS] = count
    table[BLOCK_AT_STEP] = ruleset.block_timing is Timing.STEP
    for index, block in enumerate(ruleset.blocks):
        table[BLOCK_LAPSE + index] = _LAPSES[block.lapse]
        table[BLOCK_HELD + index] = sum(bit_of(point) for point in block.points)
