"""Two engines, a game, and how many pairs of games they play."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from tavli.bots.arena.games import Games
from tavli.bots.arena.lockstep import play_pairs
from tavli.bots.arena.luck import Luck
from tavli.bots.arena.players import make_chooser, make_evaluator
from tavli.rules import Ruleset, find_ruleset
from tavli.search.chooser import Chooser

_LARGEST_BLOCK: Final = 250
_LEAST_BLOCKS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Everything that a result depends on, as text and numbers.

    *first*, *second* and *luck* are names for `make_chooser` and `make_evaluator`;
    *luck* may be empty. Pairs are played in blocks, whose size settles which
    positions an engine is asked together.
    """

    first: str
    second: str
    game: str
    pairs: int
    seed: int
    luck: str = ""

    def __post_init__(self) -> None:
        find_ruleset(self.game)
        if self.pairs < 1:
            raise ValueError(f"a duel is one pair of games or more, not {self.pairs}")

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game that is played."""
        return find_ruleset(self.game)

    @property
    def block(self) -> int:
        """How many pairs are played at once."""
        return min(_LARGEST_BLOCK, -(-self.pairs // _LEAST_BLOCKS))

    @property
    def blocks(self) -> int:
        """How many blocks there are; the last one may be smaller."""
        return -(-self.pairs // self.block)

    def pairs_of(self, number: int) -> range:
        """Return which pairs block *number* holds."""
        first = number * self.block
        return range(first, min(first + self.block, self.pairs))


class Seated(NamedTuple):
    """The engines of a duel, made ready."""

    engines: tuple[Chooser, Chooser]
    luck: Luck | None

    @property
    def names(self) -> tuple[str, str]:
        """What the engines call themselves."""
        return self.engines[0].name, self.engines[1].name


def seat(duel: Duel) -> Seated:
    """Make the engines of *duel*; one serves twice if both are the same.

    Raises:
        PlayerError: one of them is unknown or can't play the game.
    """
    first = make_chooser(duel.first, duel.ruleset, duel.seed)
    second = first
    if duel.second != duel.first:
        second = make_chooser(duel.second, duel.ruleset, duel.seed)
    luck = Luck(make_evaluator(duel.luck, duel.ruleset)) if duel.luck else None
    return Seated((first, second), luck)


def play_block(duel: Duel, seated: Seated, number: int) -> Games:
    """Play block *number* of *duel*."""
    pairs = np.array(duel.pairs_of(number), np.int64)
    return play_pairs(seated.engines, pairs, duel.seed, seated.luck)
