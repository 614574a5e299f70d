"""Decisions that we and GNU Backgammon both have judged, side by side."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tavli.analysis.entry import Decision, Kind
from tavli.analysis.graded import GradedGame
from tavli.analysis.lines import line_of
from tavli.analysis.study import Study
from tavli.notation.position import read_position, write_position
from tavli.rules import Player

Match = dict[str, Any]
"""What GNU Backgammon tells of a match."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A decision with its error in points by both, 0 or less.

    *line* is the position as its roller or doubler has it, with its dice if they are
    thrown; *scale* is what a rollout at the score counts for a point of the cube as it
    lies, *drop* what it counts for a double that is given up to, where one can be.
    """

    where: str
    made: str
    best: str
    line: str
    scale: float
    ours: float
    theirs: float
    drop: float | None = None


def pairs(found: Study, theirs: Match, name: str) -> Iterator[Pair]:
    """Yield the decisions that both know, game by game and play by play."""
    for game, other in zip(found.games, theirs["games"], strict=True):
        plays = [each for each in game.decisions if each.kind is Kind.PLAY]
        doubles = {
            each.turn: each for each in game.decisions if each.kind is Kind.DOUBLE
        }
        turns = [each for each in other["game"] if each["action"] == "move"]
        for number, (play, turn) in enumerate(zip(plays, turns, strict=False), 1):
            where = f"{name} game {game.story.number} play {number}"
            yield from _of_play(where, game, play, turn)
            if play.turn in doubles and doubles[play.turn].made == "roll":
                yield from _of_cube(where, game, doubles[play.turn], turn)
        yield from _of_doubles(f"{name} game {game.story.number}", game, other["game"])


def _of_play(
    where: str, game: GradedGame, play: Decision, turn: dict[str, Any]
) -> Iterator[Pair]:
    known = turn.get("analysis", {})
    moves, made = known.get("moves"), known.get("imove")
    if moves and made is not None and play.plays > 1:
        error = moves[made]["score"] - moves[0]["score"]
        yield _pair(where, game, play, min(error, 0.0))


def _of_doubles(
    where: str, game: GradedGame, theirs: list[dict[str, Any]]
) -> Iterator[Pair]:
    """Compare the doubles that were made, and what was answered to them."""
    doubles = [each for each in theirs if each["action"] == "double"]
    ours = [each for each in game.decisions if each.made == "double"]
    answers = [each for each in game.decisions if each.kind is Kind.ANSWER]
    for number, (double, known) in enumerate(zip(ours, doubles, strict=False), 1):
        yield from _of_cube(f"{where} double {number}", game, double, known)
    for number, (answer, known) in enumerate(zip(answers, doubles, strict=False), 1):
        yield from _of_cube(f"{where} answer {number}", game, answer, known)


def _of_cube(
    where: str, game: GradedGame, decision: Decision, turn: dict[str, Any]
) -> Iterator[Pair]:
    """Compare a decision about the cube; both tell it as a chance of the match.

    GNU Backgammon tells all three ways to go on as the one sees them who may double.
    """
    known = turn.get("analysis", {})
    stay, take = known.get("nd-cubeful-eq"), known.get("dt-cubeful-eq")
    if stay is None or take is None:
        return
    doubler = decision.player
    if decision.kind is Kind.ANSWER:
        doubler = doubler.opponent
    sign = 1 if doubler is Player.WHITE else -1
    drop = sign * game.aim.worth(sign * decision.cube)
    gains = gains_of(2 * stay - 1, 2 * take - 1, drop)
    if decision.made not in gains:
        return  # beavers are theirs alone who play for money
    error = min(gains[decision.made], 0.0) / game.aim.scale(decision.cube)
    pair = _pair(where, game, decision, error)
    asked = replace(read_position(pair.line), turn=doubler)
    yield replace(pair, line=write_position(asked), drop=drop)


def gains_of(stay: float, take: float, drop: float) -> dict[str, float]:
    """Return by how much each choice is better than its other one.

    The values are the doubler's, of a cube that stays, is taken and is dropped.
    """
    return {
        "roll": stay - min(take, drop),
        "double": min(take, drop) - stay,
        "take": drop - take,
        "drop": take - drop,
    }


def _pair(where: str, game: GradedGame, decision: Decision, theirs: float) -> Pair:
    return Pair(
        where,
        decision.made,
        decision.best,
        line_of(game, decision),
        game.aim.scale(decision.cube),
        decision.cost.points,
        theirs,
    )
