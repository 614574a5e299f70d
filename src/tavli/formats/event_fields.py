"""Events as JSON fields: one text for the log, the record and the wire."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tavli.formats.errors import FieldError
from tavli.formats.json_fields import Fields, Json
from tavli.match.cube import LARGEST_CUBE
from tavli.match.events import (
    Beavered,
    CubeAutoDoubled,
    Doubled,
    Dropped,
    Event,
    GameEnded,
    GameEnding,
    GameStarted,
    MatchEnded,
    MatchEnding,
    OpeningThrown,
    Played,
    Raccooned,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Taken,
)
from tavli.notation.errors import NotationError, quoted
from tavli.notation.plays import write_steps
from tavli.notation.written import read_legs
from tavli.rules import RULESETS, Dice, Move, Player, Stake
from tavli.words.findings import finding

MOST_GAMES: Final = 100_000
"""The number of the last game that a record can hold."""

MOST_POINTS: Final = 10_000_000
"""No game gives more, and no file is believed that names a larger score."""

_LARGEST_SCORE: Final = 2_000_000_000
"""More than a believed score and `MOST_GAMES` games at the largest cube add up to."""

_STAKES: Final = MappingProxyType({stake.name.lower(): stake for stake in Stake})
_BY_ONE: Final = MappingProxyType[str, Callable[[Player], Event]](
    {
        "take": Taken,
        "drop": Dropped,
        "accept": ResignationAccepted,
        "decline": ResignationDeclined,
    }
)
_TURNING: Final = MappingProxyType[str, Callable[[Player, int], Event]](
    {"double": Doubled, "beaver": Beavered, "raccoon": Raccooned}
)
_NAMES: Final = MappingProxyType[object, str](
    {kind: name for name, kind in (*_BY_ONE.items(), *_TURNING.items())}
)


def event_to_fields(event: Event) -> Json:
    """Return *event* as a JSON object whose ``event`` names its kind."""
    match event:
        case Rolled(by, dice):
            return {"event": "roll", "by": by.value, "dice": str(dice)}
        case Played(by, play, marks):
            return {"event": "play", "by": by.value, "play": write_steps(play, marks)}
        case Doubled(by, value) | Beavered(by, value) | Raccooned(by, value):
            return {"event": _NAMES[type(event)], "by": by.value, "cube": value}
        case (
            Taken(by) | Dropped(by) | ResignationAccepted(by) | ResignationDeclined(by)
        ):
            return {"event": _NAMES[type(event)], "by": by.value}
        case ResignationOffered(by, stake):
            return {"event": "resign", "by": by.value, "stake": stake.name.lower()}
        case _:
            return _frame_to_fields(event)


def _frame_to_fields(
    event: GameStarted | OpeningThrown | CubeAutoDoubled | GameEnded | MatchEnded,
) -> Json:
    """Return the fields of what happens around the turns of a game."""
    match event:
        case GameStarted(number, game, starter, crawford):
            fields: Json = {"event": "game", "number": number, "game": game}
            fields["starter"] = _letter(starter)
            return {**fields, "crawford": True} if crawford else fields
        case OpeningThrown(white, black):
            return {"event": "opening", "white": white, "black": black}
        case CubeAutoDoubled(value):
            return {"event": "auto_double", "cube": value}
        case GameEnded(winner, points, ending, score):
            fields = {"event": "game_end", "winner": _letter(winner), "points": points}
            return {**fields, "how": ending.value, "score": list(score)}
        case MatchEnded(winner, how, score):
            fields = {"event": "match_end", "winner": _letter(winner)}
            return {**fields, "how": how.value, "score": list(score)}


def _letter(player: Player | None) -> str | None:
    return player.value if player else None


def event_from_fields(values: Mapping[str, object]) -> Event:
    """Return the event that *values* describe, every field checked.

    Raises:
        FieldError: a field is missing, unknown or impossible.
    """
    fields = Fields(values)
    kind = fields.text("event", 20)
    if kind in _BY_ONE:
        event = _BY_ONE[kind](fields.player("by"))
    elif kind in _TURNING:
        event = _TURNING[kind](fields.player("by"), _cube(fields))
    elif kind in _READERS:
        event = _READERS[kind](fields)
    else:
        raise FieldError("event", finding("no_event", name=quoted(str(kind), 40)))
    fields.close()
    return event


def _read_game(fields: Fields) -> Event:
    return GameStarted(
        fields.integer("number", 1, MOST_GAMES),
        fields.one_of("game", {name: name for name in RULESETS}),
        fields.player_or_none("starter"),
        fields.flag("crawford"),
    )


def _read_opening(fields: Fields) -> Event:
    return OpeningThrown(fields.integer("white", 1, 6), fields.integer("black", 1, 6))


def _cube(fields: Fields) -> int:
    value = fields.integer("cube", 2, LARGEST_CUBE)
    if value & (value - 1):
        raise FieldError("cube", finding("cube_power", cube=value))
    return value


def _read_roll(fields: Fields) -> Event:
    by, text = fields.player("by"), fields.text("dice", 3)
    try:
        return Rolled(by, Dice.parse(text))
    except ValueError as error:
        raise FieldError("dice", finding("dice", text=quoted(text))) from error


def _read_play(fields: Fields) -> Event:
    by, text = fields.player("by"), fields.text("play", 60)
    try:
        legs = read_legs(text)
    except NotationError as error:
        raise FieldError("play", error.what or finding("play_written")) from error
    play = tuple(Move(leg.source, leg.target) for leg in legs)
    return Played(by, play, tuple(leg.mark for leg in legs))


def _read_resignation(fields: Fields) -> Event:
    return ResignationOffered(fields.player("by"), fields.one_of("stake", _STAKES))


def _read_game_end(fields: Fields) -> Event:
    return GameEnded(
        fields.player_or_none("winner"),
        fields.integer("points", 0, MOST_POINTS),
        fields.choice("how", GameEnding),
        fields.pair("score", _LARGEST_SCORE),
    )


def _read_match_end(fields: Fields) -> Event:
    return MatchEnded(
        fields.player_or_none("winner"),
        fields.choice("how", MatchEnding),
        fields.pair("score", _LARGEST_SCORE),
    )


_READERS: Final = MappingProxyType[str, Callable[[Fields], Event]](
    {
        "game": _read_game,
        "opening": _read_opening,
        "auto_double": lambda fields: CubeAutoDoubled(_cube(fields)),
        "roll": _read_roll,
        "play": _read_play,
        "resign": _read_resignation,
        "game_end": _read_game_end,
        "match_end": _read_match_end,
    }
)
