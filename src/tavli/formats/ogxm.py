"""Between matches as written here and the document behind OGXM files.

The library that reads binary files gives every one of them as such a document: games
of plies, whose points are counted from White's bar, 0, to Black's, 25.
"""

from collections.abc import Iterator
from typing import Final

from tavli.formats.errors import RecordError
from tavli.formats.json_fields import Json
from tavli.formats.written import Cell, CellKind, WrittenGame, WrittenMatch, turned_by
from tavli.rules import BAR, OFF, Dice, Player
from tavli.words.findings import finding

WHITE: Final = 1
DOUBLE, TAKE, DROP, SET_POSITION = 21, 22, 23, 31

_MOST_GAMES: Final = 1000
_MOST_PLIES: Final = 100_000
_LAST_ROLL: Final = 20
_CUBE: Final = {
    DOUBLE: CellKind.DOUBLE,
    TAKE: CellKind.TAKE,
    DROP: CellKind.DROP,
}
_WINNERS: Final = {0: Player.WHITE, 1: Player.BLACK}
_PROGRAMS: Final = {"xg": "eXtreme Gammon", "bgblitz": "BGBlitz"}
_NOT_MATCH: Final = frozenset({"games", "player_white", "player_black"})


def written_of(document: Json, offset: int) -> WrittenMatch:
    """Return the match of *document*, whose games begin at byte *offset* of a file.

    Raises:
        RecordError: it holds no game.
    """
    length = _whole(document, "match_length", 0, 99_999)
    match = WrittenMatch(
        length,
        0,
        white=_text(document, "player_white"),
        black=_text(document, "player_black"),
        options=_options(document, length),
        program=_program(document),
        first_byte=offset,
    )
    games = document.get("games")
    for number, game in enumerate(games if isinstance(games, list) else [], start=1):
        if isinstance(game, dict) and number <= _MOST_GAMES:
            match.games.append(_game_of(game, number, match))
    if not match.games:
        raise RecordError(finding("no_game"), offset=offset)
    match.games[0].notes = {
        key: value
        for key, value in document.items()
        if key not in _NOT_MATCH and isinstance(value, str | int | float | dict)
    }
    return match


def _program(document: Json) -> str:
    about = document.get("analysis_info")
    name = _text(about, "model_id") if isinstance(about, dict) else ""
    return _PROGRAMS.get(name.lower(), name)[:100] or "another program"


def _options(document: Json, length: int) -> dict[str, str]:
    if length:
        off = length > 1 and not document.get("crawford", True)
        return {"bg.crawford": "off"} if off else {}
    options = {"bg.beaver": "on", "bg.raccoon": "on"}
    return options | ({"bg.jacoby": "on"} if document.get("jacoby") else {})


def _whole(fields: Json, key: str, low: int, high: int) -> int:
    """Return the whole number of *key*, *low* if there is none within the bounds."""
    value = fields.get(key)
    return value if type(value) is int and low <= value <= high else low


def _text(fields: Json, key: str) -> str:
    value = fields.get(key)
    return value[:1000] if isinstance(value, str) else ""


def _game_of(game: Json, number: int, match: WrittenMatch) -> WrittenGame:
    flag = game.get("is_crawford")
    found = WrittenGame(
        number,
        0,
        crawford=flag if isinstance(flag, bool) and match.length > 1 else None,
    )
    plies = game.get("plies")
    for turn, ply in enumerate(plies if isinstance(plies, list) else [], start=1):
        if isinstance(ply, dict) and turn <= _MOST_PLIES:
            last = found.cells[-1] if found.cells else None
            found.cells.extend(_cells_of(ply, turn, last))
    winner = _WINNERS.get(_whole(game, "winner", -1, 1))
    if winner:
        points = _whole(game, "points_won", 0, 10**12)
        text = f"{winner.name.lower()} wins {points}"
        where = (len(found.cells) + 1, 0, text)
        found.cells.append(Cell(CellKind.WIN, winner, *where, value=points or None))
    return found


def _cells_of(ply: Json, turn: int, last: Cell | None) -> Iterator[Cell]:
    """Yield what *ply* says its player did; how a game ended is said elsewhere."""
    player = Player.WHITE if ply.get("color") == WHITE else Player.BLACK
    action = _whole(ply, "action_id", -1, 255)
    analysis = ply.get("analysis")
    notes: Json = {"analysis": analysis} if isinstance(analysis, dict) else {}
    if action in _CUBE:
        kind = turned_by(player, _CUBE[action], last)
        yield Cell(kind, player, turn, 0, kind.value, notes=notes)
    elif action == SET_POSITION:
        text = "a position that is set up by hand"
        yield Cell(CellKind.UNREADABLE, player, turn, 0, text)
    elif 0 <= action <= _LAST_ROLL:
        dice = _dice_of(ply)
        play = _play_of(ply, player)
        if dice is None or play is None:
            yield Cell(CellKind.UNREADABLE, player, turn, 0, f"turn {turn}")
        else:
            text = f"{dice}: {play}"
            yield Cell(CellKind.ROLL, player, turn, 0, text, dice, play, notes=notes)


def _dice_of(ply: Json) -> Dice | None:
    first, second = (_whole(ply, key, 0, 6) for key in ("d1", "d2"))
    return Dice(first, second) if first and second else None


def _play_of(ply: Json, player: Player) -> str | None:
    """Return the play of *ply* in the mover's numbering, None if it is damaged."""
    moves = ply.get("moves") or []
    if not isinstance(moves, list) or len(moves) > 4:
        return None
    steps = []
    for move in moves:
        if not isinstance(move, dict):
            return None
        place, pips = _whole(move, "from", -1, BAR), _whole(move, "pips", 0, BAR)
        source = BAR - place if player is Player.WHITE else place
        if place < 0 or not pips or source <= OFF:
            return None
        target = max(source - pips, OFF)
        names = {BAR: "bar", OFF: "off"}
        steps.append(f"{names.get(source, source)}/{names.get(target, target)}")
    return " ".join(steps) or "-"
