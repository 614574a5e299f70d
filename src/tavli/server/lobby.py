"""How matches come about: against the computer, at one screen, by link, again."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Literal

from django.db import transaction
from django.db.models import Q

from tavli.bots import BOTS
from tavli.formats.dice_proof import SECRET_BYTES, commitment_to
from tavli.match import MatchRules
from tavli.server.models import Challenge, Kind, Match, Player, Result
from tavli.server.refused import RefusedError

INVITATION_MS: Final = 24 * 60 * 60 * 1000
MOST_RUNNING: Final = 60
MOST_OPEN: Final = 20
MOST_AN_HOUR: Final = 120
_HOUR_MS: Final = 60 * 60 * 1000


State = Literal["open", "taken", "expired", "cancelled"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be played; made by `read_terms` only, hence always valid."""

    game: str
    length: str
    options: Mapping[str, str]


def read_terms(game: str, length: str, options: Mapping[str, str]) -> Terms:
    """Return the terms of a new match, with nothing but the options that differ.

    Raises:
        RefusedError: no such game, length or option.
    """
    try:
        rules = MatchRules.parse(game, length, options)
    except ValueError as fault:
        raise RefusedError("bad_rules", str(fault)) from fault
    return Terms(rules.game, str(rules.length), dict(rules.options))


def against_computer(player: Player, terms: Terms, level: str, now: int) -> Match:
    """Seat *player* against a level of the computer."""
    if level not in BOTS:
        known = " and ".join(BOTS)
        raise RefusedError("bad_level", f"The computer's levels are {known}.")
    with transaction.atomic():
        _check_pace(player, now)
        return _seat(terms, player, _computer(level, now), now)


def at_one_screen(player: Player, terms: Terms, now: int) -> Match:
    """Seat *player* at both sides, for two people at one screen."""
    with transaction.atomic():
        _check_pace(player, now)
        return _seat(terms, player, player, now)


def invite(player: Player, terms: Terms, now: int) -> Challenge:
    """Open an invitation that the first who follows its link may accept."""
    with transaction.atomic():
        _check_invitations(player, now)
        return Challenge.objects.create(
            by=player,
            game=terms.game,
            length=terms.length,
            options=terms.options,
            created=now,
            expires=now + INVITATION_MS,
        )


def find_challenge(challenge_id: str) -> Challenge:
    """Return an invitation by its name."""
    challenge = (
        Challenge.objects.select_related("by", "match").filter(pk=challenge_id).first()
    )
    if challenge is None:
        raise RefusedError(
            "unknown_challenge", "There is no such invitation.", HTTPStatus.NOT_FOUND
        )
    return challenge


def state_of(challenge: Challenge, now: int) -> State:
    """Return open, taken, expired or cancelled."""
    if challenge.match_id is not None:
        return "taken"
    if challenge.cancelled:
        return "cancelled"
    return "expired" if challenge.expires <= now else "open"


def accept(player: Player, challenge_id: str, now: int) -> Match:
    """Seat *player* opposite the inviter; one taker, however many press at once."""
    with transaction.atomic():  # IMMEDIATE: nobody else is between reading and writing
        challenge = find_challenge(challenge_id)
        if challenge.match is not None and challenge.taken_by_id == player.id:
            return challenge.match
        _check_acceptance(player, challenge, now)
        _check_pace(player, now)
        terms = Terms(challenge.game, challenge.length, challenge.options)
        return _take(challenge, player, terms, now)


def cancel(player: Player, challenge_id: str) -> Challenge:
    """Withdraw an invitation of one's own that nobody took."""
    with transaction.atomic():
        challenge = find_challenge(challenge_id)
        if challenge.by_id != player.id:
            raise RefusedError(
                "not_yours", "Only the inviter can cancel it.", HTTPStatus.FORBIDDEN
            )
        if challenge.match_id is not None:
            raise _conflict("table_full", "This invitation has been accepted.")
        challenge.cancelled = True
        challenge.save(update_fields=["cancelled"])
        return challenge


def play_again(player: Player, match_id: str, now: int) -> Match | Challenge:
    """Start the rematch if it takes no asking or was asked for; else ask for it.

    However often and however simultaneously it is pressed, a match has one rematch.
    """
    with transaction.atomic():
        match = find_match(match_id)
        if player.id not in (match.white_id, match.black_id):
            raise RefusedError(
                "not_seated", "Only its players can ask.", HTTPStatus.FORBIDDEN
            )
        if not Result.objects.filter(match=match).exists():
            raise _conflict("not_over", "The match is not over yet.")
        following = Match.objects.filter(rematch_of=match).first()
        if following is not None:
            return following
        _check_pace(player, now)
        return _rematch(player, match, now)


