"""The match that a position line tells of."""

from typing import Final

from tavli.match import LONGEST_MATCH, Cube, GameState, MatchRules, MatchState
from tavli.notation.errors import NotationError
from tavli.notation.position import PositionLine
from tavli.notation.state import ScoreState
from tavli.rules import Player, result_of

_TURNS: Final = 2
"""A line does not tell how long the game has run; long enough for the cube (B2)."""


def state_of(line: PositionLine) -> MatchState:
    """Return how the match of *line* stands; without a score it is one game.

    Raises:
        NotationError: nobody is on roll, the game is over, or its score is none.
    """
    return MatchState(
        rules=_rules(line),
        score=_score(line),
        game=_game(line, who_rolls(line)),
        crawford_played=line.state.crawford or _is_after_crawford(line),
    )


def who_rolls(line: PositionLine) -> Player:
    """Return who is on roll in a game that runs on.

    Raises:
        NotationError: nobody is, or the game is over.
    """
    if line.turn is None:
        raise NotationError("nobody is on roll: the turn must be w or b, not ?")
    if result_of(line.ruleset, line.position) is not None:
        raise NotationError("the game is over in this position")
    return line.turn


def _game(line: PositionLine, turn: Player) -> GameState:
    state = line.state
    try:
        cube = Cube(*state.cube) if state.cube else Cube()
    except ValueError as error:
        raise NotationError(str(error)) from error
    return GameState(
        number=1,
        ruleset=line.ruleset,
        white=line.white,
        black=line.black,
        crawford=state.crawford,
        starter=turn,
        turn=turn,
        dice=state.dice,
        cube=cube,
        turns=_TURNS,
    )


def _rules(line: PositionLine) -> MatchRules:
    ruleset, state = line.ruleset, line.state
    options = {f"{ruleset.name}.{name}": value for name, value in ruleset.options}
    if state.jacoby:
        options["bg.jacoby"] = "on"
    if state.beavers:
        options["bg.beaver"] = "on"
    try:
        return MatchRules.parse(ruleset.name, _length(line), options)
    except ValueError as error:
        raise NotationError(str(error)) from error


def _length(line: PositionLine) -> str:
    score = line.state.score
    if score is not None and score.target > LONGEST_MATCH:
        raise NotationError(
            f"matches go to {LONGEST_MATCH} points at most here, not {score.target}: "
            "give a shorter one with the same points to go"
        )
    if score is not None and score.target:
        return str(score.target)
    return "money" if line.ruleset.has_cube else "game"


def _score(line: PositionLine) -> tuple[int, int]:
    score = line.state.score
    if score is not None and _is_over(score):
        raise NotationError("the match is over at this score")
    if line.state.crawford and not _may_be_crawford(score):
        raise NotationError(
            "in the Crawford game one side needs one point, like score=4-2/5 crawford: "
            "leave crawford out, or give such a score"
        )
    return (0, 0) if score is None else (score.white, score.black)


def _is_after_crawford(line: PositionLine) -> bool:
    """Whether a side needs one point only in a game that is not the Crawford game."""
    return line.ruleset.has_cube and _is_one_away(line.state.score)


def _is_over(score: ScoreState) -> bool:
    return score.target > 0 and max(score.white, score.black) >= score.target


def _may_be_crawford(score: ScoreState | None) -> bool:
    """Whether one side may just have come to one point, and the other has not."""
    if score is None or not _is_one_away(score):
        return False
    return score.white != score.black or score.target == 1


def _is_one_away(score: ScoreState | None) -> bool:
    return score is not None and score.target - max(score.white, score.black) == 1
