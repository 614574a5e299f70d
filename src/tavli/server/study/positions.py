"""A position as the study board shows it, and the one after a play."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from tavli.match import LARGEST_CUBE
from tavli.notation.identifiers import identifiers_of
from tavli.notation.position import PositionLine, write_position
from tavli.protocol import Cube, Graph
from tavli.rules import (
    BAR,
    OFF,
    Move,
    Play,
    Player,
    Result,
    Role,
    move_graph,
    result_of,
)
from tavli.rules.refusal import check_play
from tavli.server.play.view import graph_of, packed_board
from tavli.server.play.wire import colour_of
from tavli.server.study.teller import StudyError
from tavli.server.study.wire import Over, StudyPosition

_ENDS: Final = {"bar": BAR, "off": OFF}


def described(line: PositionLine) -> StudyPosition:
    """Return what the page needs to know of *line*."""
    ruleset, state, turn = line.ruleset, line.state, line.turn
    over = _over(line)
    return StudyPosition(
        position=write_position(line),
        game=ruleset.name,
        course=ruleset.course.value,
        contact=ruleset.contact.value,
        has_cube=ruleset.has_cube,
        has_mother=ruleset.mother is not None,
        turn=colour_of(turn) if turn else None,
        board=packed_board(line.white, line.black),
        dice=(state.dice.first, state.dice.second) if state.dice else None,
        cube=_cube(line),
        score=state.score and (*state.score,),
        crawford=state.crawford,
        jacoby=state.jacoby,
        beavers=state.beavers,
        pips=(line.white.pip_count, line.black.pip_count),
        graph=_graph(line, turn) if turn and not over else None,
        over=over,
        blocked=_blocked(line, over),
        ids=identifiers_of(line) if turn else {},
    )


def after_play(line: PositionLine, steps: Sequence[str]) -> PositionLine:
    """Return the position after *steps*, with the other side to roll.

    Raises:
        StudyError: there is no roll to play.
        IllegalMoveError: the rules forbid it; the sentence says why.
    """
    dice, mover = line.state.dice, line.turn
    if dice is None or mover is None or _over(line):
        raise StudyError("no_roll", "There is no roll to play in this position.")
    play = moves_of(steps)
    graph = move_graph(line.ruleset, line.position, dice)
    check_play(line.ruleset, line.position, dice, play, graph)
    end = graph.follow(play)
    assert end is not None
    place, _ = end
    state = replace(line.state, dice=None, turn=None)
    after = place.position.passed()
    return PositionLine.of(line.ruleset, after, mover.opponent, state)


def moves_of(steps: Sequence[str]) -> Play:
    """Return *steps* such as ``13/7`` as moves."""
    return tuple(_move(step) for step in steps)


def without_roll(line: PositionLine) -> PositionLine:
    """Return *line* before the roll."""
    return replace(line, state=replace(line.state, dice=None))


def _move(step: str) -> Move:
    source, target = step.rstrip("*^").split("/")
    return Move(_ENDS.get(source) or int(source), _point(target))


def _point(text: str) -> int:
    return _ENDS[text] if text in _ENDS else int(text)


def _over(line: PositionLine) -> Over | None:
    """Return how the board ended the game, whoever has just moved."""
    result = result_of(line.ruleset, line.position)
    if result is None:
        return None
    mover = line.turn or Player.WHITE
    return Over(winner=_winner(result, mover), points=result.points)


def _winner(result: Result, mover: Player) -> Literal["w", "b"] | None:
    if result.winner is None:
        return None
    return colour_of(mover if result.winner is Role.MOVER else mover.opponent)


def _blocked(line: PositionLine, over: Over | None) -> str | None:
    """Return the code of why nothing can be asked about *line*."""
    score = line.state.score
    if over is not None:
        return "game_is_over"
    if line.turn is None:
        return "nobody_on_roll"
    if score and score.target and max(score.white, score.black) >= score.target:
        return "match_is_over"
    if line.state.cube and line.state.cube.value > LARGEST_CUBE:
        return "cube_too_large"
    return None


def _graph(line: PositionLine, turn: Player) -> Graph | None:
    if line.state.dice is None:
        return None
    return graph_of(move_graph(line.ruleset, line.position, line.state.dice), turn)


def _cube(line: PositionLine) -> Cube | None:
    if not line.ruleset.has_cube:
        return None
    cube = line.state.cube
    if cube is None:
        return Cube(value=1, owner=None)
    return Cube(value=cube.value, owner=colour_of(cube.owner) if cube.owner else None)
