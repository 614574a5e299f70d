"""Throws of two dice: the 21 rolls, their weights, and the order they fell in."""

from dataclasses import dataclass
from typing import Final, Self


@dataclass(frozen=True, slots=True)
class Dice:
    """One throw, in the order the dice fell.

    The rules ask only for `numbers`; the order matters where each player throws
    one die (the roll-off) and in records.
    """

    first: int
    second: int

    def __post_init__(self) -> None:
        for number in (self.first, self.second):
            if not 1 <= number <= 6:
                raise ValueError(f"a die shows 1 to 6, not {number}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``6-1``; raise ValueError with one sentence otherwise."""
        if len(text) == 3 and text[1] == "-":
            first, second = text[0], text[2]
            if first in "123456" and second in "123456":
                return cls(int(first), int(second))
        raise ValueError(f"dice are written like 6-1, not {text[:20]!r}")

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    @property
    def high(self) -> int:
        """The larger number, or the number of a double."""
        return max(self.first, self.second)

    @property
    def low(self) -> int:
        """The smaller number, or the number of a double."""
        return min(self.first, self.second)

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same number, which is then played four times."""
        return self.first == self.second

    @property
    def numbers(self) -> tuple[int, ...]:
        """The steps the throw gives: two, larger first, or four of a double."""
        return (self.first,) * 4 if self.is_double else (self.high, self.low)

    @property
    def weight(self) -> int:
        """In how many of the 36 ordered throws this roll appears."""
        return 1 if self.is_double else 2


ROLLS: Final = tuple(
    Dice(high, low) for high in range(1, 7) for low in range(1, high + 1)
)
"""The 21 rolls that the rules can tell apart."""
