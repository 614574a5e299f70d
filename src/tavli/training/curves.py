"""The log of a run as curves."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

NAMES: Final = (
    "loss",
    "rate",
    "starter",
    "starter_wins",
    "doubles",
    "triples",
    "draws",
    "turns",
    "games_a_second",
)
"""What a run's log says of each round, beside its stage and games."""

MOST_POINTS: Final = 240
_LARGEST_LOG: Final = 2**30


class LogError(ValueError):
    """A log that can't be read; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Curves:
    """A run's rounds, a few at a time: *games* since it began, and means by name.

    *stages* has the name of each stage and after how many games it begins; *scores*
    has for each fixed opponent rows of games, points a game and their bounds.
    """

    games: NDArray[np.float64]
    means: dict[str, NDArray[np.float64]]
    stages: tuple[tuple[str, int], ...]
    scores: dict[str, NDArray[np.float64]]

    @classmethod
    def read(cls, path: Path, most: int = MOST_POINTS) -> "Curves":
        """Read the log at *path*, in at most *most* points, and the scores beside it.

        Raises:
            LogError: it is not there, empty, or no log of a run.
        """
        rows = _rows(path)
        stages: list[tuple[str, int]] = []
        before = 0
        for row in rows:
            if not stages or stages[-1][0] != row["stage"]:
                stages.append((str(row["stage"]), before))
            before = int(row["games"])
        parts = np.array_split(np.arange(len(rows)), min(most, len(rows)))
        games = np.array([float(rows[part[-1]]["games"]) for part in parts])
        table = np.array([[float(row[name]) for name in NAMES] for row in rows])
        means = np.array([table[part].mean(axis=0) for part in parts])
        return cls(
            games,
            dict(zip(NAMES, means.T, strict=True)),
            tuple(stages),
            _scores(path.with_name("scores.jsonl")),
        )

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "Curves":
        """Return the curves that `fields` gave."""
        return cls(
            np.array(fields["games"], np.float64),
            {name: np.array(fields["means"][name]) for name in NAMES},
            tuple((str(name), int(begin)) for name, begin in fields["stages"]),
            {name: np.array(rows) for name, rows in fields["scores"].items()},
        )

    def followed_by(self, later: "Curves") -> "Curves":
        """Return these curves with those of a run that went on from the same net."""
        shift = self.games[-1]
        stages = ((name, begin + int(shift)) for name, begin in later.stages)
        scores = dict(self.scores)
        for name, rows in later.scores.items():
            moved = rows + np.array([shift, 0, 0, 0])
            scores[name] = np.concatenate([scores.get(name, moved[:0]), moved])
        return Curves(
            np.concatenate([self.games, later.games + shift]),
            {
                name: np.concatenate([self.means[name], later.means[name]])
                for name in NAMES
            },
            (*self.stages, *stages),
            scores,
        )

    @property
    def fields(self) -> dict[str, Any]:
        """The curves as an object for a JSON file."""
        return {
            "stages": self.stages,
            "games": self.games.tolist(),
            "means": {
                name: [float(f"{value:.6g}") for value in values]
                for name, values in self.means.items()
            },
            "scores": {name: rows.tolist() for name, rows in self.scores.items()},
        }


def _rows(path: Path) -> list[dict[str, Any]]:
    """Return the rounds; of those that a stop made a run play anew, the later ones."""
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(_lines(path), 1):
        row = _round(line)
        if row is None:
            if rows and _is_cut_short(line):
                continue  # the run was killed, and perhaps taken up again
            raise LogError(f"{path}, line {number} is no round of a run")
        while rows and rows[-1]["games"] >= row["games"]:
            rows.pop()
        rows.append(row)
    if not rows:
        raise LogError(f"{path} holds no round of a run")
    return rows


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > _LARGEST_LOG:
            raise LogError(f"{path} is too large for the log of a run")
        return path.read_text("utf-8").splitlines()
    except OSError as error:
        raise LogError(f"can't read the log {path}: {error.strerror}") from error


def _scores(path: Path) -> dict[str, NDArray[np.float64]]:
    """Return the scores against each opponent; none if nobody measured them."""
    found: dict[str, list[list[float]]] = {}
    for number, line in enumerate(_lines(path) if path.exists() else (), 1):
        try:
            row = json.loads(line)
            figures = [float(row[key]) for key in ("games", "points", "low", "high")]
            found.setdefault(str(row["opponent"]), []).append(figures)
        except (ValueError, KeyError, TypeError) as error:
            raise LogError(f"{path}, line {number} is no score of a run") from error
    return {name: np.array(rows) for name, rows in found.items()}


def _is_cut_short(line: str) -> bool:
    return line.startswith("{") and not line.endswith("}")


def _round(line: str) -> dict[str, Any] | None:
    """Read one line; None if it is not that of a round."""
    try:
        row: dict[str, Any] = json.loads(line)
        figures = [float(row[name]) for name in ("games", *NAMES)]
    except (ValueError, KeyError, TypeError):
        return None
    return row if "stage" in row and np.isfinite(figures).all() else None
