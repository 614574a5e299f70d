"""Write a backgammon match as OGXM, with the kept library, in a process apart."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Final

from tavli.formats.errors import NoGameError
from tavli.formats.foreign import LIBRARY
from tavli.formats.json_fields import Json
from tavli.formats.judge import Complaint
from tavli.formats.ogxm import DOUBLE, DROP, TAKE, WHITE
from tavli.formats.record import MatchRecord
from tavli.match import (
    Beavered,
    CubeOption,
    Doubled,
    Dropped,
    Event,
    GameEnded,
    GameStarted,
    MatchEnded,
    OpeningThrown,
    Played,
    Raccooned,
    Rolled,
    Taken,
)
from tavli.rules import BACKGAMMON, BAR, OFF, ROLLS, Dice, Move, Player
from tavli.words.findings import finding

_PATIENCE: Final = 60.0
_INCOMPLETE: Final = 255
_WINNERS: Final = {Player.WHITE: 0, Player.BLACK: 1}
_TURNS: Final = {
    Doubled: DOUBLE,
    Beavered: DOUBLE,
    Raccooned: DOUBLE,
    Taken: TAKE,
    Dropped: DROP,
}
_ACTIONS: Final = {
    numbers: action
    for action, numbers in enumerate(sorted((roll.low, roll.high) for roll in ROLLS))
}


@dataclass(slots=True)
class _Game:
    """One game on its way into the document."""

    started: GameStarted
    plies: list[Json] = field(default_factory=list)
    rolled: tuple[Player, Dice] | None = None
    ended: GameEnded | None = None


def ogxm_bytes(record: MatchRecord) -> bytes:
    """Return *record* as an OGXM file.

    Raises:
        ValueError: the format can't hold such a match, it has no game, or the library
            is missing, fails or takes too long.
    """
    rules = record.header.rules
    if rules.game != BACKGAMMON.name:
        raise ValueError(f"OGXM can't hold {rules.game}, only backgammon")
    if CubeOption.AUTO_DOUBLES in rules.cube_options:
        raise ValueError("OGXM files here can't hold automatic doubles")
    if record.begins_midway:
        raise ValueError("OGXM has no place for the score at which this match begins")
    if not any(isinstance(entry.event, GameStarted) for entry in record.events):
        raise NoGameError
    if find_spec(LIBRARY) is None:
        raise ValueError("writing OGXM needs a library: pip install gammonview")
    command = [sys.executable, "-m", "tavli.formats.foreign_worker", "write"]
    try:
        done = subprocess.run(  # noqa: S603  # our own module
            command,
            input=json.dumps(document_of(record)).encode(),
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ValueError("this match takes too long to write as OGXM") from error
    if done.returncode or not done.stdout:
        # What dies of its bounds says nothing.
        said = done.stderr.decode(errors="replace").strip()[-200:]
        fault = said or "the library broke off"
        raise ValueError(f"this match can't be written as OGXM: {fault}")
    return done.stdout


def throws_left_out(record: MatchRecord) -> Iterator[Complaint]:
    """Yield what has no place in OGXM: a throw that was the last of its game.

    Who resigns on it plays nothing, and a throw without a play is a lost turn there.
    """
    for game in _games(entry.event for entry in record.events):
        if game.rolled is not None:
            what = finding("throw_left_out", dice=str(game.rolled[1]))
            yield Complaint(game.started.number, 0, what)


def document_of(record: MatchRecord) -> Json:
    """Return *record* as the document behind an OGXM file."""
    header, rules = record.header, record.header.rules
    games = list(_games(entry.event for entry in record.events))
    score, result = (0, 0), 0
    for entry in record.events:
        if isinstance(entry.event, GameEnded | MatchEnded):
            score = entry.event.score
        if isinstance(entry.event, MatchEnded) and entry.event.winner:
            result = 1 + _WINNERS[entry.event.winner]
    return {
        "match_length": rules.length.target,
        "player_white": header.white,
        "player_black": header.black,
        "white_score": score[0],
        "black_score": score[1],
        "result": result,
        "source": 0,
        "timestamp": (record.events[0].time or 0) // 1000 if record.events else 0,
        "crawford": CubeOption.CRAWFORD in rules.cube_options,
        "jacoby": CubeOption.JACOBY in rules.cube_options,
        "beaver": CubeOption.BEAVER in rules.cube_options,
        "raccoon": CubeOption.RACCOON in rules.cube_options,
        "games": [_game(game, number) for number, game in enumerate(games)],
    }


def _games(events: Iterator[Event]) -> Iterator[_Game]:
    game: _Game | None = None
    for event in events:
        if isinstance(event, GameStarted):
            if game:
                yield game
            game = _Game(event)
        elif game:
            _add(game, event)
    if game:
        yield game


def _add(game: _Game, event: Event) -> None:
    match event:
        case OpeningThrown(white, black) if white != black:
            starter = Player.WHITE if white > black else Player.BLACK
            game.rolled = (starter, Dice(white, black))
        case Rolled(by, dice):
            game.rolled = (by, dice)
        case Played(by, play, _) if game.rolled:
            game.plies.append(_roll(by, game.rolled[1], play))
            game.rolled = None
        case Doubled(by) | Beavered(by) | Raccooned(by) | Taken(by) | Dropped(by):
            game.plies.append({"color": _colour(by), "action_id": _TURNS[type(event)]})
        case GameEnded():
            game.ended = event
        case _:
            pass


def _colour(player: Player) -> int:
    return WHITE if player is Player.WHITE else 1 - WHITE


def _roll(by: Player, dice: Dice, play: tuple[Move, ...]) -> Json:
    return {
        "color": _colour(by),
        "action_id": _ACTIONS[dice.low, dice.high],
        "d1": dice.first,
        "d2": dice.second,
        "moves": [_step(by, move, dice) for move in play],
    }


def _step(by: Player, move: Move, dice: Dice) -> Json:
    pips = move.source - move.target
    if move.target == OFF and pips not in dice.numbers:
        pips = dice.high  # borne off with a larger number than it needed
    place = BAR - move.source if by is Player.WHITE else move.source
    return {"from": place, "pips": pips}


def _game(game: _Game, number: int) -> Json:
    ended = game.ended
    found: Json = {
        "game_index": number,
        "winner": _WINNERS[ended.winner] if ended and ended.winner else _INCOMPLETE,
        "points_won": ended.points if ended else 0,
        "is_crawford": game.started.crawford,
        "plies": game.plies,
    }
    return found
