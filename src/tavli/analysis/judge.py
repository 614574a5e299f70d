"""Answer the questions of an analysis by a search of a chosen depth."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final as Constant

import numpy as np

from tavli.analysis.question import (
    Answer,
    Chances,
    CubeValues,
    Final,
    Judged,
    Place,
    Question,
    Ranked,
    Steps,
    Throw,
    cubes_of,
    steps_of,
    text_of,
)
from tavli.evaluation.chances import Chances as Rows
from tavli.evaluation.chances import turned
from tavli.evaluation.evaluator import Evaluator
from tavli.kernels.board import Boards, decode, encode
from tavli.kernels.turn import passed
from tavli.rules import Ruleset, legal_plays
from tavli.search.cubeful import CubefulSearch
from tavli.search.filters import FILTERS, MoveFilter
from tavli.search.house import house_lookahead
from tavli.search.lookahead import Lookahead

EvaluatorOf = Callable[[Ruleset], Evaluator]
"""Returns what judges positions of a ruleset."""

DEEPEST: Constant = len(FILTERS["normal"])
"""The most plies that an analysis looks ahead."""

KEPT: Constant = 5
"""Candidates that are kept of each roll."""

_GAMES: Constant = 8


@dataclass(frozen=True, slots=True)
class Depth:
    """How deep an analysis looks: so many *plies*, of candidates that *filters* keep.

    Its name stands beside every figure: figures of different depths are not compared.
    """

    plies: int = 0
    filters: str = "normal"

    def __post_init__(self) -> None:
        if not 0 <= self.plies <= DEEPEST:
            raise ValueError(f"the depth is 0 to {DEEPEST} plies, not {self.plies}")
        if self.filters not in FILTERS:
            known = ", ".join(FILTERS)
            raise ValueError(f"the filters are {known}, not {self.filters!r}")

    @property
    def stages(self) -> tuple[MoveFilter, ...]:
        """What is kept before each ply."""
        return FILTERS[self.filters][: self.plies]

    @property
    def name(self) -> str:
        """Such as ``2-ply``; other filters than the normal ones are told."""
        special = "" if self.filters == "normal" or not self.plies else self.filters
        return f"{self.plies}-ply {special}".strip()


@dataclass(slots=True)
class _Pool:
    """Finals of one roll: what is known of each, and how deep."""

    boards: Boards
    chances: Rows
    values: list[float]
    replies: list[CubeValues | None]
    plies: list[int] = field(default_factory=list)

    def order(self) -> list[int]:
        """Return the finals best first, the deepest before the others."""
        return sorted(
            range(len(self.values)), key=lambda k: (-self.plies[k], -self.values[k])
        )


class Judge:
    """Judges plays and positions. Not to be shared between threads."""

    def __init__(self, depth: Depth, evaluator_of: EvaluatorOf | None = None) -> None:
        """Judge so deep, as the house does or by another evaluator."""
        self.depth = depth
        self._evaluator_of = evaluator_of
        self._lookahead_of = lru_cache(_GAMES)(self._make)

    def name(self, ruleset: Ruleset) -> str:
        """Return what its answers in a game depend on."""
        return f"{self._lookahead_of(ruleset).name} {self.depth.name}"

    def answer(self, question: Question) -> Answer:
        """Return what *question* asks for.

        All that it depends on is in the question: other questions, their order and
        the process it is answered in change nothing.
        """
        match question:
            case Throw():
                return self._ranked(question)
            case Final():
                return self._judged(question)

    def _make(self, ruleset: Ruleset) -> Lookahead:
        if self._evaluator_of is not None:
            return Lookahead(self._evaluator_of(ruleset))
        return house_lookahead(ruleset)

    def _ranked(self, asked: Throw) -> Ranked:
        lookahead = self._lookahead_of(asked.place.ruleset)
        board = encode(asked.position)[np.newaxis]
        roll = np.array([[asked.dice.high, asked.dice.low]], np.int8)
        finals, _ = lookahead.candidates(board, roll)
        pool = self._look(asked.place, finals, 0)
        for plies, chosen in enumerate(self.depth.stages, 1):
            self._deepen(asked.place, pool, plies, chosen)
        plays = legal_plays(asked.place.ruleset, asked.position, asked.dice)
        kept = [k for k in pool.order() if pool.plies[k] == self.depth.plies][:KEPT]
        found = []
        for k in kept:
            final = decode(pool.boards[k])
            found.append(_judged(pool, k, text_of(final), steps_of(plays[final])))
        return Ranked(tuple(found), len(finals))

    def _judged(self, asked: Final) -> Judged:
        boards = encode(asked.position)[np.newaxis]
        pool = self._look(asked.place, boards, self.depth.plies)
        return _judged(pool, 0, text_of(asked.position), ())

    def _deepen(
        self, place: Place, pool: _Pool, plies: int, chosen: MoveFilter
    ) -> None:
        """Judge what *chosen* keeps of the deepest so far *plies* deep."""
        scale = place.aim.scale(place.cube.value if place.cube else 1)
        order = pool.order()
        top = pool.values[order[0]]
        kept = [
            k
            for k in order[: chosen.keep]
            if pool.plies[k] == plies - 1
            and pool.values[k] >= top - chosen.margin * scale
        ]
        deeper = self._look(place, pool.boards[kept], plies)
        for at, k in enumerate(kept):
            pool.chances[k] = deeper.chances[at]
            pool.values[k] = deeper.values[at]
            pool.replies[k] = deeper.replies[at]
            pool.plies[k] = plies

    def _look(self, place: Place, finals: Boards, plies: int) -> _Pool:
        """Judge *finals*, seen by who made them."""
        lookahead = self._lookahead_of(place.ruleset)
        seen = passed(finals)
        depths = [plies] * len(finals)
        if place.cube is None:
            other = place.aim.utility.turned
            chances = turned(lookahead.chances(seen, plies, other))
            values = place.aim.without_cube(chances)
            return _Pool(finals, chances, values, [None] * len(finals), depths)
        stakes = place.aim.turned.stakes
        assert stakes is not None
        cubes = cubes_of(place.cube.turned, place.raises)
        chances, grid = CubefulSearch(lookahead, plies).look(seen, stakes, cubes)
        drop = stakes.worth(place.cube.value)
        replies = [_reply(row, drop) for row in grid.tolist()]
        values = [-reply.best(may_double=place.may_double) for reply in replies]
        return _Pool(finals, turned(chances), values, list(replies), depths)


def _judged(pool: _Pool, k: int, final: str, steps: Steps) -> Judged:
    win, double, triple, lost_double, lost_triple, draw = pool.chances[k].tolist()
    chances: Chances = (win, double, triple, lost_double, lost_triple, draw)
    return Judged(final, steps, chances, pool.values[k], pool.plies[k], pool.replies[k])


def _reply(row: list[float], drop: float) -> CubeValues:
    stay, take, *raised = row
    return CubeValues(stay, take, drop, *raised)
