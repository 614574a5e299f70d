"""What everything that judges positions has in common."""

from typing import Protocol, runtime_checkable

from tavli.evaluation.chances import Chances
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Starts
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


@runtime_checkable
class FinalsEvaluator(Protocol):
    """An evaluator that is quicker if it knows from where finals were reached."""

    def chances_of_finals(
        self, boards: Boards, starts: Starts, finals: Boards
    ) -> Chances:
        """Return the chances that *finals* leave to the side which rolls next.

        The finals reached from ``boards[k]`` stand from ``starts[k]`` to
        ``starts[k + 1]``; boards and finals are seen by the side that moves.
        """
        ...
