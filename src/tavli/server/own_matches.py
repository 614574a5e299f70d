"""A player's own matches as lists, in which a damaged one costs no other."""

from collections.abc import Iterator
from typing import Final, Literal

from django.db import OperationalError
from django.db.models import Q, QuerySet

from tavli.protocol.requests import DamagedMatch, ListedMatch, MyMatches
from tavli.server.languages import current_language
from tavli.server.models import Kind, Match, Player
from tavli.server.play.database import is_undecodable
from tavli.server.play.entries import BrokenLogError, check_texts, read_rules
from tavli.server.records import undamaged
from tavli.server.refused import RefusedError
from tavli.words import catalogue

_MOST_LISTED: Final = 100
_LISTED: Final = (
    "white",
    "black",
    "game",
    "length",
    "white_score",
    "black_score",
    "updated",
    "white__kind",
    "white__name",
    "black__kind",
    "black__name",
    "result__how",
    "result__winner",
)
"""All that is read: what else is damaged in a match leaves its line whole."""


def matches_of(player: Player) -> MyMatches:
    """Return the matches of *player*, the newest first, damaged ones apart."""
    mine = _rows().filter(Q(white=player) | Q(black=player)).order_by("-updated")
    damaged: list[DamagedMatch] = []
    running = _lines(player, mine.filter(result=None), damaged)
    finished = _lines(player, mine.exclude(result=None), damaged)
    return MyMatches(running=running, finished=finished, damaged=tuple(damaged))


def _rows() -> QuerySet[Match]:
    return Match.objects.select_related("white", "black", "result").only(*_LISTED)


def _lines(
    player: Player, found: QuerySet[Match], damaged: list[DamagedMatch]
) -> tuple[ListedMatch, ...]:
    """Return the lines of the first of *found*; what can't be read joins *damaged*."""
    lines = []
    for key, updated, match in _each(found[:_MOST_LISTED]):
        try:
            with undamaged(key):
                lines.append(_line(player, match or _rows().get(pk=key)))
        except RefusedError:
            damaged.append(DamagedMatch(match=key, updated=updated))
    return tuple(lines)


def _each(found: QuerySet[Match]) -> Iterator[tuple[str, int, Match | None]]:
    """Yield the name and time of each match, and itself if all can be read at once."""
    try:
        whole = list(found)
    except OperationalError as fault:
        if not is_undecodable(fault):
            raise
        # One text that is none ends the whole answer: each is asked for by itself.
        for (key,) in found.values_list("pk"):
            yield key, _updated(key), None
    else:
        for match in whole:
            yield match.pk, _time(match.updated), match


def _updated(key: str) -> int:
    """Return when match *key* was last played, or 0 if that can't be read."""
    try:
        with undamaged(key):
            return _time(Match.objects.values_list("updated", flat=True).get(pk=key))
    except RefusedError:
        return 0


def _time(found: object) -> int:
    return found if isinstance(found, int) else 0


def _line(player: Player, match: Match) -> ListedMatch:
    """Return the line of *match*.

    Raises:
        BrokenLogError, ValueError: its row is damaged.
    """
    is_white = match.white_id == player.id
    other = match.black if is_white else match.white
    score = (match.white_score, match.black_score)
    how = match.result.how if hasattr(match, "result") else None
    read_rules(match.id, match.game, match.length, {})
    check_texts(f"Match {match.id}", (other.name, other.kind, how or ""))
    if not all(isinstance(number, int) for number in (*score, match.updated)):
        raise BrokenLogError(f"Match {match.id} has no number where one belongs.")
    return ListedMatch(
        match=match.id,
        game=match.game,
        length=match.length,
        opponent=_name(other),
        opponent_kind=_kind(player, other),
        score=score if is_white else (score[1], score[0]),
        updated=match.updated,
        result=_result(player, match),
        how=how,
    )


def _name(player: Player) -> str:
    if player.kind == Kind.COMPUTER:
        return catalogue(current_language()).text("computer")
    return player.name


def _kind(player: Player, other: Player) -> Literal["guest", "computer", "same_device"]:
    if other.id == player.id:
        return "same_device"
    return "computer" if other.kind == Kind.COMPUTER else "guest"


def _result(
    player: Player, match: Match
) -> Literal["won", "lost", "drawn", "abandoned", "finished"] | None:
    if not hasattr(match, "result"):
        return None
    if match.white_id == match.black_id:
        return "finished"
    if match.result.winner_id is None:
        return "abandoned" if match.result.how == "abandon" else "drawn"
    return "won" if match.result.winner_id == player.id else "lost"
