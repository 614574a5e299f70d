"""eXtreme Gammon's position identifier, for backgammon.

The player at the bottom of its board, ``X``, is Black here, as in the diagrams and in
the identifiers of GNU Backgammon. The position always stands as he counts, whoever is
on roll.
"""

import re
from typing import Final

from tavli.notation.errors import NotationError, quoted
from tavli.notation.position import PositionLine
from tavli.notation.possible import check_possible
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.rules import BACKGAMMON, BAR, CHECKERS, OFF, Dice, Player, Side
from tavli.words.findings import finding

_LARGEST_CUBE: Final = 10
"""The power of two up to which the cube goes, which no position line holds."""

_LARGEST_NUMBER: Final = 32_767
_NAMED: Final = re.compile(r"XGID\s*[=:]\s*(\S+)", re.IGNORECASE)
_BARE: Final = re.compile(r"(?<![\w:-])[-a-oA-O]{26}(?::-?\w{1,5}){7,9}(?![\w:])")
_NUMBER: Final = re.compile(r"\d{1,5}")
_SIGNED: Final = {"1": Player.BLACK, "-1": Player.WHITE}
_LETTERS: Final = {Player.BLACK: "A", Player.WHITE: "a"}


def find_xgid(text: str) -> PositionLine | None:
    """Return the position whose identifier stands somewhere in *text*, if one does.

    Raises:
        NotationError: what is called an XGID there is none.
    """
    named = _NAMED.search(text)
    bare = None if named else _BARE.search(text)
    if named:
        return read_xgid(named[1])
    return read_xgid(bare[0]) if bare else None


def read_xgid(text: str) -> PositionLine:
    """Return what *text* says, with or without ``XGID=`` before it.

    Raises:
        NotationError: one sentence, if it is no identifier or no possible position.
    """
    fields = re.sub(r"\AXGID\s*[=:]\s*", "", text, flags=re.IGNORECASE).split(":")
    if not 9 <= len(fields) <= 10:
        raise NotationError(finding("xgid_parts", text=quoted(text), found=len(fields)))
    board, cube, owner, turn, dice, black, white, rule, length, *_ = fields
    if turn not in _SIGNED:
        raise NotationError(finding("xgid_turn", text=quoted(turn)))
    sides = _read_board(board)
    check_possible(BACKGAMMON, sides, (1, 1))
    target = _number(length)
    flags = _number(rule)
    state = LineState(
        dice=_read_dice(dice),
        cube=_read_cube(cube, owner),
        score=ScoreState(_number(white), _number(black), target),
        crawford=bool(target and flags & 1),
        jacoby=bool(not target and flags & 1),
        beavers=bool(not target and flags & 2),
    )
    return PositionLine(BACKGAMMON, *sides, _SIGNED[turn], state)


def write_xgid(line: PositionLine) -> str:
    """Return the identifier of *line*, whose unknown parts are those of money play.

    Raises:
        NotationError: another game, nobody on roll, or a number too large for it.
    """
    if line.ruleset != BACKGAMMON or line.turn is None:
        raise NotationError("an XGID holds backgammon with a player on roll")
    state = line.state
    cube = state.cube or CubeState(1, None)
    score = state.score or ScoreState(0, 0, 0)
    power = cube.value.bit_length() - 1
    if power > _LARGEST_CUBE:
        raise NotationError(f"an XGID can't hold a cube that shows {cube.value}")
    owner = {Player.BLACK: 1, Player.WHITE: -1, None: 0}[cube.owner]
    flags = state.crawford if score.target else state.jacoby + 2 * state.beavers
    parts = (
        _write_board(line),
        power,
        owner,
        1 if line.turn is Player.BLACK else -1,
        f"{state.dice.first}{state.dice.second}" if state.dice else "00",
        *(score.black, score.white, int(flags), score.target, _LARGEST_CUBE),
    )
    return "XGID=" + ":".join(map(str, parts))


def _write_board(line: PositionLine) -> str:
    points = ["-"] * (BAR + 1)
    for player in Player:
        side = line.white if player is Player.WHITE else line.black
        for point in range(1, BAR + 1):
            if count := side.checkers[point]:
                at = point if player is Player.BLACK else BAR - point
                points[at] = chr(ord(_LETTERS[player]) + count - 1)
    return "".join(points)


def _read_board(text: str) -> tuple[Side, Side]:
    """Return White's and Black's checkers; what is missing is borne off."""
    if len(text) != BAR + 1:
        raise NotationError(
            finding("xgid_board", text=quoted(text, 30), found=len(text))
        )
    counts: dict[Player, dict[int, int]] = {player: {} for player in Player}
    for at, letter in enumerate(text):
        if letter == "-":
            continue
        player = Player.BLACK if letter.isupper() else Player.WHITE
        count = ord(letter) - ord(_LETTERS[player]) + 1
        point = at if player is Player.BLACK else BAR - at
        if not letter.isascii() or not 1 <= count <= CHECKERS or point == OFF:
            raise NotationError(
                finding("xgid_place", text=quoted(letter), place=at), at + 1
            )
        counts[player][point] = count
    return _side(counts[Player.WHITE]), _side(counts[Player.BLACK])


def _side(counts: dict[int, int]) -> Side:
    total = sum(counts.values())
    if total > CHECKERS:
        raise NotationError(finding("checkers", most=CHECKERS, found=total))
    return Side.of({**counts, OFF: CHECKERS - total})


def _read_dice(text: str) -> Dice | None:
    if text == "00":
        return None
    if text.upper() in ("D", "B", "R"):
        raise NotationError(finding("offer_waits"))
    if len(text) != 2 or not set(text) <= set("123456"):
        raise NotationError(finding("xgid_dice", text=quoted(text)))
    return Dice(int(text[0]), int(text[1]))


def _read_cube(power: str, owner: str) -> CubeState:
    exponent = _number(power)
    if exponent > 12:
        raise NotationError(finding("cube_turns", found=exponent))
    if owner not in ("0", *_SIGNED):
        raise NotationError(finding("cube_owner", text=quoted(owner)))
    return CubeState(1 << exponent, _SIGNED.get(owner) if exponent else None)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > _LARGEST_NUMBER:
        raise NotationError(finding("xgid_number", text=quoted(text)))
    return int(text)
