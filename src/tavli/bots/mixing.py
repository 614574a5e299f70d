"""Chance that is a function of what it is asked about: SplitMix64's mixing steps."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST_MULTIPLIER: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_MULTIPLIER: Final = np.uint64(0x94D049BB133111EB)
_MASK: Final = (1 << 64) - 1


def word_of(number: int) -> Words:
    """Return *number*, or its lowest 64 bits, as an array of one word."""
    return np.array([number & _MASK], np.uint64)


def scrambled(words: Words) -> Words:
    """Return *words* one step on, every bit mixed into every other."""
    mixed = words + _STEP
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST_MULTIPLIER
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND_MULTIPLIER
    found: Words = mixed ^ (mixed >> np.uint64(31))
    return found


def uniform(words: Words) -> NDArray[np.float64]:
    """Return a number above 0 and below 1 for each of *words*."""
    return ((words >> np.uint64(11)).astype(np.float64) + 0.5) / (1 << 53)
