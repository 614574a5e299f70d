"""Write a match as one page of HTML that works from the disk, boards and all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final, TextIO

from tavli.formats.record import Header, MatchRecord
from tavli.match import (
    Beavered,
    CubeAutoDoubled,
    Doubled,
    Dropped,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchState,
    OpeningThrown,
    Played,
    Raccooned,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Score,
    Taken,
)
from tavli.notation.board_svg import SHARED, STYLE, board_svg
from tavli.notation.plays import write_steps
from tavli.notation.position import PositionLine
from tavli.notation.state import CubeState, LineState
from tavli.rules import Player

_STYLE: Final = (
    ":root{color-scheme:light dark}body{font:17px/1.5 Georgia,serif;margin:0 auto;"
    "max-width:46rem;padding:1rem}h1{line-height:1.2}h2{margin:2.2rem 0 .4rem}"
    "details{border-top:1px solid #8886;padding:.15rem 0}summary{cursor:pointer;"
    "min-height:1.9rem}ol{list-style:none;padding:0;margin:0}"
    ".d{display:inline-block;min-width:3rem;font-variant-numeric:tabular-nums}"
    ".p{display:inline-block;min-width:9rem}.b{margin-inline-start:1.5rem}"
    ".e{font-weight:bold;border-top:1px solid #8886;padding-top:.4rem}"
)
_VERBS: Final[Mapping[type, str]] = {
    Doubled: "doubles",
    Beavered: "beavers",
    Raccooned: "raccoons",
}
_ENDINGS: Final = {
    GameEnding.BORNE_OFF: "",
    GameEnding.MOTHER: "the mother was caught",
    GameEnding.BOTH_MOTHERS: "both mothers are lost",
    GameEnding.DROPPED: "the double was dropped",
    GameEnding.RESIGNED: "given up",
}


@dataclass(slots=True)
class _Game:
    """One game on its way to the page."""

    started: GameStarted
    score: Score
    lines: list[str] = field(default_factory=list)
    rolled: str = ""


def write(record: MatchRecord, stream: TextIO) -> None:
    """Write *record* to *stream*."""
    header = record.header
    title = escape(f"{header.white} – {header.black}")
    stream.write(
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}{STYLE}</style></head><body>\n"
    )
    stream.write(f'<h1 dir="auto">{title}</h1>\n<p>{escape(_about(record))}</p>\n')
    stream.write(SHARED)
    for game in _games(record):
        stream.writelines(_written(game, header))
    stream.write("</body></html>\n")


def _about(record: MatchRecord) -> str:
    rules = record.header.rules
    lengths = {"game": "one game", "money": "money play"}
    length = lengths.get(str(rules.length), f"to {rules.length}")
    scores = [
        entry.event.score
        for entry in record.events
        if isinstance(entry.event, GameEnded)
    ]
    white, black = scores[-1] if scores else (0, 0)
    options = "".join(f", {key}={value}" for key, value in rules.options.items())
    return f"{rules.game.capitalize()} {length}{options}. Score: {white}–{black}."


def _games(record: MatchRecord) -> Sequence[_Game]:
    """Return the games, as far as their events can be followed."""
    state: MatchState | None = MatchState(rules=record.header.rules)
    games: list[_Game] = []
    score: Score = (0, 0)
    for entry in record.events:
        event = entry.event
        state = _after(state, event)
        if isinstance(event, GameStarted):
            games.append(_Game(event, score))
        elif games:
            _add(games[-1], event, record.header, state)
        score = event.score if isinstance(event, GameEnded) else score
    return games


def _after(state: MatchState | None, event: Event) -> MatchState | None:
    """Return the match after *event*; None where a damaged record leads nowhere."""
    try:
        return state.after(event) if state else None
    except ValueError:
        return None


def _add(game: _Game, event: Event, header: Header, state: MatchState | None) -> None:
    match event:
        case OpeningThrown(white, black):
            game.rolled = f"{max(white, black)}-{min(white, black)}"
        case Rolled(_, dice):
            game.rolled = str(dice)
        case Played(by, play, marks):
            text = write_steps(play, marks) if play else "no play"
            game.lines.append(_turn(header, by, game.rolled, text, _board(state, by)))
            game.rolled = ""
        case CubeAutoDoubled(value):
            game.lines.append(f"<li>Automatic double: the cube is at {value}.</li>\n")
        case GameEnded():
            game.lines.append(_end(header, event))
        case _:
            if said := _said(event):
                game.lines.append(_turn(header, *said))


def _said(event: Event) -> tuple[Player, str, str] | None:
    """Return who did what with the cube or gave up, beside an empty place for dice."""
    match event:
        case Doubled(by, value) | Beavered(by, value) | Raccooned(by, value):
            return by, "", f"{_VERBS[type(event)]} to {value}"
        case Taken(by):
            return by, "", "takes"
        case Dropped(by):
            return by, "", "drops"
        case ResignationOffered(by, stake):
            return by, "", f"offers to resign a {stake.name.lower()}"
        case ResignationDeclined(by):
            return by, "", "declines"
        case _:
            return None


def _name(header: Header, player: Player) -> str:
    name = header.white if player is Player.WHITE else header.black
    return f"<bdi>{escape(name)}</bdi>"


def _turn(header: Header, by: Player, dice: str, text: str, board: str = "") -> str:
    side = "" if by is Player.WHITE else " b"
    said = (
        f'<span class="p{side}">{_name(header, by)}</span> '
        f'<span class="d">{dice}</span> <span dir="ltr">{escape(text)}</span>'
    )
    if not board:
        return f"<li>{said}</li>\n"
    return f"<li><details><summary>{said}</summary>{board}</details></li>\n"


def _board(state: MatchState | None, by: Player) -> str:
    """Return the board that *by* has just left, as White sees it."""
    game = state.game if state else None
    if game is None:
        return ""
    cube = CubeState(game.cube.value, game.cube.owner)
    line = PositionLine(
        game.ruleset,
        game.white,
        game.black,
        by.opponent,
        LineState(cube=cube if game.ruleset.has_cube else None),
    )
    return board_svg(line, view=Player.WHITE, shared=True)


def _end(header: Header, ended: GameEnded) -> str:
    how = _ENDINGS[ended.ending]
    if ended.winner is None:
        result = "Nobody wins"
    else:
        points = f"{ended.points} point{'s' * (ended.points != 1)}"
        result = f"{_name(header, ended.winner)} wins {points}"
    because = f" ({how})" if how else ""
    white, black = ended.score
    return f'<li class="e">{result}{because}: {white}–{black}.</li>\n'


def _written(game: _Game, header: Header) -> Iterator[str]:
    started, (white, black) = game.started, game.score
    crawford = ", Crawford game" if started.crawford else ""
    yield f"<h2>Game {started.number}: {started.game}{crawford}</h2>\n"
    yield (
        f"<p>{_name(header, Player.WHITE)} {white} – "
        f"{_name(header, Player.BLACK)} {black}</p>\n<ol>\n"
    )
    yield from game.lines
    yield "</ol>\n"
