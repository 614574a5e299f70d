"""What a rollout says of several plays beside each other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tavli.evaluation.chances import COLUMNS
from tavli.formats.record_rollout import joint_deviations
from tavli.search.tally import Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """What the trials of position *number* gave to the side that was asked about.

    It is worth *behind* less than the best, and *joint* is the joint standard
    deviation of the two.
    """

    number: int
    value: float
    error: float
    behind: float
    joint: float

    @property
    def jsd(self) -> float:
        """By how many joint standard deviations it is behind the best."""
        return joint_deviations(self.behind, self.joint)


def standings(
    tally: Tally, *, is_turned: bool, prices: Sequence[float | None] = ()
) -> tuple[Standing, ...]:
    """Return how the positions of *tally* stand, the best first.

    With *is_turned* they are seen by the other side than asked. A position with a
    price can be bought off by the other side: it counts as no more than that.
    """
    values = tally.means[:, COLUMNS] * (-1 if is_turned else 1)
    counted = values.copy()
    for number, price in enumerate(prices):
        if price is not None:
            counted[number] = min(counted[number], price)
    best = int(counted.argmax())
    joint, errors = tally.joint_errors(best), tally.errors[:, COLUMNS]
    return tuple(
        Standing(
            number,
            float(values[number]),
            float(errors[number]),
            float(counted[best] - counted[number]),
            float(joint[number]) if number != best else 0.0,
        )
        for number in np.argsort(-counted, kind="stable").tolist()
    )
