"""A decision about the cube to be met again: what could be done, and its worth."""

from enum import Enum
from typing import Literal

from msgspec import Struct

from tavli.match import OfferKind
from tavli.server.trainer.drill import Unit

CubeChoice = Literal["roll", "double", "take", "drop", "beaver", "raccoon"]


class Asks(Enum):
    """What an exercise asks for; one position can ask for each of them."""

    PLAY = "play"
    DOUBLE = "double"
    ANSWER_DOUBLE = "answer_double"
    ANSWER_BEAVER = "answer_beaver"
    ANSWER_RACCOON = "answer_raccoon"

    @classmethod
    def answer_to(cls, kind: OfferKind) -> "Asks":
        """Return what is asked of who is offered a cube."""
        return cls(f"answer_{kind.value}")

    @property
    def is_asked_on_turn(self) -> bool:
        """Whether who is asked is also who rolls next."""
        return self not in (Asks.ANSWER_DOUBLE, Asks.ANSWER_RACCOON)


class _Value(Struct, frozen=True, kw_only=True):
    pass


class CubeOption(_Value, frozen=True):
    """Something that can be done about the cube, and its worth to who decides."""

    choice: CubeChoice
    value: float


class CubeDrill(_Value, frozen=True):
    """All that is kept of a wrong decision about the cube besides its position.

    The cube goes to *offered* if it is turned and taken. A *scale* of *unit* is one
    point, as in a `Judgement`; all *options* were judged by the same judge.
    """

    offered: int
    made: CubeChoice
    unit: Unit
    scale: float
    options: tuple[CubeOption, ...]

    @property
    def best(self) -> CubeOption:
        """The option that is worth most; of equal ones the first."""
        return max(self.options, key=lambda option: option.value)

    def find(self, choice: str) -> CubeOption | None:
        """Return the option to do *choice*, None where it can't be done."""
        return next((one for one in self.options if one.choice == choice), None)

    def lost(self, option: CubeOption) -> float:
        """Return by how many points *option* is worse than the best."""
        return max(0.0, (self.best.value - option.value) / self.scale)
