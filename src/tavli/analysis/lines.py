"""Where a decision was made, as a position line that other commands take."""

from tavli.analysis.entry import Decision
from tavli.analysis.graded import GradedGame
from tavli.match import CubeOption, Span
from tavli.notation.position import PositionLine, write_position
from tavli.notation.state import CubeState, LineState, ScoreState


def line_of(game: GradedGame, decision: Decision) -> str:
    """Return the position of *decision* with dice, cube and score.

    Whose decision it is stands as on roll, of an answer to a double too.
    """
    state = game.story.by_number[decision.moment].before
    before = state.game
    assert before is not None
    options, length = state.rules.cube_options, state.rules.length
    score = None
    if length.span is Span.POINTS:
        score = ScoreState(*state.score, length.target)
    cube = None
    if state.rules.has_cube:
        cube = CubeState(before.cube.value, before.cube.owner)
    line = PositionLine.of(
        game.story.ruleset,
        decision.position,
        decision.player,
        LineState(
            dice=decision.dice,
            cube=cube,
            score=score,
            crawford=before.crawford,
            jacoby=CubeOption.JACOBY in options,
            beavers=CubeOption.BEAVER in options,
        ),
    )
    return write_position(line)
