"""``/api/matches``: a player's matches, their records, and playing again."""

from http import HTTPStatus
from typing import Literal

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

from tavli.protocol.requests import ListedMatch, MatchMade, MyMatches, NewMatch
from tavli.server.api.answers import answer, call, read_body
from tavli.server.guests import player_of
from tavli.server.house import house_of
from tavli.server.languages import current_language
from tavli.server.models import Challenge, Kind, Match, Player
from tavli.server.records import record_of
from tavli.server.refused import RefusedError
from tavli.server.rematches import play_again
from tavli.server.seating import against_computer, at_one_screen, read_terms
from tavli.words import catalogue

_MOST_LISTED = 100
_NOT_LISTED = ("options", "secret", "commitment", "white_seed", "black_seed")
"""What is left unread: damaged in one match, it would hide the others."""


def _list(request: HttpRequest) -> HttpResponse:
    player = player_of(request, house_of(request).clock)
    mine = (
        Match.objects.filter(Q(white=player) | Q(black=player))
        .select_related("white", "black", "result")
        .defer(*_NOT_LISTED)
        .order_by("-updated")
    )
    return answer(
        MyMatches(
            running=_lines(player, mine.filter(result=None)),
            finished=_lines(player, mine.exclude(result=None)),
        )
    )


def _make(request: HttpRequest) -> HttpResponse:
    wanted = read_body(request, NewMatch)
    clock = house_of(request).clock
    terms = read_terms(wanted.game, wanted.length, wanted.options)
    player, now = player_of(request, clock), clock()
    if wanted.opponent == "computer":
        match = against_computer(player, terms, wanted.level, now)
    else:
        match = at_one_screen(player, terms, now)
    return answer(MatchMade(match=match.id))


def _record(request: HttpRequest, match_id: str) -> HttpResponse:
    del request  # whoever may watch may keep
    text = record_of(match_id)
    if text is None:
        raise RefusedError(
            "unknown_match", "There is no such match.", HTTPStatus.NOT_FOUND
        )
    return HttpResponse(
        text,
        content_type="application/x-ndjson; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{match_id}.tavli"',
            "Cache-Control": "no-store",
        },
    )


def _rematch(request: HttpRequest, match_id: str) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    made = play_again(player, match_id, house.clock())
    if isinstance(made, Challenge):
        house.hub.offer_rematch(match_id, player.id)
        return answer(MatchMade(challenge=made.id))
    house.hub.announce_rematch(match_id, made.id)
    return answer(MatchMade(match=made.id))


def _lines(player: Player, found: QuerySet[Match]) -> tuple[ListedMatch, ...]:
    return tuple(_line(player, match) for match in found[:_MOST_LISTED])


def _line(player: Player, match: Match) -> ListedMatch:
    is_white = match.white_id == player.id
    other = match.black if is_white else match.white
    score = (match.white_score, match.black_score)
    return ListedMatch(
        match=match.id,
        game=match.game,
        length=match.length,
        opponent=_name(other),
        opponent_kind=_kind(player, other),
        score=score if is_white else (score[1], score[0]),
        updated=match.updated,
        result=_result(player, match),
        how=match.result.how if hasattr(match, "result") else None,
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


matches = call(GET=_list, POST=_make)
record = call(GET=_record)
rematch = call(POST=_rematch)
