"""The throws of the trials of a rollout: balanced at first, then random."""

from typing import Final

import numpy as np

from tavli.kernels.movegen import Rolls

BLOCK: Final = 144
"""Trials that are played together. Each block has dice of its own, so that it does
not matter which process plays it."""

_THROWS: Final = 36


class TrialDice:
    """The throws of one block.

    The first throws of a block are all 36, equally often; the second throws of all
    blocks go through all 36 behind each first one, in an order that the seed shuffles.
    """

    def __init__(self, seed: int, block: int) -> None:
        self._block = block
        self._random = np.random.default_rng([seed, block, 1])
        shuffled = np.random.default_rng([seed, 0])
        self._seconds = np.array(
            [shuffled.permutation(_THROWS) for _ in range(_THROWS)]
        )

    def rolls(self, turn: int) -> Rolls:
        """Return the throws of *turn*; turns are asked for in their order."""
        trials = self._block * BLOCK + np.arange(BLOCK)
        first, lap = trials % _THROWS, trials // _THROWS % _THROWS
        if turn == 0:
            throws = first
        elif turn == 1:
            throws = self._seconds[first, lap]
        else:
            throws = self._random.integers(0, _THROWS, BLOCK)
        throws = throws.astype(np.int8)
        rolls: Rolls = np.stack([throws // 6 + 1, throws % 6 + 1], axis=1)
        return rolls