def find_match(match_id: str) -> Match:
    """Return a match by its name."""
    match = Match.objects.select_related("white", "black").filter(pk=match_id).first()
    if match is None:
        raise RefusedError(
            "unknown_match", "There is no such match.", HTTPStatus.NOT_FOUND
        )
    return match


def _rematch(player: Player, match: Match, now: int) -> Match | Challenge:
    terms = Terms(match.game, match.length, match.options)
    other = match.black if player.id == match.white_id else match.white
    if other.kind == Kind.COMPUTER or other.id == player.id:
        return _seat(terms, match.white, match.black, now, rematch_of=match)
    offer = Challenge.objects.filter(rematch_of=match).select_related("by").first()
    if offer is None or state_of(offer, now) != "open":
        return _offer_again(player, other, match, now)
    if offer.by_id == player.id:
        return offer
    following = _seat(terms, match.white, match.black, now, rematch_of=match)
    offer.taken_by, offer.match = player, following
    offer.save(update_fields=["taken_by", "match"])
    return following


def _offer_again(player: Player, other: Player, match: Match, now: int) -> Challenge:
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


def _take(challenge: Challenge, player: Player, terms: Terms, now: int) -> Match:
    if challenge.rematch_of is not None:
        following = _rematch(player, challenge.rematch_of, now)
        assert isinstance(following, Match)
        return following
    match = _seat(terms, challenge.by, player, now)
    challenge.taken_by, challenge.match = player, match
    challenge.save(update_fields=["taken_by", "match"])
    return match


def _seat(
    terms: Terms,
    white: Player,
    black: Player,
    now: int,
    *,
    rematch_of: Match | None = None,
) -> Match:
    # Drawn here, before anybody can have given a seed: the commitment is out
    # with the first answer about the match.
    secret = secrets.token_bytes(SECRET_BYTES)
    return Match.objects.create(
        game=terms.game,
        length=terms.length,
        options=dict(terms.options),
        white=white,
        black=black,
        secret=secret.hex(),
        commitment=commitment_to(secret),
        created=now,
        updated=now,
        rematch_of=rematch_of,
    )


def _computer(level: str, now: int) -> Player:
    computer, _ = Player.objects.get_or_create(
        kind=Kind.COMPUTER,
        level=level,
        defaults={"name": f"computer ({level})", "created": now},
    )
    return computer


def _check_acceptance(player: Player, challenge: Challenge, now: int) -> None:
    if challenge.by_id == player.id:
        raise _conflict("own_invitation", "You cannot take your own invitation.")
    if challenge.guest_id not in (None, player.id):
        raise RefusedError(
            "not_invited",
            "This invitation is for somebody else.",
            HTTPStatus.FORBIDDEN,
        )
    match state_of(challenge, now):
        case "taken":
            raise _conflict("table_full", "This table is full.")
        case "cancelled":
            raise _gone("invitation_cancelled", "This invitation was withdrawn.")
        case "expired":
            raise _gone("invitation_expired", "This invitation has expired.")
        case "open":
            return


def _check_pace(player: Player, now: int) -> None:
    mine = Match.objects.filter(Q(white=player) | Q(black=player))
    if mine.filter(result=None).count() >= MOST_RUNNING:
        raise _too_many(f"You have {MOST_RUNNING} matches running; finish one first.")
    if mine.filter(created__gt=now - _HOUR_MS).count() >= MOST_AN_HOUR:
        raise _too_many("You have begun too many matches in this hour.")


def _check_invitations(player: Player, now: int) -> None:
    mine = Challenge.objects.filter(by=player)
    still_open = mine.filter(match=None, cancelled=False, expires__gt=now)
    if still_open.count() >= MOST_OPEN:
        raise _too_many(f"You have {MOST_OPEN} open invitations; cancel one first.")
    if mine.filter(created__gt=now - _HOUR_MS).count() >= MOST_AN_HOUR:
        raise _too_many("You have made too many invitations in this hour.")


def _conflict(code: str, text: str) -> RefusedError:
    return RefusedError(code, text, HTTPStatus.CONFLICT)


def _gone(code: str, text: str) -> RefusedError:
    return RefusedError(code, text, HTTPStatus.GONE)


def _too_many(text: str) -> RefusedError:
    return RefusedError("too_many", text, HTTPStatus.TOO_MANY_REQUESTS)
