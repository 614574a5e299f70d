"""Choosing by an evaluator's own answer, without looking ahead."""

from tavli.evaluation.evaluator import Evaluator
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset
from tavli.search.lookahead import Lookahead
from tavli.search.utility import POINTS, Utility


class StaticChooser:
    """Take the final position that the evaluator likes best (0-ply).

    Of finals that it likes as well, the one that was generated first is taken. Not to
    be shared between threads.
    """

    def __init__(self, evaluator: Evaluator, utility: Utility = POINTS) -> None:
        self._lookahead = Lookahead(evaluator)
        self._utility = utility

    @property
    def name(self) -> str:
        """The evaluator's name, and what is maximised unless it is points."""
        return described(self._lookahead, 0, self._utility)

    @property
    def ruleset(self) -> Ruleset:
        """The rules under which it plays."""
        return self._lookahead.ruleset

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the finals chosen, as `Chooser.choose`."""
        return self._lookahead.replies(boards, rolls, self._utility)[0]


def described(lookahead: Lookahead, plies: int, utility: Utility) -> str:
    """Return the name of a search that looks *plies* deep."""
    aim = "" if utility == POINTS else f" for {utility.name}"
    return f"{lookahead.name} {plies}-ply{aim}"
