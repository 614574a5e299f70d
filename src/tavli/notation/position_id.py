"""GNU Backgammon's position ID, for games that hit: portes and backgammon.

The program writes the side that is not on roll first, then the player on roll,
each in its own numbering. Its manual says it the other way round; identifiers it
printed (such as the one after an opening 3-1) show what it does.
"""

from typing import Final

from tavli.notation.bits import BitReader, from_base64, join, to_base64
from tavli.notation.errors import NotationError
from tavli.notation.possible import check_possible
from tavli.rules import BAR, CHECKERS, OFF, Contact, Position, Ruleset, Side
from tavli.words.findings import finding

_BYTES: Final = 10
_BITS: Final = 8 * _BYTES


def write_position_id(position: Position) -> str:
    """Return the 14 characters of *position*.

    Raises:
        ValueError: a checker is pinned, which the identifier can't say.
    """
    sides = (position.waiter, position.mover)
    if any(side.pinned for side in sides):
        raise ValueError("a GNU position ID has no place for a pinned checker")
    return to_base64(
        join(
            ((1 << side.checkers[point]) - 1, side.checkers[point] + 1)
            for side in sides
            for point in range(1, BAR + 1)
        ),
        _BYTES,
    )


def read_position_id(text: str, ruleset: Ruleset) -> Position:
    """Return the position of *text*, with the player on roll as its mover.

    Raises:
        NotationError: *text* is no position ID, or no position of *ruleset*.
    """
    if ruleset.contact is not Contact.HIT:
        raise NotationError(
            f"a GNU position ID can't hold a position of {ruleset.name}"
        )
    reader = BitReader(from_base64(text.strip(), _BYTES, "GNU position ID"))
    waiter = _read_side(reader)
    mover = _read_side(reader)
    if reader.bits >> reader.at:
        raise NotationError(finding("id_behind", kind="GNU position ID"))
    check_possible(ruleset, (mover, waiter), (1, 1))
    return Position(mover, waiter)


def _read_side(reader: BitReader) -> Side:
    counts = {point: reader.count_ones() for point in range(1, BAR + 1)}
    total = sum(counts.values())
    if total > CHECKERS or reader.at > _BITS:
        raise NotationError(finding("checkers", most=CHECKERS, found=total))
    return Side.of({**counts, OFF: CHECKERS - total})
