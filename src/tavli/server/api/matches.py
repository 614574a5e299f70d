"""``/api/matches``: a player's matches, their records, and playing again."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from tavli.protocol.requests import MatchMade, NewMatch
from tavli.server.api.answers import answer, call, read_body
from tavli.server.guests import player_of
from tavli.server.house import house_of
from tavli.server.models import Challenge
from tavli.server.own_matches import matches_of
from tavli.server.records import record_of
from tavli.server.refused import RefusedError
from tavli.server.rematches import play_again
from tavli.server.seating import against_computer, at_one_screen, read_terms


def _list(request: HttpRequest) -> HttpResponse:
    player = player_of(request, house_of(request).clock)
    return answer(matches_of(player))


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


matches = call(GET=_list, POST=_make)
record = call(GET=_record)
rematch = call(POST=_rematch)
