"""What everything that chooses plays has in common."""

from typing import Protocol

from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset


class Chooser(Protocol):
    """Choose plays in positions of one game, many at a time."""

    @property
    def name(self) -> str:
        """What reports call it, with all that its choices depend on."""
        ...

    @property
    def ruleset(self) -> Ruleset:
        """The rules under which it plays."""
        ...

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the final position chosen for each position and roll.

        *boards*, shape (n, 4, 26), are seen by the side on roll; *rolls* has shape
        (n, 2). The finals, shape (n, 4, 26), are seen by the same side, who has
        just moved. A lost turn leaves the board as it is.
        """
        ...
