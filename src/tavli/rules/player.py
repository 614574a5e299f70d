"""The two sides of a match, by the colour of their checkers."""

from enum import Enum


class Player(Enum):
    """A side of the board; the value is its letter in every text."""

    WHITE = "w"
    BLACK = "b"

    @property
    def opponent(self) -> "Player":
        """The other side."""
        return Player.BLACK if self is Player.WHITE else Player.WHITE
