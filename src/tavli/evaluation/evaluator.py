"""What everything that judges positions has in common."""

from typing import Protocol

from tavli.evaluation.chances import Chances
from tavli.kernels.board import Boards
from tavli.rules import Ruleset


class Evaluator(Protocol):
    """Judge positions of one game, many at a time.

    A search and a rollout are evaluators that contain evaluators.
    """

    @property
    def name(self) -> str:
        """What reports call it, with all that its answers depend on."""
        ...

    @property
    def ruleset(self) -> Ruleset:
        """The rules under which it judges."""
        ...

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of the side on roll, who has not thrown yet.

        *boards*, shape (n, 4, 26), are seen by that side. Where the last play ended
        the game, the chances are those of its end: 0 and 1.
        """
        ...
