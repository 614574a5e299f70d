"""Invitations by link: one taker, not oneself, not for ever."""

from http import HTTPStatus
from typing import Final, Literal

from django.db import transaction

from tavli.server.models import Challenge, Match, Player
from tavli.server.refused import RefusedError
from tavli.server.seating import (
    HOUR_MS,
    MOST_AN_HOUR,
    Terms,
    check_pace,
    find_match,
    seat,
    too_many,
)

INVITATION_MS: Final = 24 * HOUR_MS
MOST_OPEN: Final = 20

State = Literal["open", "taken", "expired", "cancelled"]


def invite(player: Player, terms: Terms, now: int) -> Challenge:
    """Open an invitation that the first who follows its link may accept."""
    with transaction.atomic():
        _check_invitations(player, now)
        return Challenge.objects.create(
            by=player,
            game=terms.game,
            length=terms.length,
            options=dict(terms.options),
            created=now,
            expires=now + INVITATION_MS,
        )


def find_challenge(challenge_id: str) -> Challenge:
    """Return an invitation by its name.

    Raises:
        RefusedError: there is none.
    """
    found = Challenge.objects.select_related("by").filter(pk=challenge_id)
    challenge = found.first()
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
        if challenge.match_id is not None and challenge.taken_by_id == player.id:
            return find_match(challenge.match_id)
        _check_acceptance(player, challenge, now)
        check_pace(player, now)
        return take(challenge, player, now)


def take(challenge: Challenge, player: Player, now: int) -> Match:
    """Make the match of an open invitation; the caller holds a transaction.

    A rematch keeps the seats of the match that it follows.
    """
    followed = challenge.rematch_of_id
    before = find_match(followed) if followed is not None else None
    white = before.white if before else challenge.by
    black = before.black if before else player
    terms = Terms(challenge.game, challenge.length, challenge.options)
    match = seat(terms, white, black, now, rematch_of=before)
    challenge.taken_by, challenge.match = player, match
    challenge.save(update_fields=["taken_by", "match"])
    return match


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


def _check_invitations(player: Player, now: int) -> None:
    mine = Challenge.objects.filter(by=player)
    still_open = mine.filter(match=None, cancelled=False, expires__gt=now)
    if still_open.count() >= MOST_OPEN:
        raise too_many(f"You have {MOST_OPEN} open invitations; cancel one first.")
    if mine.filter(created__gt=now - HOUR_MS).count() >= MOST_AN_HOUR:
        raise too_many("You have made too many invitations in this hour.")


def _conflict(code: str, text: str) -> RefusedError:
    return RefusedError(code, text, HTTPStatus.CONFLICT)


def _gone(code: str, text: str) -> RefusedError:
    return RefusedError(code, text, HTTPStatus.GONE)
