"""The value of a game on its way, and what moved it."""

from dataclasses import dataclass, field

from tavli.analysis.aim import Aim, Unit
from tavli.analysis.entry import Cost, Entry
from tavli.rules import Player


def sign(player: Player) -> int:
    """Return 1 for White and -1 for Black: it turns a value into White's view."""
    return 1 if player is Player.WHITE else -1


@dataclass(slots=True)
class Account:
    """What a game is worth *now*, and the entries that brought it there.

    *aim*, *now* and *curve* are White's; the curve has the value after each entry.
    """

    aim: Aim
    now: float
    entries: list[Entry] = field(default_factory=list)
    curve: list[float] = field(default_factory=list)

    def value(self, player: Player) -> float:
        """Return what the game is worth to *player* now."""
        return sign(player) * self.now

    def worth(self, player: Player, points: int) -> float:
        """Return what winning *points*, or losing them below 0, is worth to him."""
        return sign(player) * self.aim.worth(sign(player) * points)

    def cost(self, value: float, cube: int) -> Cost:
        """Return *value* in every unit in which it is told."""
        chance = value / 2 if self.aim.unit is Unit.MATCH else None
        return Cost(value, value / self.aim.scale(cube), chance)

    def enter(self, entry: Entry, value: float) -> None:
        """Note what left the game worth *value* to the player of *entry*."""
        self.now = sign(entry.player) * value
        self.entries.append(entry)
        self.curve.append(self.now)
