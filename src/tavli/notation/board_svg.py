"""Draw a board as SVG, for pages that stand alone.

The player whose view it is has his home at the bottom right. White's checkers are
light and plain, Black's dark with a ring, so that no colour is needed to tell them
apart; a pinned checker is a smaller one at the foot of its stack.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

from tavli.notation.position import PositionLine
from tavli.rules import BAR, OFF, Player, Side

STYLE: Final = (
    ".tb{width:100%;max-width:30rem;height:auto;display:block;direction:ltr}"
    ".tb .f{fill:#e9dcc0;stroke:#5d4a2f}.tb .a{fill:#c9a877}.tb .e{fill:#9b7448}"
    ".tb .m{fill:#d8c7a3;stroke:#5d4a2f}.tb .w{fill:#fffdf6;stroke:#3b3226}"
    ".tb .k{fill:#33302d;stroke:#17150f}.tb .r{fill:none;stroke:#c9bfae}"
    ".tb text{font:11px system-ui,sans-serif;text-anchor:middle;fill:#3b3226}"
    ".tb .kt{fill:#fff}.tb .n{fill:currentColor}"
)
"""The rules for every board of a page."""

_WIDE: Final = 24
"""A point's width; a checker is as wide, and the board 13 points and a tray."""

_HIGH: Final = 300
_TOP: Final = 16
_RADIUS: Final = 11
_MOST: Final = 5
_NAMES: Final = {Player.WHITE: "White", Player.BLACK: "Black"}


def board_svg(
    line: PositionLine, *, view: Player, label: str = "", shared: bool = False
) -> str:
    """Return *line*'s board as an ``svg`` element, as *view* sees and numbers it.

    *label* is what a screen reader says instead of the counts. With *shared* the
    empty board is taken from `SHARED`, which a page of many boards holds once.
    """
    said = escape(label or _spoken(line), quote=True)
    parts = (
        f'<svg class="tb" role="img" aria-label="{said}" '
        f'viewBox="0 0 {14 * _WIDE + 8} {_HIGH + 2 * _TOP}">',
        '<use href="#tb"/>' if shared else _empty(),
        *_checkers(line, view),
        *_cube(line, view),
        "</svg>",
    )
    return "".join(parts)


def _empty() -> str:
    """Return the board without checkers, which looks the same from either side."""
    parts = (
        f'<rect class="f" x="2" y="{_TOP}" width="{13 * _WIDE + 2}" height="{_HIGH}"/>',
        f'<rect class="m" x="{6 * _WIDE + 3}" y="{_TOP}" width="{_WIDE}" '
        f'height="{_HIGH}"/>',
        *(_triangle(point) for point in range(1, BAR)),
        *(_number(point) for point in range(1, BAR)),
    )
    return "".join(parts)


def _spoken(line: PositionLine) -> str:
    """Return the counts of both sides in words."""
    return "; ".join(
        f"{_NAMES[player]} "
        + ", ".join(_places(_side(line, player)))
        + f", {_side(line, player).checkers[OFF]} off"
        for player in Player
    )


def _places(side: Side) -> Iterator[str]:
    for point in range(BAR, OFF, -1):
        name = "bar" if point == BAR else str(point)
        if count := side.checkers[point]:
            yield f"{name}: {count}"
        if point in side.pinned:
            yield f"{name}: pinned"


def _side(line: PositionLine, player: Player) -> Side:
    return line.white if player is Player.WHITE else line.black


def _x(point: int) -> int:
    """Return the middle of *point*, 1 to 24 as the viewer counts."""
    column = 12 - point if point <= 12 else point - 13
    return 3 + column * _WIDE + _WIDE * (column > 5) + _WIDE // 2


def _is_low(point: int) -> bool:
    return point <= 12


def _triangle(point: int) -> str:
    x, half = _x(point), _WIDE // 2
    foot, tip = (_TOP + _HIGH, -1) if _is_low(point) else (_TOP, 1)
    kind = "ae"[point % 2]
    return (
        f'<path class="{kind}" d="M{x - half} {foot}L{x} {foot + tip * 125}'
        f'L{x + half} {foot}z"/>'
    )


def _number(point: int) -> str:
    y = 2 * _TOP + _HIGH - 4 if _is_low(point) else _TOP - 4
    return f'<text class="n" x="{_x(point)}" y="{y}">{point}</text>'


def _checkers(line: PositionLine, view: Player) -> Iterator[str]:
    for player in (view, view.opponent):
        side = _side(line, player)
        for point in range(1, BAR):
            at = point if player is view else line.ruleset.course.across(point)
            yield from _stack(player, side, point, at, line)
        low = player is view
        bar = 6 * _WIDE + 3 + _WIDE // 2
        middle = _TOP + _HIGH // 2
        if count := side.checkers[BAR]:
            yield _checker(player, bar, middle + (60 if not low else -60), count)
        if count := side.checkers[OFF]:
            y = _TOP + _HIGH - 14 if low else _TOP + 14
            yield _checker(player, 13 * _WIDE + _WIDE // 2 + 6, y, count)


def _stack(
    player: Player, side: Side, point: int, at: int, line: PositionLine
) -> Iterator[str]:
    """Yield the checkers of *player* on *point*, which is *at* on the board."""
    step = -2 * _RADIUS if _is_low(at) else 2 * _RADIUS
    foot = _TOP + _HIGH - _RADIUS - 1 if _is_low(at) else _TOP + _RADIUS + 1
    if point in side.pinned:
        yield _checker(player, _x(at), foot, 1, radius=_RADIUS - 4)
    count = side.checkers[point]
    other = _side(line, player.opponent)
    lifted = int(bool(count) and line.ruleset.course.across(point) in other.pinned)
    for height in range(min(count, _MOST)):
        shown = count if height == _MOST - 1 and count > _MOST else 1
        yield _checker(player, _x(at), foot + (height + lifted) * step, shown)


def _checker(player: Player, x: int, y: int, count: int, radius: int = _RADIUS) -> str:
    """Return one checker; a *count* of more than one is written on it."""
    light = player is Player.WHITE
    drawn = f'<circle class="{"w" if light else "k"}" cx="{x}" cy="{y}" r="{radius}"/>'
    if not light:
        drawn += f'<circle class="r" cx="{x}" cy="{y}" r="{max(radius - 4, 2)}"/>'
    if count > 1:
        kind = "" if light else ' class="kt"'
        drawn += f'<text{kind} x="{x}" y="{y + 4}">{count}</text>'
    return drawn


def _cube(line: PositionLine, view: Player) -> Iterator[str]:
    cube = line.state.cube
    if cube is None:
        return
    x, y = 13 * _WIDE + 8, _TOP + _HIGH // 2 - 10
    if cube.owner:
        y += 70 if cube.owner is view else -70
    yield f'<rect class="w" x="{x}" y="{y}" width="20" height="20" rx="3"/>'
    yield f'<text x="{x + 10}" y="{y + 14}">{cube.value}</text>'


SHARED: Final = (
    '<svg class="tb" width="0" height="0" style="position:absolute" '
    'aria-hidden="true">'
    f'<defs><g id="tb" class="tb">{_empty()}</g></defs></svg>\n'
)
"""The empty board of a page of many: to stand before them."""
