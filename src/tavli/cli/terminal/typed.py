"""Read what a person types at the table."""

from dataclasses import dataclass
from typing import Final

from tavli.match import (
    AcceptResignation,
    Action,
    Beaver,
    DeclineResignation,
    Double,
    Drop,
    EndSession,
    Raccoon,
    Resign,
    ResignMatch,
    Take,
)
from tavli.rules import Stake

LONGEST: Final = 120
"""More signs than any play needs; what is longer is not looked at."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Nothing but Enter: throw, or go on to the next game."""


@dataclass(frozen=True, slots=True)
class ListPlays:
    """Show every legal play."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the board again."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Say what can be typed."""


@dataclass(frozen=True, slots=True)
class ShowStakes:
    """Say at which stakes the game can be resigned."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The number of a play in the list."""

    number: int


@dataclass(frozen=True, slots=True)
class PlayText:
    """Anything else: it should be a play."""

    text: str


Typed = (
    GoOn
    | ListPlays
    | ShowBoard
    | ShowHelp
    | ShowStakes
    | Quit
    | Choice
    | PlayText
    | Action
)

_WORDS: Final[dict[str, Typed]] = {
    "": GoOn(),
    "roll": GoOn(),
    "next": GoOn(),
    "list": ListPlays(),
    "board": ShowBoard(),
    "help": ShowHelp(),
    "?": ShowHelp(),
    "quit": Quit(),
    "exit": Quit(),
    "double": Double(),
    "take": Take(),
    "drop": Drop(),
    "beaver": Beaver(),
    "raccoon": Raccoon(),
    "accept": AcceptResignation(),
    "decline": DeclineResignation(),
    "end": EndSession(),
    "resign": ShowStakes(),
    "resign match": ResignMatch(),
    **{f"resign {stake.value}": Resign(stake) for stake in Stake},
}


def read_typed(line: str) -> Typed:
    """Return what *line* asks for; a word is known in small or large letters."""
    text = " ".join(line[: LONGEST + 1].split())
    word = text.casefold()
    if word in _WORDS:
        return _WORDS[word]
    if word.isascii() and word.isdigit() and len(word) <= 4:
        return Choice(int(word))
    return PlayText(text)


def shown(text: str) -> str:
    """Return *text* fit to be repeated: short, without control signs."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:40])
