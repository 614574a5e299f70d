"""What a duel showed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tavli.bots.arena.duel import Duel
from tavli.bots.arena.games import Games
from tavli.bots.arena.interval import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Shares of all games, in the eyes of the first engine.

    Doubles count among wins, triples among doubles.
    """

    won: float
    won_double: float
    won_triple: float
    lost: float
    lost_double: float
    lost_triple: float
    drawn: float

    @classmethod
    def of(cls, points: NDArray[np.int64]) -> Self:
        """Return the rates of games that gave the first engine these *points*."""
        return cls(
            won=_share(points >= 1),
            won_double=_share(points >= 2),
            won_triple=_share(points >= 3),
            lost=_share(points <= -1),
            lost_double=_share(points <= -2),
            lost_triple=_share(points <= -3),
            drawn=_share(points == 0),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Points a game of the first engine against the second, and how the games went.

    *adjusted* is the score less the luck of the dice, where that was measured;
    *starter* what it was worth to start, *starter_won* how often the starter won.
    """

    duel: Duel
    names: tuple[str, str]
    pairs: int
    score: Figure
    adjusted: Figure | None
    rates: Rates
    starter: Figure
    starter_won: float
    doubles: float
    turns: float

    @classmethod
    def of(cls, duel: Duel, names: tuple[str, str], games: Games) -> Self:
        """Return the report on *games*, which may be a part of *duel*.

        Raises:
            ValueError: there are no games.
        """
        measured = len(games.luck) and not np.isnan(games.luck).any()
        return cls(
            duel=duel,
            names=names,
            pairs=len(games.points),
            score=Figure.of(games.won.mean(axis=1), duel.seed),
            adjusted=Figure.of(games.adjusted.mean(axis=1), duel.seed)
            if measured
            else None,
            rates=Rates.of(games.won),
            starter=Figure.of(games.points.mean(axis=1), duel.seed),
            starter_won=_share(games.points >= 1),
            doubles=_share(abs(games.points) >= 2),
            turns=float(games.turns.mean()),
        )

    @property
    def is_complete(self) -> bool:
        """Whether all pairs of the duel were played."""
        return self.pairs == self.duel.pairs

    def to_json(self) -> dict[str, object]:
        """Return the report as an object for a JSON file."""
        return {
            "game": self.duel.game,
            "first": self.duel.first,
            "second": self.duel.second,
            "names": list(self.names),
            "seed": self.duel.seed,
            "games": 2 * self.pairs,
            "complete": self.is_complete,
            "score": self.score._asdict(),
            "adjusted": self.adjusted._asdict() if self.adjusted else None,
            "luck": self.duel.luck or None,
            "rates": {
                name: getattr(self.rates, name) for name in Rates.__dataclass_fields__
            },
            "starter": self.starter._asdict(),
            "starter_won": self.starter_won,
            "doubles": self.doubles,
            "turns": self.turns,
        }

    def rows(self) -> Iterator[tuple[str, str]]:
        """Yield the report as a table: what, and how much."""
        first, second = self.names
        part = "" if self.is_complete else f" of {2 * self.duel.pairs:,}"
        yield "game", f"{self.duel.game}, {2 * self.pairs:,}{part} games"
        yield "first", first
        yield "second", second
        yield "points a game", str(self.score)
        if self.adjusted:
            yield "less luck", str(self.adjusted)
        rates = self.rates
        yield "first wins", _three(rates.won, rates.won_double, rates.won_triple)
        yield "second wins", _three(rates.lost, rates.lost_double, rates.lost_triple)
        if rates.drawn:
            yield "drawn", f"{100 * rates.drawn:.2f} %"
        yield "starter", f"{self.starter}, wins {100 * self.starter_won:.2f} %"
        yield "doubles", f"{100 * self.doubles:.2f} % of all games"
        yield "turns", f"{self.turns:.2f} a game"


def _share(mask: NDArray[np.bool_]) -> float:
    return float(mask.mean())


def _three(wins: float, doubles: float, triples: float) -> str:
    told = f"{100 * wins:.2f} %, double {100 * doubles:.2f} %"
    return f"{told}, triple {100 * triples:.2f} %" if triples else told
