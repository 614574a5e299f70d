"""Choosing with a look ahead."""

from contextlib import suppress

from tavli.kernels.board import Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset
from tavli.search.deadline import OutOfTimeError, TimeLimit, never
from tavli.search.ranking import Ranking, Search
from tavli.search.static import described


class DeepChooser:
    """Take the first of a search's ranking, found for many positions at once.

    Within a *limit*, in seconds a call, it plays what was best at the last depth that
    it finished. Not to be shared between threads.
    """

    def __init__(self, search: Search, limit: TimeLimit | None = None) -> None:
        self._search = search
        self._limit = limit

    @property
    def name(self) -> str:
        """The evaluator's name and how far it looks."""
        search = self._search
        return described(search.lookahead, len(search.filters), search.utility)

    @property
    def ruleset(self) -> Ruleset:
        """The rules under which it plays."""
        return self._search.lookahead.ruleset

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the finals chosen, as `Chooser.choose`."""
        check = self._limit.start() if self._limit else never
        lookahead, utility = self._search.lookahead, self._search.utility
        ranking = Ranking.begin(lookahead, boards, rolls, utility)
        with suppress(OutOfTimeError):
            for chosen in self._search.filters:
                ranking = ranking.deeper(lookahead, chosen, utility, check)
        return ranking.best
