"""Bodies and answers of the HTTP calls, one struct each."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tavli.protocol.server import Rules
from tavli.protocol.text import MatchId, Milliseconds

_Short = Annotated[str, Meta(min_length=1, max_length=16)]
_OptionName = Annotated[str, Meta(min_length=1, max_length=40)]
_OptionValue = Annotated[str, Meta(min_length=1, max_length=24)]

Options = Annotated[dict[_OptionName, _OptionValue], Meta(max_length=32)]
"""House rules by name; only those that differ from the defaults matter."""


class _Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class _Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    pass


class ChangeMe(_Body, frozen=True):
    """``POST /api/me``: another name, another language, or both."""

    # Longer than any name may be, so that a long one is refused as a name.
    name: Annotated[str, Meta(max_length=400)] | None = None
    lang: Literal["el", "en", "tr", "ar"] | None = None


class NewMatch(_Body, frozen=True, kw_only=True):
    """``POST /api/matches``: against the computer, or two people at one screen."""

    game: _Short
    length: _Short
    options: Options = {}
    opponent: Literal["computer", "same_device"]
    level: _Short = "level-4"


class NewChallenge(_Body, frozen=True):
    """``POST /api/challenges``: an invitation by link."""

    game: _Short
    length: _Short
    options: Options = {}


class Me(_Answer, frozen=True):
    """Who the server takes the caller for."""

    id: str
    name: str
    lang: str


class MatchMade(_Answer, frozen=True):
    """A match to go to, or the rematch offer that waits for the other player."""

    match: MatchId | None = None
    challenge: str | None = None


class ChallengeMade(_Answer, frozen=True):
    """The link to hand out, good until *expires*."""

    challenge: str
    url: str
    expires: Milliseconds


class ChallengeState(_Answer, frozen=True):
    """An invitation as its reader may see it."""

    challenge: str
    url: str
    game: str
    length: str
    options: dict[str, str]
    rules: Rules
    by: str
    state: Literal["open", "taken", "expired", "cancelled"]
    mine: bool
    expires: Milliseconds
    match: MatchId | None = None


class ListedMatch(_Answer, frozen=True):
    """A line of a player's own list; *score* is his own and the opponent's."""

    match: MatchId
    game: str
    length: str
    opponent: str
    opponent_kind: Literal["guest", "computer", "same_device"]
    score: tuple[int, int]
    updated: Milliseconds
    result: Literal["won", "lost", "drawn", "abandoned", "finished"] | None = None
    how: str | None = None


class DamagedMatch(_Answer, frozen=True):
    """A match of a player's own whose row on the server can't be read any more."""

    match: MatchId
    updated: Milliseconds


class MyMatches(_Answer, frozen=True):
    """A player's matches, the newest first."""

    running: tuple[ListedMatch, ...]
    finished: tuple[ListedMatch, ...]
    damaged: tuple[DamagedMatch, ...] = ()


class Failure(_Answer, frozen=True):
    """Why a call was refused: a code for the page, a sentence for people.

    *values* are what the sentence speaks of, where it speaks of something.
    """

    error: str
    text: str
    values: dict[str, str] = {}
