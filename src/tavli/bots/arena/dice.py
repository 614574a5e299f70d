"""Dice for two games at once, a function of seed, pair and number of the roll.

Nothing is drawn in turn, so any block of games can be played anywhere, in any order,
and again. Bits come from the mixing steps of SplitMix64; of 64 bits to 36 throws, no
throw is likelier than another by more than one in 10^17.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.bots.mixing import scrambled, word_of
from tavli.kernels.movegen import Rolls

Pairs = NDArray[np.int64]
"""Shape (n,): the numbers of pairs of games."""

_THROWS: Final = np.array(
    [(first, second) for first in range(1, 7) for second in range(1, 7)], np.int8
)
_OPENINGS: Final = _THROWS[_THROWS[:, 0] != _THROWS[:, 1]]


def throws(seed: int, pairs: Pairs, number: int) -> Rolls:
    """Return roll *number* (from 0) of each of *pairs*; both its games get the same.

    Roll 0 comes of the roll-off, in which each side throws one die and equal dice are
    thrown again: it is never a double.
    """
    words = scrambled(word_of(seed)) ^ scrambled(pairs.astype(np.uint64))
    words = scrambled(scrambled(words) ^ scrambled(word_of(number)))
    table = _THROWS if number else _OPENINGS
    rolls: Rolls = table[(words % np.uint64(len(table))).astype(np.int64)]
    return rolls
