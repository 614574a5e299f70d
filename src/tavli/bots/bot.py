"""What a player of the house is."""

from typing import Protocol

from tavli.match import Action, MatchState
from tavli.rules import Player


class Bot(Protocol):
    """Choose what to do, from what everybody at the table can see.

    A bot gets no dice and no clock. What it needs of chance it brings along from
    its making, so that the same seed and the same match give the same choices.
    """

    @property
    def name(self) -> str:
        """The name under which `make_bot` knows this kind of bot."""
        ...

    def choose(self, state: MatchState, player: Player) -> Action:
        """Return what *player* does now; always one of his legal actions.

        Raises:
            ValueError: the match doesn't wait for *player*.
        """
        ...
