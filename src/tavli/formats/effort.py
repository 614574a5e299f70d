"""How much one file may ask of the rules: a crafted one keeps them busy for hours."""

from math import comb
from typing import Final

from tavli.rules import BAR, Dice, Position
from tavli.words.findings import finding

MOST_EFFORT: Final = 2_000_000
"""What a file of some 30,000 plays asks, far more than the longest session has."""


class TooMuchError(Exception):
    """The plays of a file have more ways than anybody plays."""

    what: Final = finding("too_much")

    def __init__(self) -> None:
        super().__init__(self.what.sentence)


class Effort:
    """What is left of *most* for one file."""

    def __init__(self, most: int = MOST_EFFORT) -> None:
        self._left = most

    def spend(self, position: Position, dice: Dice) -> None:
        """Pay for finding the plays of *dice* in *position*.

        Raises:
            TooMuchError: nothing is left.
        """
        self._left -= ways_of(position, dice)
        if self._left < 0:
            raise TooMuchError


def ways_of(position: Position, dice: Dice) -> int:
    """Return about how many boards *dice* lead to, by the points that are held."""
    held = sum(1 for count in position.mover.checkers[1 : BAR + 1] if count)
    return comb(held + 3, 4) if dice.is_double else held * held
