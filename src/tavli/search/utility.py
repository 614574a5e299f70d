"""What the ends of a game are worth to a player: points, or chances of a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import Chances
from tavli.kernels.choice import Worth

Values = NDArray[np.float32]
"""Shape (n,): what each row of chances is worth to the side that has them."""

_RESULTS: Final = (-3, -2, -1, 0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Utility:
    """What a game's ends are worth to the side whose chances are weighed.

    *worth* is a constant, then what each column of Chances adds. A search maximises
    the utility of whoever moves; his opponent's is `turned`.
    """

    name: str
    worth: tuple[float, ...]
    _array: Worth = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        if len(self.worth) != 7 or not np.isfinite(self.worth).all():
            raise ValueError("a utility is seven finite numbers: a constant, six gains")
        object.__setattr__(self, "_array", np.array(self.worth, np.float32))

    @classmethod
    def of_results(cls, name: str, value: Mapping[int, float]) -> Self:
        """Return the utility of a game whose ends have these values.

        *value* is asked for the points won, below 0 if lost, 0 for a draw. What is
        returned is scaled so that a single win is 1 and a single loss is -1, which
        makes it comparable with points.

        Raises:
            ValueError: a single win is worth no more than a single loss.
        """
        middle, half = (value[1] + value[-1]) / 2, (value[1] - value[-1]) / 2
        if not half > 0:
            raise ValueError("a win must be worth more than a loss")
        lost3, lost2, lost, draw, won, won2, won3 = (
            (value[points] - middle) / half for points in _RESULTS
        )
        return cls(
            name,
            (
                lost,
                won - lost,
                won2 - won,
                won3 - won2,
                lost2 - lost,
                lost3 - lost2,
                draw - lost,
            ),
        )

    @property
    def array(self) -> Worth:
        """The seven numbers as the kernels read them."""
        return self._array

    @property
    def turned(self) -> "Utility":
        """The utility of the other side: one wins what the other loses."""
        lost, win, double, triple, lost_double, lost_triple, draw = self.worth
        other = (
            -lost - win,
            win,
            -lost_double,
            -lost_triple,
            -double,
            -triple,
            win - draw,
        )
        return Utility(self.name, other)

    def of(self, chances: Chances) -> Values:
        """Return what each row of *chances* is worth to the side that has them."""
        values: Values = chances @ self._array[1:] + self._array[0]
        return values


POINTS: Final = Utility("points", (-1, 2, 1, 1, -1, -1, 1))
"""Points without a cube: money play."""

WINS: Final = Utility("wins", (-1, 2, 0, 0, 0, 0, 1))
"""Games, however high they are won: what counts one point away from a match."""
