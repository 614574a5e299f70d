"""Draw a board in plain characters, for terminals, tests and screen readers.

``O`` is White and ``X`` is Black; a small letter at the foot of a stack is a
pinned checker. The numbers are those of the player whose view it is, who moves
from his 24, top right, to his 1, bottom right.
"""

from collections.abc import Sequence
from typing import Final

from tavli.notation.position import PositionLine
from tavli.rules import BAR, OFF, Player, Side

_LETTERS: Final = {Player.WHITE: "O", Player.BLACK: "X"}
_NAMES: Final = {Player.WHITE: "White", Player.BLACK: "Black"}
_ROWS: Final = 5
_UPPER: Final = ((13, 14, 15, 16, 17, 18), (19, 20, 21, 22, 23, 24))
_LOWER: Final = ((12, 11, 10, 9, 8, 7), (6, 5, 4, 3, 2, 1))
_EDGE: Final = "+" + "-" * 19 + "+---+" + "-" * 19 + "+"

_Halves = tuple[tuple[int, ...], tuple[int, ...]]


def diagram(line: PositionLine, *, view: Player) -> str:
    """Return *line*'s board as *view* sees and numbers it, then what is off it."""
    upper_bar, lower_bar = (
        _LETTERS[player] * _side(line, player).checkers[BAR]
        for player in (view, view.opponent)
    )
    rows = [
        _numbers(_UPPER),
        _EDGE,
        *_half(line, view, _UPPER, upper_bar),
        "|" + " " * 19 + "|bar|" + " " * 19 + "|",
        *reversed(_half(line, view, _LOWER, lower_bar)),
        _EDGE,
        _numbers(_LOWER),
        *(_tally(line, player) for player in (view.opponent, view)),
    ]
    return "\n".join(row.rstrip() for row in rows)


def _side(line: PositionLine, player: Player) -> Side:
    return line.white if player is Player.WHITE else line.black


def _numbers(halves: _Halves) -> str:
    left, right = ("".join(f"{point:>3}" for point in points) for points in halves)
    return f" {left}      {right}"


def _half(
    line: PositionLine, view: Player, halves: _Halves, on_bar: str
) -> Sequence[str]:
    """Return the rows of one half of the board, from its edge to the middle."""
    left, right = ([_stack(line, view, point) for point in points] for points in halves)
    return [
        f"|{_row(left, height)} | {_at(on_bar, height):<2}|{_row(right, height)} |"
        for height in range(_ROWS)
    ]


def _row(stacks: Sequence[str], height: int) -> str:
    return "".join(f"{_at(stack, height):>3}" for stack in stacks)


def _at(stack: str, height: int) -> str:
    """Return what is drawn at *height*; the top of a tall stack is its number."""
    if height == _ROWS - 1 and len(stack) > _ROWS:
        return str(len(stack))
    return stack[height : height + 1]


def _stack(line: PositionLine, view: Player, point: int) -> str:
    """Return the checkers on *point* of *view*, from the foot up."""
    mine, theirs = _side(line, view), _side(line, view.opponent)
    facing = line.ruleset.course.across(point)
    me, them = _LETTERS[view], _LETTERS[view.opponent]
    pinned = me.lower() * (point in mine.pinned) + them.lower() * (
        facing in theirs.pinned
    )
    return pinned + me * mine.checkers[point] + them * theirs.checkers[facing]


def _tally(line: PositionLine, player: Player) -> str:
    side = _side(line, player)
    turn = ", to move" if line.turn is player else ""
    return (
        f"{_LETTERS[player]} {_NAMES[player]}: {side.pip_count} pips, "
        f"{side.checkers[BAR]} on the bar, {side.checkers[OFF]} off{turn}"
    )
