"""What a round of a run brought, and the log of all of them."""

import json
from dataclasses import asdict, dataclass
from os import SEEK_END
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.lessons import (
    DOUBLES,
    DRAWS,
    FINISHED,
    GIVEN_UP,
    STARTERS_POINTS,
    STARTERS_WINS,
    TRIPLES,
    TURNS,
)
from tavli.search.whole import naming
from tavli.training.self_play import Harvest

_SUMS_FROM: Final = 5
COUNTS: Final = 10
"""Tallies and sums of `kernels.lessons`, one behind the other."""

Counts = NDArray[np.float64]
"""Shape (COUNTS,)."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How the games of a round ended.

    *starter* in points, *starter_wins*, *doubles*, *triples* and *draws* as parts of
    all games, *turns* as far as games were played out: a race that the table knows
    is not. *given_up* games were too long.
    """

    starter: float
    starter_wins: float
    doubles: float
    triples: float
    draws: float
    turns: float
    given_up: int

    @classmethod
    def of(cls, counts: Counts) -> "Outcomes":
        """Return the rates of what *counts* gained in a round."""
        games = max(1, int(counts[FINISHED]))
        sums = [round(float(total) / games, 4) for total in counts[_SUMS_FROM:]]
        return cls(
            starter=sums[STARTERS_POINTS],
            starter_wins=sums[STARTERS_WINS],
            doubles=sums[DOUBLES],
            triples=sums[TRIPLES],
            draws=sums[DRAWS],
            turns=round(float(counts[TURNS]) / games, 2),
            given_up=int(counts[GIVEN_UP]),
        )


@dataclass(frozen=True, slots=True)
class Report:
    """One round of a run: so many *games* since the run began, *positions* in it.

    *loss* is the mean cross entropy in nats, *rate* the learning rate.
    """

    stage: str
    games: int
    positions: int
    loss: float
    rate: float
    play_seconds: float
    learn_seconds: float
    games_a_second: float
    outcomes: Outcomes

    @property
    def fields(self) -> dict[str, str | int | float]:
        """All figures by name, as a line of the log has them."""
        fields = asdict(self)
        fields.update(fields.pop("outcomes"))
        return fields

    def log(self, path: Path) -> None:
        """Add a line of JSON to the log at *path*.

        What a killed run left of its last line stays behind, as a line of its own.
        """
        with naming(path), path.open("ab+") as log:
            if log.tell():
                log.seek(-1, SEEK_END)
                if log.read(1) != b"\n":
                    log.write(b"\n")
            log.write(json.dumps(self.fields).encode() + b"\n")


def counted(harvests: list[Harvest]) -> Counts:
    """Return the tallies and sums of all workers since their making."""
    parts = [np.concatenate([part.tallies, part.sums]) for part in harvests]
    total: Counts = np.sum(parts, axis=0)
    return total
