"""How strong a net is while it learns, against opponents that don't change."""

import json
from pathlib import Path
from typing import Final, NamedTuple

from tavli.bots.arena.duel import Duel
from tavli.bots.arena.games import Games
from tavli.bots.arena.report import Report
from tavli.bots.arena.running import play_blocks
from tavli.evaluation.house import weights_of
from tavli.search.whole import naming

_EVERY: Final = 50_000
"""Games of self-play between two measurements, at least."""

_SEED: Final = 1


class Score(NamedTuple):
    """Points a game against *opponent* after *games* of self-play, with 95 % bounds."""

    games: int
    opponent: str
    points: float
    low: float
    high: float


class Gauge:
    """Measure the nets of a run, and keep the scores in its folder.

    The opponents are ``pips`` and, where there is one, the net that the package
    ships for the game; all scores of a run are on the same dice.
    """

    def __init__(self, game: str, folder: Path, pairs: int = 500) -> None:
        self._game = game
        self._pairs = pairs
        self._path = folder / "scores.jsonl"
        self._next = 0
        self._opponents = ["pips"]
        if weights_of(game).exists():
            self._opponents.append("net")

    def is_due(self, games: int) -> bool:
        """Whether it is time to measure again after *games* of self-play."""
        return games >= self._next

    def measure(self, net: Path, games: int) -> list[Score]:
        """Play the net at *net*, some seconds long; return and keep the scores."""
        self._next = games + _EVERY
        scores = [self._score(net, games, opponent) for opponent in self._opponents]
        with naming(self._path), self._path.open("a", encoding="utf-8") as kept:
            for score in scores:
                kept.write(json.dumps(score._asdict()) + "\n")
        return scores

    def _score(self, net: Path, games: int, opponent: str) -> Score:
        duel = Duel(
            first=str(net),
            second=opponent,
            game=self._game,
            pairs=self._pairs,
            seed=_SEED,
        )
        blocks = list(play_blocks(duel, range(duel.blocks)))
        played = Games.together([block.games for block in blocks])
        report = Report.of(duel, blocks[0].names, played)
        mean, low, high = report.score
        return Score(games, opponent, round(mean, 4), round(low, 4), round(high, 4))
