"""The raw board line of the First Internet Backgammon Server, for backgammon.

Its first player, ``You``, is White here. Each of the two may be ``X`` or ``O`` and
may move either way, so that one position has four lines; all are read.
"""

import re
from typing import Final, NamedTuple

from tavli.notation.errors import NotationError, quoted
from tavli.notation.position import PositionLine
from tavli.notation.possible import check_possible
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.rules import (
    BACKGAMMON,
    BAR,
    CHECKERS,
    OFF,
    Dice,
    Player,
    Side,
    legal_plays,
)
from tavli.words.findings import finding

_UNLIMITED: Final = 9999
_NUMBERS: Final = 50
_LARGEST_NUMBER: Final = 99_999
_FOUND: Final = re.compile(r"\bboard:[^:\n]{1,60}:[^:\n]{1,60}((?::-?\d{1,5}){10,60})")
_CALLED: Final = re.compile(r"\bboard:[^:\n]{1,60}:[^:\n]{1,60}:")


class _Board(NamedTuple):
    """The numbers of a line by their names on the server."""

    length: int
    ours: int
    theirs: int
    points: tuple[int, ...]
    turn: int
    dice: tuple[int, int]
    opponent_dice: tuple[int, int]
    cube: int
    may_double: int
    opponent_may_double: int
    was_doubled: int
    colour: int
    direction: int
    redoubles: int


def find_fibs_board(text: str) -> PositionLine | None:
    """Return the position whose board line stands somewhere in *text*, if one does.

    Raises:
        NotationError: the line is cut or impossible, or an offer waits in it.
    """
    found = _FOUND.search(text)
    if found is None:
        if _CALLED.search(text):
            raise NotationError(finding("fibs_line", most=_NUMBERS))
        return None
    numbers = tuple(map(int, found[1][1:].split(":")))
    if len(numbers) < _NUMBERS - 1:
        raise NotationError(finding("fibs_numbers", most=_NUMBERS, found=len(numbers)))
    return _line_of(_named(numbers))


def _named(numbers: tuple[int, ...]) -> _Board:
    turn, *dice, cube, may, opponent_may, doubled, colour, direction = numbers[29:40]
    length, ours, theirs = numbers[:3]
    board = _Board(
        length=length,
        ours=ours,
        theirs=theirs,
        points=numbers[3:29],
        turn=turn,
        dice=(dice[0], dice[1]),
        opponent_dice=(dice[2], dice[3]),
        cube=cube,
        may_double=may,
        opponent_may_double=opponent_may,
        was_doubled=doubled,
        colour=colour,
        direction=direction,
        redoubles=numbers[49] if len(numbers) > 49 else 0,
    )
    for name, sign in (("colour", colour), ("direction", direction)):
        if sign not in (1, -1):
            raise NotationError(finding("fibs_sign", field=name, found=sign))
    if turn not in (1, -1):
        raise NotationError(finding("fibs_over"))
    if board.was_doubled:
        raise NotationError(finding("offer_waits"))
    return board


def _line_of(board: _Board) -> PositionLine:
    white = _read_side(board.points, board.colour, board.direction)
    black = _read_side(board.points, -board.colour, -board.direction)
    check_possible(BACKGAMMON, (white, black), (1, 1))
    turn = Player.WHITE if board.turn == board.colour else Player.BLACK
    target = 0 if board.length == _UNLIMITED else board.length
    if min(board.length, board.ours, board.theirs) < 0:
        raise NotationError(finding("negative"))
    state = LineState(
        dice=_read_dice(board.dice if turn is Player.WHITE else board.opponent_dice),
        cube=_read_cube(board),
        score=ScoreState(board.ours, board.theirs, target),
        crawford=bool(target > 1 and board.cube == 1 and not _may_be_turned(board)),
        beavers=bool(not target and board.redoubles > 0),
    )
    return PositionLine(BACKGAMMON, white, black, turn, state)


def _may_be_turned(board: _Board) -> bool:
    return bool(board.may_double or board.opponent_may_double)


def _own_point(place: int, direction: int) -> int:
    """Return what the player who moves in *direction* calls *place*, and back."""
    return place if direction < 0 else BAR - place


def _read_side(points: tuple[int, ...], colour: int, direction: int) -> Side:
    counts = {
        _own_point(place, direction): number * colour
        for place, number in enumerate(points)
        if number * colour > 0
    }
    total = sum(counts.values())
    if total > CHECKERS:
        raise NotationError(finding("checkers", most=CHECKERS, found=total))
    if counts.get(OFF):
        raise NotationError(finding("fibs_other_bar"))
    return Side.of({**counts, OFF: CHECKERS - total})


def _read_dice(numbers: tuple[int, int]) -> Dice | None:
    if not any(numbers):
        return None
    try:
        return Dice(*numbers)
    except ValueError as error:
        raise NotationError(
            finding("dice", text=quoted("-".join(map(str, numbers))))
        ) from error


def _read_cube(board: _Board) -> CubeState:
    value = board.cube
    if value < 1 or value & (value - 1):
        raise NotationError(finding("cube_power", cube=value))
    if value == 1 or (board.may_double and board.opponent_may_double):
        return CubeState(value, None)
    return CubeState(value, Player.WHITE if board.may_double else Player.BLACK)


def write_fibs_board(line: PositionLine) -> str:
    """Return the board line of *line*, with White as ``You``, who is ``O``.

    Raises:
        NotationError: another game, nobody on roll, or Jacoby's rule, for which it
            has no place.
    """
    state, turn = line.state, line.turn
    if line.ruleset != BACKGAMMON or turn is None:
        raise NotationError("a FIBS board holds backgammon with a player on roll")
    if state.jacoby:
        raise NotationError("a FIBS board has no place for Jacoby's rule")
    score = state.score or ScoreState(0, 0, 0)
    if state.cube and state.cube.value > _LARGEST_NUMBER:
        raise NotationError(f"a FIBS board can't hold a cube of {state.cube.value}")
    dice = (state.dice.first, state.dice.second) if state.dice else (0, 0)
    sides = (line.white, line.black)
    numbers = (
        *(score.target or _UNLIMITED, score.white, score.black),
        *_points(*sides),
        1 if turn is Player.WHITE else -1,
        *(dice if turn is Player.WHITE else (0, 0)),
        *(dice if turn is Player.BLACK else (0, 0)),
        *_cube_numbers(state),
        *(0, 1, -1, 0, BAR),
        *(side.checkers[OFF] for side in sides),
        *(side.checkers[BAR] for side in sides),
        *(_steps(line), 0, 0, int(state.beavers)),
    )
    return ":".join(("board:You:Opponent", *map(str, numbers)))


def _points(white: Side, black: Side) -> tuple[int, ...]:
    return tuple(
        (white.checkers[place] if place else 0)
        - (black.checkers[BAR - place] if place < BAR else 0)
        for place in range(BAR + 1)
    )


def _cube_numbers(state: LineState) -> tuple[int, int, int]:
    """Return the cube's value, and whether You and the opponent may turn it."""
    cube = state.cube or CubeState(1, None)
    if state.crawford and cube.value == 1:
        return 1, 0, 0
    white, black = cube.owner is not Player.BLACK, cube.owner is not Player.WHITE
    return cube.value, int(white), int(black)


def _steps(line: PositionLine) -> int:
    """Return how many checkers can be moved with the dice."""
    if line.state.dice is None:
        return 0
    plays = legal_plays(BACKGAMMON, line.position, line.state.dice)
    return max(len(play) for play in plays.values())
