"""OpenGammon's position identifier, for backgammon.

Points are counted one way for both: 0 is White's bar, 1 to 6 are where Black bears
off, 25 is Black's bar. The fifth part names who *reached* the position, so that the
other one is on roll.
"""

import re
from collections import Counter
from typing import Final

from tavli.notation.errors import NotationError, quoted
from tavli.notation.position import PositionLine
from tavli.notation.possible import check_possible
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.rules import BACKGAMMON, BAR, CHECKERS, OFF, Dice, Player, Position, Side
from tavli.words.findings import finding

_POINTS: Final = "0123456789abcdefghijklmnop"
_BORNE_OFF: Final = "q"
_OWNERS: Final = {"N": None, "D": None, "?": None, "W": Player.WHITE, "B": Player.BLACK}
_LARGEST_POWER: Final = 9
_FOUND: Final = re.compile(
    r"(?<![\w:])(?:OGID[=:]\s*)?"
    r"(?P<white>[0-9a-q]{0,15}):(?P<black>[0-9a-q]{0,15}):"
    r"(?P<owner>[NWBD?])(?P<power>\d)(?P<action>[NOTP])"
    r"(?::(?P<dice>\d{0,2})(?::(?P<by>[WB]?)(?::(?P<stage>[A-Z]{0,2})"
    r"(?::(?P<ours>\d{0,5})(?::(?P<theirs>\d{0,5})"
    r"(?::(?P<length>\d{0,5})(?P<rule>[CLG]?)\d{0,5}"
    r"(?::\d{0,9}(?::(?P<checkers>\d{1,2}))?)?)?)?)?)?)?)?(?![\w:])",
    re.ASCII,
)
_NAMED: Final = re.compile(r"OGID\s*[=:]", re.IGNORECASE)
_ANSWERED: Final = frozenset({"D", "RG", "RM"})
_FIRST: Final = "IW"


def find_ogid(text: str) -> PositionLine | None:
    """Return the position whose identifier stands somewhere in *text*, if one does.

    Raises:
        NotationError: what is called an OGID there is none, or an offer waits in it.
    """
    found = _FOUND.search(text)
    if found:
        return _read(found)
    if _NAMED.search(text):
        raise NotationError(
            finding(
                "ogid_written",
                example="11ccccchhhjjjjj:66666888dddddoo:N0N:63:W:R:0:0:7:1",
            )
        )
    return None


def _read(found: re.Match[str]) -> PositionLine:
    if found["action"] == "O" or found["stage"] in _ANSWERED:
        raise NotationError(finding("offer_waits"))
    if found["checkers"] not in (None, "15"):
        raise NotationError(finding("ogid_checkers"))
    white = _read_side(found["white"], Player.WHITE)
    black = _read_side(found["black"], Player.BLACK)
    check_possible(BACKGAMMON, (white, black), (1, 1))
    dice = _read_dice(found["dice"] or "")
    power = int(found["power"])
    length, rule = int(found["length"] or 0), found["rule"]
    score = (int(found["ours"] or 0), int(found["theirs"] or 0), length)
    state = LineState(
        dice=dice,
        cube=CubeState(1 << power, _OWNERS[found["owner"]] if power else None),
        score=ScoreState(*score),
        crawford=rule == "C",
    )
    turn = Player.WHITE if found["by"] == "B" else Player.BLACK
    if dice is None and found["stage"] in (_FIRST, "", None) and found["by"] != "B":
        turn = Player.WHITE
        if found["stage"] == _FIRST and _begins(white, black):
            return PositionLine(BACKGAMMON, white, black, None, state)
    return PositionLine(BACKGAMMON, white, black, turn, state)


def _begins(white: Side, black: Side) -> bool:
    return Position(white, black) == Position.start(BACKGAMMON)


def write_ogid(line: PositionLine) -> str:
    """Return the identifier of *line*; the smaller die stands first.

    Raises:
        NotationError: another game, rules of money play it has no place for, or a
            cube too large for it.
    """
    state = line.state
    if line.ruleset != BACKGAMMON:
        raise NotationError(f"an OGID holds backgammon and not {line.ruleset.name}")
    if state.jacoby or state.beavers:
        raise NotationError("an OGID has no place for Jacoby's rule and for beavers")
    if line.turn is None and not _begins(line.white, line.black):
        raise NotationError("an OGID needs a player on roll")
    cube = state.cube or CubeState(1, None)
    score = state.score or ScoreState(0, 0, 0)
    power = cube.value.bit_length() - 1
    if power > _LARGEST_POWER:
        raise NotationError(f"an OGID can't hold a cube that shows {cube.value}")
    owner = cube.owner.value.upper() if cube.owner else "N"
    dice = f"{state.dice.low}{state.dice.high}" if state.dice else ""
    stage = _FIRST if line.turn is None else "R" if dice else "C"
    by = "B" if line.turn is Player.WHITE else "W"
    parts = (
        _write_side(line.white, Player.WHITE),
        _write_side(line.black, Player.BLACK),
        f"{owner}{power}N",
        *(dice, by, stage, score.white, score.black),
        f"{score.target}{'C' * state.crawford}",
        0,
    )
    return ":".join(map(str, parts))


def _write_side(side: Side, player: Player) -> str:
    places = [
        _absolute(point, player)
        for point in range(1, BAR + 1)
        for _ in range(side.checkers[point])
    ]
    return "".join(_POINTS[place] for place in sorted(places))


def _absolute(point: int, player: Player) -> int:
    """Return the identifier's count of *player*'s *point*, or the other way round."""
    return BAR - point if player is Player.WHITE else point


def _read_side(text: str, player: Player) -> Side:
    counts = Counter(
        _absolute(_POINTS.index(letter), player)
        for letter in text
        if letter != _BORNE_OFF
    )
    if counts[OFF]:
        raise NotationError(finding("other_bar", text=quoted(text)))
    return Side.of({**counts, OFF: CHECKERS - counts.total()})


def _read_dice(text: str) -> Dice | None:
    if text in ("", "0", "00"):
        return None
    if len(text) != 2 or not set(text) <= set("123456"):
        raise NotationError(finding("ogid_dice", text=quoted(text)))
    return Dice(int(text[1]), int(text[0]))
