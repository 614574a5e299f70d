"""Which candidates are worth a deeper look."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class MoveFilter:
    """Keep the *keep* best candidates that are within *margin* of the best."""

    keep: int
    margin: float

    def __post_init__(self) -> None:
        if self.keep < 1 or not self.margin >= 0:
            raise ValueError(
                "a move filter keeps at least one candidate, within a margin of 0 or "
                f"more, not {self.keep} within {self.margin}"
            )


Filters = tuple[MoveFilter, ...]
"""One filter before each ply: the first says what of 0-ply is looked at 1 ply deep."""

NARROW: Final[Filters] = (MoveFilter(5, 0.08), MoveFilter(2, 0.03))
NORMAL: Final[Filters] = (MoveFilter(8, 0.16), MoveFilter(5, 0.10))
WIDE: Final[Filters] = (MoveFilter(16, 0.32), MoveFilter(8, 0.16))

FILTERS: Final = MappingProxyType({"narrow": NARROW, "normal": NORMAL, "wide": WIDE})
"""The filters by name; margins are in points a game."""
