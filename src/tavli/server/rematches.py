"""Playing again: agreed between two people, at once against the computer."""

from http import HTTPStatus

from django.db import transaction

from tavli.server.invitations import INVITATION_MS, state_of, take
from tavli.server.models import Challenge, Kind, Match, Player, Result
from tavli.server.play.entries import read_rules
from tavli.server.records import undamaged
from tavli.server.refused import RefusedError
from tavli.server.seating import Terms, check_pace, find_match, seat


def play_again(player: Player, match_id: str, now: int) -> Match | Challenge:
    """Start the rematch if it takes no asking or was asked for; else ask for it.

    However often and however simultaneously it is pressed, a match has one rematch.
    """
    with transaction.atomic():
        match = find_match(match_id)
        with undamaged(match_id):
            read_rules(match.id, match.game, match.length, match.options)
        if player.id not in (match.white_id, match.black_id):
            raise RefusedError(
                "not_seated", "Only its players can ask.", HTTPStatus.FORBIDDEN
            )
        if not Result.objects.filter(match=match).exists():
            raise RefusedError(
                "not_over", "The match is not over yet.", HTTPStatus.CONFLICT
            )
        following = Match.objects.filter(rematch_of=match).only("id").first()
        if following is not None:
            return following
        check_pace(player, now)
        other = match.black if player.id == match.white_id else match.white
        if other.kind == Kind.COMPUTER or other.id == player.id:
            terms = Terms(match.game, match.length, match.options)
            return seat(terms, match.white, match.black, now, rematch_of=match)
        return _agree(player, other, match, now)


def _agree(player: Player, other: Player, match: Match, now: int) -> Match | Challenge:
    offer = Challenge.objects.filter(rematch_of=match).first()
    if offer is None or state_of(offer, now) != "open":
        return _offer(player, other, match, now)
    return offer if offer.by_id == player.id else take(offer, player, now)


def _offer(player: Player, other: Player, match: Match, now: int) -> Challenge:
    """Offer a rematch; an offer that lapsed or was withdrawn gives its place up."""
    offer, _ = Challenge.objects.update_or_create(
        rematch_of=match,
        defaults={
            "by": player,
            "guest": other,
            "game": match.game,
            "length": match.length,
            "options": match.options,
            "created": now,
            "expires": now + INVITATION_MS,
            "cancelled": False,
        },
    )
    return offer
