"""Throws that can be had again: from a seed, or from a script."""

import hmac
from collections.abc import Iterable
from typing import Final

from tavli.rules import Dice

_FAIR_BYTES: Final = 252
"""Bytes from here on are skipped: 252 is the largest multiple of six in a byte."""


class SeededDice:
    """A throw for every game and index, fixed by a seed.

    For tests, benchmarks and games that are to be repeatable. Nobody can check
    afterwards that such dice were fair, so a house doesn't use them.
    """

    def __init__(self, seed: str) -> None:
        self._key = seed.encode()

    def roll(self, game: int, index: int) -> Dice:
        """Return throw *index* of game *game*, whatever was asked before."""
        numbers: list[int] = []
        block = 0
        while len(numbers) < 2:
            text = f"{game}/{index}/{block}".encode()
            digest = hmac.digest(self._key, text, "sha256")
            numbers += [byte % 6 + 1 for byte in digest if byte < _FAIR_BYTES]
            block += 1
        return Dice(numbers[0], numbers[1])


class ScriptedDice:
    """The throws of a list, in the order of their index, the same in every game.

    *asked* keeps what was asked for, so that a test can see which index was used.
    """

    def __init__(self, throws: Iterable[str]) -> None:
        self._throws = tuple(Dice.parse(text) for text in throws)
        self.asked: list[tuple[int, int]] = []

    def roll(self, game: int, index: int) -> Dice:
        """Return throw *index* of the script.

        Raises:
            LookupError: the script has no such throw.
        """
        self.asked.append((game, index))
        if not 0 <= index < len(self._throws):
            raise LookupError(f"the script has {len(self._throws)} throws, not {index}")
        return self._throws[index]
