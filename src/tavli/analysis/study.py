"""The analysis of a whole match: its games, graded, and what stands out in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tavli.analysis.entry import Decision, Entry, Luck
from tavli.analysis.graded import GradedGame
from tavli.analysis.grading import grade
from tavli.analysis.judge import Depth
from tavli.analysis.story import Story, stories
from tavli.analysis.tally import Tally
from tavli.analysis.workshop import Progress, Workshop
from tavli.bots.names import present_name
from tavli.formats.load import LoadedMatch
from tavli.formats.record import Header
from tavli.match import Score
from tavli.rules import Player

TURNING_POINTS: Final = 5
"""So many entries of a game are told as what changed it."""

LEAST_CHANGE: Final = 0.08
"""What moves a game by less, in points of the cube, did not change it."""


@dataclass(frozen=True, slots=True)
class Study:
    """A match with its graded games, all judged at *depth*.

    *score* is that of the record's end, *complaints* how many things were wrong in
    the file.
    """

    header: Header
    depth: Depth
    games: tuple[GradedGame, ...]
    score: Score
    complaints: int = 0

    def tally(self, player: Player) -> Tally:
        """Add up what *player* did."""
        return Tally.of(self.games, player)

    def name(self, player: Player) -> str:
        """The name of *player*."""
        return self.header.white if player is Player.WHITE else self.header.black

    def player_named(self, name: str) -> Player | None:
        """Return who of the two is called *name*, in any case of letters.

        The computer answers to the names of older records, too.
        """
        wanted = _as_called(name.strip())
        return next((p for p in Player if _as_called(self.name(p)) == wanted), None)


def _as_called(name: str) -> str:
    return present_name(name.casefold()).casefold()


def study(
    match: LoadedMatch, workshop: Workshop, progress: Progress = lambda *_: None
) -> Study:
    """Analyse *match* at the depth of *workshop*."""
    record = match.record
    damaged = frozenset(
        complaint.game for complaint in match.complaints if complaint.game is not None
    )
    events = [entry.event for entry in record.events]
    games = stories(record.header.rules, events, damaged)
    return Study(
        header=record.header,
        depth=workshop.depth,
        games=graded(games, workshop, progress),
        score=match.state.score,
        complaints=len(match.complaints),
    )


def graded(
    games: Sequence[Story], workshop: Workshop, progress: Progress = lambda *_: None
) -> tuple[GradedGame, ...]:
    """Return *games*, graded at the depth of *workshop*."""
    answer_of = workshop.answers(games, progress)
    return tuple(grade(game, answer_of) for game in games)


def turning_points(game: GradedGame, most: int = TURNING_POINTS) -> tuple[Entry, ...]:
    """Return what changed *game* most, in the order it happened.

    It is whatever moved its value by most: throws and errors side by side.
    """
    found = sorted(
        (entry for entry in game.entries if abs(entry.cost.points) >= LEAST_CHANGE),
        key=lambda entry: -abs(entry.cost.value),
    )
    return tuple(sorted(found[:most], key=lambda entry: entry.moment))


def worst(games: Sequence[GradedGame], most: int) -> tuple[Decision, ...]:
    """Return the decisions that cost most, in points of the cube, the worst first."""
    found = [d for game in games for d in game.decisions if d.cost.points < 0]
    return tuple(sorted(found, key=lambda decision: decision.cost.points)[:most])


def luckiest(games: Sequence[GradedGame], most: int) -> tuple[Luck, ...]:
    """Return the throws that moved their game most, either way, the largest first."""
    found = [luck for game in games for luck in game.throws]
    return tuple(sorted(found, key=lambda luck: -abs(luck.cost.points))[:most])
