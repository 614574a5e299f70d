"""What is asked of tables that know some positions exactly."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.chances import Chances
from tavli.kernels.board import Boards


class Exact(Protocol):
    """Know what some positions are worth: nothing is gained by looking further."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def covers(self, boards: Boards) -> NDArray[np.bool_]:
        """Return for each board, seen by the side on roll, whether it is known."""
        ...

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, all of them known."""
        ...


def ask(exact: Exact, boards: Boards, found: Chances) -> None:
    """Overwrite the rows of *found* whose boards are known, seen by who is on roll."""
    known = exact.covers(boards)
    if known.any():
        found[known] = exact.chances(boards[known])
