"""Misjudging plays the way people do: a little often, a lot seldom, nonsense never.

What a play is worth seems a little more or less than it is. How much depends on the
final position it leads to, so the same end seems as good whenever it is met in the
same question; and on attention, which is good at most questions and poor at some.
The play that seems best is played. So near equals are mixed up often, and a play that
loses ten times what a level strays by is never chosen.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.bots.mixing import Words, scrambled, uniform, word_of
from tavli.kernels.board import MOVER, Boards
from tavli.kernels.movegen import Rolls
from tavli.kernels.steps import WORDS
from tavli.rules import OFF

_LEAST_ATTENTION: Final = 2.5
"""The poorest attention: how many times farther than usual judgement strays."""

_HABIT: Final = 4.0
"""A checker borne off seems better by so many strays: nobody forgets to bear off."""

_WORST: Final = 4.0
"""The most a play that is chosen loses, in strays of the question at hand."""

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Stray by about *stray* points from what plays are worth.

    The same *seed* and question give the same answer, and nothing else matters.
    """

    stray: float
    seed: int

    def best(
        self, boards: Boards, rolls: Rolls, finals: Boards, values: Values
    ) -> NDArray[np.int64]:
        """Return which of its *finals* seems best for each of *boards*.

        Row k of *finals* and *values*, what they are worth to the mover, belongs to
        board k; both are padded with values of -inf.
        """
        questions = self._questions(boards, rolls)
        stray = self.stray * _attention(questions)[:, np.newaxis]
        words = _words(finals.reshape(-1, *finals.shape[2:])).reshape(values.shape)
        noise = _gumbel(scrambled(words ^ questions[:, np.newaxis]))
        off = finals[:, :, MOVER, OFF].astype(np.float64)
        seeming = values + stray * (noise + _HABIT * off)
        loss = values.max(axis=1, keepdims=True) - values
        seeming[loss > _WORST * stray] = -np.inf
        chosen: NDArray[np.int64] = seeming.argmax(axis=1)
        return chosen

    def prefers(self, question: str, values: Values) -> int:
        """Return which of a few things that are worth *values* seems best.

        *question* tells one occasion from another.
        """
        text = question.encode().ljust(8, b"\0")
        words = word_of(self.seed)
        for first in range(0, len(text), 8):
            words = scrambled(words ^ word_of(int.from_bytes(text[first : first + 8])))
        stray = self.stray * _attention(words)[0]
        seeming = values + stray * _gumbel(
            scrambled(words ^ np.arange(len(values), dtype=np.uint64))
        )
        seeming[values.max() - values > _WORST * stray] = -np.inf
        return int(seeming.argmax())

    def _questions(self, boards: Boards, rolls: Rolls) -> Words:
        high, low = rolls.max(axis=1), rolls.min(axis=1)
        dice = (7 * high.astype(np.uint64)) + low.astype(np.uint64)
        return scrambled(_words(boards) ^ scrambled(dice ^ word_of(self.seed)))


def _attention(questions: Words) -> Values:
    """Return how far judgement strays at each of *questions*: by one on average."""
    away = -np.log(uniform(scrambled(questions)))
    kept: Values = np.minimum(away, _LEAST_ATTENTION)
    return kept


def _gumbel(words: Words) -> Values:
    """Return what makes the choice of the best as likely as exp(value / stray)."""
    noise: Values = -np.log(-np.log(uniform(words)))
    return noise


def _words(boards: Boards) -> Words:
    """Return a word for each of *boards*, shape (n, 4, 26)."""
    parts = np.ascontiguousarray(boards).reshape(len(boards), -1).view(np.uint64)
    words = np.zeros(len(boards), np.uint64)
    for column in range(WORDS):
        words = scrambled(words ^ parts[:, column])
    return words
