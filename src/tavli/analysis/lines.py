"""Where a decision was made, as a position line that other commands take."""

from dataclasses import replace

from tavli.analysis.entry import Decision
from tavli.analysis.graded import GradedGame
from tavli.notation.match_line import match_line
from tavli.notation.position import PositionLine, write_position


def line_of(game: GradedGame, decision: Decision) -> str:
    """Return the position of *decision* with dice, cube and score.

    Whose decision it is stands as on roll, of an answer to a double too.
    """
    state = game.story.by_number[decision.moment].before
    before = state.game
    assert before is not None
    line = PositionLine.of(
        game.story.ruleset,
        decision.position,
        decision.player,
        replace(match_line(state, before), dice=decision.dice),
    )
    return write_position(line)
