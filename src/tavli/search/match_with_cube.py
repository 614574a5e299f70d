"""The match equity table with the cube, worked out from how games end.

From the last points backwards: what a double, a take or a pass leads to is known when
a score is reached, so the value of the game with a cube, begun at even chances, is the
chance of the match. Only the rates of gammons are measured.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from tavli.evaluation.chances import Chances
from tavli.search.cube_place import CubePlace
from tavli.search.efficiency import CONTACT
from tavli.search.live_cube import LiveCube
from tavli.search.match_table import Chart, Crawford, MatchTable
from tavli.search.rates import Rates
from tavli.search.stakes import MatchStakes

OPENING_SPREAD: Final = 0.024
"""How far the first throws move the chance to win, either way, before the side that is
behind can double: then the leader may pass, where a point less costs him nothing."""


def match_table(
    rates: Rates, longest: int, crawford: Crawford = Crawford.PLAYED
) -> MatchTable:
    """Return the table of matches to *longest* points between equals."""
    chances = _even_chances(rates)
    table = MatchTable(np.full((longest, longest), 0.5), np.full(longest, 0.5))
    _fill_after(table.after, chances)
    if crawford is Crawford.PLAYED:
        _fill_crawford(table, chances)
    else:
        table.before[:, 0], table.before[0, :] = table.after, 1 - table.after
    for mine, theirs in _scores(longest):
        value = _value(MatchStakes(table, mine, theirs), chances)
        table.before[mine - 1, theirs - 1] = value
        table.before[theirs - 1, mine - 1] = 1 - value
    return table


def _even_chances(rates: Rates) -> Chances:
    even = rates.evened
    row = (even.win, even.double, even.triple, even.lost_double, even.lost_triple, 0)
    return np.array([row], np.float32)


def _scores(longest: int) -> Iterator[tuple[int, int]]:
    """Yield the scores before the Crawford game, the nearest to the end first."""
    for total in range(4, 2 * longest + 1):
        for mine in range(max(2, total - longest), total // 2 + 1):
            yield mine, total - mine


def _value(stakes: MatchStakes, chances: Chances) -> float:
    """Return the chance of the match with a cube in the middle."""
    cube = LiveCube(stakes, chances).values(CubePlace(), np.array([CONTACT]))
    return (float(cube[0]) + 1) / 2


def _fill_after(after: Chart, chances: Chances) -> None:
    """Fill in the games after the Crawford game.

    The side that is behind doubles at once. The leader takes, unless the first throws
    went against him and a point less makes no difference to him.
    """
    single, double = _win_shares(chances)
    for away in range(2, len(after) + 1):
        passed = _at(after, away - 1)
        won = single * _at(after, away - 2) + double * _at(after, away - 4)
        better, worse = (
            (0.5 + spread) * won for spread in (OPENING_SPREAD, -OPENING_SPREAD)
        )
        after[away - 1] = (min(better, passed) + min(worse, passed)) / 2


def _fill_crawford(table: MatchTable, chances: Chances) -> None:
    """Fill in the scores whose next game is the Crawford game, played out at 1."""
    single, double = _win_shares(chances)
    for away in range(2, table.longest + 1):
        won = single * _at(table.after, away - 1) + double * _at(table.after, away - 2)
        table.before[away - 1, 0] = won / 2
        table.before[0, away - 1] = 1 - won / 2


def _win_shares(chances: Chances) -> tuple[float, float]:
    """Return which shares of the wins are single, and more: triples count as double."""
    doubles = float(chances[0, 1] / chances[0, 0])
    return 1 - doubles, doubles


def _at(after: Chart, away: int) -> float:
    """Return the chance of the side that is *away* points from the match."""
    return 1.0 if away <= 0 else float(after[away - 1])
