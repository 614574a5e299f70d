"""Looks into positions with the evaluators of the house."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from tavli.engine.advice import Outlook, RankedPlay
from tavli.evaluation.chances import (
    DOUBLE,
    DRAW,
    LOST_DOUBLE,
    LOST_TRIPLE,
    TRIPLE,
    WIN,
)
from tavli.evaluation.evaluator import Evaluator
from tavli.kernels.board import decode, encode
from tavli.match import MatchState
from tavli.notation.plays import write_play
from tavli.rules import Dice, Player, Position, Ruleset, legal_plays
from tavli.search.at_table import place_of, raises_in, stakes_of
from tavli.search.cube import CubeDecision, decide
from tavli.search.cubeful import CubefulSearch
from tavli.search.deadline import Check, never
from tavli.search.filters import NORMAL
from tavli.search.house import house_lookahead
from tavli.search.lookahead import Lookahead
from tavli.search.ranking import Candidate, Search, rank
from tavli.search.utility import POINTS, Utility

EvaluatorOf = Callable[[Ruleset], Evaluator]
"""Returns what judges positions of a ruleset."""

DEEPEST: Final = len(NORMAL)
"""The most plies that are looked ahead."""

_GAMES_KEPT: Final = 8


@dataclass(frozen=True, slots=True)
class Look:
    """How far to look ahead, for what the mover wants, and until when."""

    plies: int
    utility: Utility = POINTS
    check: Check = never


class Analyst:
    """Ranks plays and judges positions. Not to be shared between threads."""

    def __init__(self, evaluator_of: EvaluatorOf | None = None) -> None:
        """Make it judge as the house does, or by another evaluator."""
        self._evaluator_of = evaluator_of
        # House rules make many rulesets; each keeps buffers.
        self._lookahead_of = lru_cache(_GAMES_KEPT)(self._make)

    def best(
        self,
        ruleset: Ruleset,
        position: Position,
        dice: Dice,
        look: Look,
    ) -> tuple[RankedPlay, ...]:
        """Return all plays of *dice*, the best first.

        A lost turn is one empty play. If the look is broken off, the ranking is that
        of the last ply that was finished.
        """
        lookahead = self._lookahead_of(ruleset)
        search = Search(lookahead, NORMAL[: look.plies], look.utility)
        roll = np.array((dice.first, dice.second), np.int8)
        found = rank(search, encode(position), roll, look.check)
        return tuple(_ranked(ruleset, position, dice, found))

    def judge(
        self, ruleset: Ruleset, position: Position, look: Look
    ) -> tuple[Outlook, float]:
        """Return what *position* promises its mover before the roll, and its equity."""
        boards, lookahead = encode(position)[np.newaxis], self._lookahead_of(ruleset)
        chances = lookahead.chances(boards, look.plies, look.utility, look.check)
        return _outlook(chances[0].tolist()), float(look.utility.of(chances)[0])

    def cube(self, state: MatchState, player: Player, *, plies: int) -> CubeDecision:
        """Return what *player*, who is about to roll, should do with the cube.

        Raises:
            ValueError: it is no game with a cube.
        """
        game = state.game
        if game is None or not state.rules.has_cube:
            raise ValueError("there is no cube in this game")
        return decide(
            CubefulSearch(self._lookahead_of(game.ruleset), plies),
            encode(game.seen_by(player)),
            stakes_of(state, player),
            place_of(game, player),
            raises_in(state),
        )

    def _make(self, ruleset: Ruleset) -> Lookahead:
        if self._evaluator_of is not None:
            return Lookahead(self._evaluator_of(ruleset))
        return house_lookahead(ruleset)


def _ranked(
    ruleset: Ruleset,
    position: Position,
    dice: Dice,
    candidates: tuple[Candidate, ...],
) -> list[RankedPlay]:
    plays = legal_plays(ruleset, position, dice)
    ranked = []
    for candidate in candidates:
        after = decode(candidate.final)
        play = plays[after]
        ranked.append(
            RankedPlay(
                play=play,
                text=write_play(ruleset, position, after, dice, play),
                equity=candidate.value,
                outlook=_outlook(candidate.chances.tolist()),
                plies=candidate.plies,
            )
        )
    return ranked


def _outlook(row: list[float]) -> Outlook:
    return Outlook(
        win=row[WIN],
        double=row[DOUBLE],
        triple=row[TRIPLE],
        lost_double=row[LOST_DOUBLE],
        lost_triple=row[LOST_TRIPLE],
        draw=row[DRAW],
    )


class _OfThread(threading.local):
    """One analyst a thread, since it keeps buffers."""

    def __init__(self) -> None:
        self.analyst = Analyst()


_of_thread: Final = _OfThread()


def house_analyst() -> Analyst:
    """Return this thread's analyst, who uses the evaluators of the house."""
    return _of_thread.analyst
