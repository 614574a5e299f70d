"""Write a backgammon match as two-column match text, for other programs.

Their format knows rolls, plays, the cube and results. Times, refused resignations,
ties in the roll-off and the proof of the dice stay behind: our own record keeps them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TextIO

from tavli.formats.errors import NoGameError
from tavli.formats.record import Header, MatchRecord
from tavli.match import (
    Beavered,
    CubeAutoDoubled,
    CubeOption,
    Doubled,
    Dropped,
    Event,
    GameEnded,
    GameStarted,
    MatchEnded,
    MatchEnding,
    MatchRules,
    OpeningThrown,
    Played,
    Raccooned,
    Rolled,
    Score,
    Taken,
)
from tavli.notation.plays import write_steps
from tavli.rules import BACKGAMMON, Dice, Player

_RIGHT_AT: Final = 40
_KNOWN_OPTIONS: Final = frozenset(
    {"bg.crawford", "bg.jacoby", "bg.beaver", "bg.raccoon", "bg.holland"}
)
_CUBE_WORDS: Final = {Doubled: "Doubles", Beavered: "Beavers", Raccooned: "Raccoons"}


@dataclass(slots=True)
class _Game:
    """One game on its way to text: its head and its cells by turn."""

    started: GameStarted
    score: Score
    cells: list[tuple[Player, str]] = field(default_factory=list)
    rolled: tuple[Player, Dice] | None = None
    ended: GameEnded | None = None
    ends_match: bool = False


def write(record: MatchRecord, stream: TextIO) -> None:
    """Write *record* to *stream*.

    Raises:
        ValueError: the match is of a kind that the format can't hold, or has no game.
    """
    check_writable(record.header.rules)
    games = _games(entry.event for entry in record.events)
    if record.begins_midway:
        games = games[1:]
    if not games:
        raise NoGameError
    lines = (*_head(record.header), *_body(record.header, games))
    stream.writelines(f"{line.rstrip()}\n" for line in lines)


def check_writable(rules: MatchRules) -> None:
    """Raise ValueError if a match by *rules* can't be written as match text."""
    if rules.game != BACKGAMMON.name:
        raise ValueError(f"match text can't hold {rules.game}, only backgammon")
    for option in sorted(rules.options.keys() - _KNOWN_OPTIONS):
        raise ValueError(f"match text can't hold the option {option}")


def _head(header: Header) -> Iterator[str]:
    options, target = header.rules.cube_options, header.rules.length.target
    yield f'; [Player 1 "{_name(header.white)}"]'
    yield f'; [Player 2 "{_name(header.black)}"]'
    yield '; [Variation "Backgammon"]'
    if target:
        yield f'; [Crawford "{_on(CubeOption.CRAWFORD in options)}"]'
    else:
        yield f'; [Jacoby "{_on(CubeOption.JACOBY in options)}"]'
        yield f'; [Beaver "{_on(CubeOption.BEAVER in options)}"]'
    yield ""
    yield f" {target} point match"


def _on(flag: object) -> str:
    return "On" if flag else "Off"


def _name(text: str) -> str:
    """Return a name as it can stand on one line."""
    return " ".join(text.replace('"', "'").replace("\0", "").split())


def _games(events: Iterable[Event]) -> Sequence[_Game]:
    games: list[_Game] = []
    score = (0, 0)
    for event in events:
        if isinstance(event, GameStarted):
            games.append(_Game(event, score))
        elif games:
            _add(games[-1], event)
        score = event.score if isinstance(event, GameEnded) else score
    for game in games:
        _add_roll(game, "????")  # rolled, and given up or not played yet
    return games


def _add(game: _Game, event: Event) -> None:
    """Add what *event* puts into a cell of *game*."""
    match event:
        case OpeningThrown(white, black) if white != black:
            starter = Player.WHITE if white > black else Player.BLACK
            game.rolled = (starter, Dice(max(white, black), min(white, black)))
        case CubeAutoDoubled():
            raise ValueError("match text can't hold automatic doubles")
        case Rolled(by, dice):
            game.rolled = (by, dice)
        case Played(_, play, marks):
            _add_roll(game, write_steps(play, marks) if play else "Cannot Move")
        case GameEnded():
            game.ended = event
        case MatchEnded(_, ending):
            game.ends_match = ending is MatchEnding.POINTS
        case _:
            _add_cube(game, event)


def _add_roll(game: _Game, steps: str) -> None:
    """Add the cell of the roll that was still to be played, if there is one."""
    if game.rolled:
        by, dice = game.rolled
        game.cells.append((by, f"{dice.first}{dice.second}: {steps}"))
        game.rolled = None


def _add_cube(game: _Game, event: Event) -> None:
    match event:
        case Doubled(by, value) | Beavered(by, value) | Raccooned(by, value):
            game.cells.append((by, f" {_CUBE_WORDS[type(event)]} => {value}"))
        case Taken(by):
            game.cells.append((by, " Takes"))
        case Dropped(by):
            game.cells.append((by, " Drops"))
        case _:
            pass  # resignations show in the result alone


def _body(header: Header, games: Sequence[_Game]) -> Iterator[str]:
    for game in games:
        white, black = game.score
        yield ""
        yield f" Game {game.started.number}"
        left, right = _name(header.white), _name(header.black)
        yield f"{f' {left} : {white}':<{_RIGHT_AT - 2}}  {right} : {black}"
        yield from _turns(game.cells)
        if game.ended and game.ended.winner:
            yield _result(game, game.ended)


def _turns(cells: Sequence[tuple[Player, str]]) -> Iterator[str]:
    """Yield the numbered lines, White's cell left and Black's right."""
    lines: list[list[str]] = []
    last = Player.BLACK
    for player, text in cells:
        if player is Player.WHITE or last is Player.BLACK:
            lines.append(["", ""])
        lines[-1][player is Player.BLACK] = text
        last = player
    for number, (left, right) in enumerate(lines, start=1):
        yield f"{f'{number:>3}) {left}':<{_RIGHT_AT}}{right}"


def _result(game: _Game, ended: GameEnded) -> str:
    indent = 6 if ended.winner is Player.WHITE else _RIGHT_AT
    points = "point" if ended.points == 1 else "points"
    end = " and the match" if game.ends_match else ""
    return f"{'':<{indent}}Wins {ended.points} {points}{end}"
