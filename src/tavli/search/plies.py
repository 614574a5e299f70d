"""An evaluator that looks ahead with another one."""

from tavli.evaluation.chances import Chances
from tavli.evaluation.evaluator import Evaluator
from tavli.evaluation.exact import Exact
from tavli.kernels.board import Boards
from tavli.rules import Ruleset
from tavli.search.lookahead import Lookahead, Pruning
from tavli.search.static import described
from tavli.search.utility import POINTS, Utility


class PlyEvaluator:
    """Judge by the mean over all 21 rolls of the best reply, *plies* deep.

    Plies are counted as GNU Backgammon counts them: with 1 it is the raw evaluator's
    answer after each best reply, with 2 a ply deeper. Not to be shared between
    threads.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        plies: int = 1,
        *,
        utility: Utility = POINTS,
        pruning: Pruning | None = None,
        exact: Exact | None = None,
    ) -> None:
        if plies < 1:
            raise ValueError(f"a look ahead is 1 ply deep or more, not {plies}")
        self._lookahead = Lookahead(evaluator, pruning=pruning, exact=exact)
        self._plies = plies
        self._utility = utility

    @property
    def name(self) -> str:
        """The evaluator's name and how far it looks."""
        return described(self._lookahead, self._plies, self._utility)

    @property
    def ruleset(self) -> Ruleset:
        """The rules under which it judges."""
        return self._lookahead.ruleset

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, shape (n, 4, 26), as `Evaluator.chances`."""
        return self._lookahead.chances(boards, self._plies, self._utility)
