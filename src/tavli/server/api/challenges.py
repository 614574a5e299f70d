"""``/api/challenges``: invitations by link."""

import io

import segno
from django.http import HttpRequest, HttpResponse

from tavli.protocol import Rules
from tavli.protocol.requests import (
    ChallengeMade,
    ChallengeState,
    MatchMade,
    NewChallenge,
)
from tavli.server import invitations
from tavli.server.api.answers import answer, call, read_body
from tavli.server.guests import known_player, player_of
from tavli.server.house import house_of
from tavli.server.links import link_to
from tavli.server.models import Challenge
from tavli.server.seating import read_terms


def _open(request: HttpRequest) -> HttpResponse:
    wanted = read_body(request, NewChallenge)
    clock = house_of(request).clock
    terms = read_terms(wanted.game, wanted.length, wanted.options)
    challenge = invitations.invite(player_of(request, clock), terms, clock())
    return answer(
        ChallengeMade(
            challenge=challenge.id,
            url=link_to(request, f"/c/{challenge.id}"),
            expires=challenge.expires,
        )
    )


def _show(request: HttpRequest, challenge_id: str) -> HttpResponse:
    return answer(_state(request, invitations.find_challenge(challenge_id)))


def _accept(request: HttpRequest, challenge_id: str) -> HttpResponse:
    house = house_of(request)
    player = player_of(request, house.clock)
    match = invitations.accept(player, challenge_id, house.clock())
    if match.rematch_of_id is not None:
        house.hub.announce_rematch(match.rematch_of_id, match.id)
    return answer(MatchMade(match=match.id))


def _cancel(request: HttpRequest, challenge_id: str) -> HttpResponse:
    player = player_of(request, house_of(request).clock)
    return answer(_state(request, invitations.cancel(player, challenge_id)))


def _qr(request: HttpRequest, challenge_id: str) -> HttpResponse:
    challenge = invitations.find_challenge(challenge_id)
    image = io.BytesIO()
    code = segno.make(link_to(request, f"/c/{challenge.id}"), error="m")
    code.save(image, kind="svg", scale=8, border=2, light="#ffffff", svgclass=None)
    return HttpResponse(
        image.getvalue(),
        content_type="image/svg+xml",
        headers={"Cache-Control": "private, max-age=3600"},
    )


def _state(request: HttpRequest, challenge: Challenge) -> ChallengeState:
    now = house_of(request).clock()
    player = known_player(request)
    seated = player is not None and player.id in (
        challenge.by_id,
        challenge.taken_by_id,
    )
    return ChallengeState(
        challenge=challenge.id,
        url=link_to(request, f"/c/{challenge.id}"),
        game=challenge.game,
        length=challenge.length,
        options=challenge.options,
        rules=Rules(
            game=challenge.game, length=challenge.length, options=challenge.options
        ),
        by=challenge.by.name,
        state=invitations.state_of(challenge, now),
        mine=player is not None and player.id == challenge.by_id,
        expires=challenge.expires,
        match=challenge.match_id if seated else None,
    )


challenges = call(POST=_open)
challenge = call(GET=_show)
accept = call(POST=_accept)
cancel = call(POST=_cancel)
qr = call(GET=_qr)
