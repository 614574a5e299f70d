"""The doubling cube."""

from dataclasses import dataclass, replace
from typing import Final, Self

from tavli.rules import Player

LARGEST_CUBE: Final = 4096
"""The cube is never turned past this value, far beyond any that was ever seen."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube's value and who may turn it next; centred when *owner* is None."""

    value: int = 1
    owner: Player | None = None

    def __post_init__(self) -> None:
        if self.value < 1 or self.value & (self.value - 1):
            raise ValueError(f"a cube shows a power of two, not {self.value}")
        if self.value > LARGEST_CUBE:
            raise ValueError(f"a cube is never turned past {LARGEST_CUBE}")
        if self.owner is not None and self.value == 1:
            raise ValueError("a cube that was never turned has no owner")

    def turned(self) -> Self:
        """Return the cube at twice its value, in the same place (automatic double)."""
        return replace(self, value=2 * self.value)

    def taken_by(self, player: Player, value: int) -> Self:
        """Return the cube at *value* in the hands of *player*, who took it."""
        return replace(self, value=value, owner=player)

    def is_open_to(self, player: Player) -> bool:
        """Whether *player* may turn the cube: it is centred or his (B4)."""
        return self.owner in (None, player) and 2 * self.value <= LARGEST_CUBE
