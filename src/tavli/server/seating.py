"""How two seats are filled: the terms of a match, and who sits where."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from django.db import transaction
from django.db.models import Q

from tavli.bots import BOTS
from tavli.bots.names import recorded_name
from tavli.formats.dice_proof import SECRET_BYTES, commitment_to
from tavli.match import MatchRules
from tavli.server.models import Kind, Match, Player
from tavli.server.records import undamaged
from tavli.server.refused import RefusedError

HOUR_MS: Final = 60 * 60 * 1000
MOST_RUNNING: Final = 60
MOST_AN_HOUR: Final = 120


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be played; made by `read_terms`, or kept from what it made."""

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
        known = ", ".join(BOTS)
        raise RefusedError("bad_level", f"The computer's levels are {known}.")
    with transaction.atomic():
        check_pace(player, now)
        return seat(terms, player, _computer(level, now), now)


def at_one_screen(player: Player, terms: Terms, now: int) -> Match:
    """Seat *player* at both sides, for two people at one screen."""
    with transaction.atomic():
        check_pace(player, now)
        return seat(terms, player, player, now)


def find_match(match_id: str) -> Match:
    """Return a match by its name.

    Raises:
        RefusedError: there is none, or its row was damaged.
    """
    found = Match.objects.select_related("white", "black").filter(pk=match_id)
    with undamaged(match_id):
        match = found.first()
    if match is None:
        raise RefusedError(
            "unknown_match", "There is no such match.", HTTPStatus.NOT_FOUND
        )
    return match


def seat(
    terms: Terms,
    white: Player,
    black: Player,
    now: int,
    *,
    rematch_of: Match | None = None,
) -> Match:
    """Make the match of *white* and *black*, with a secret of its own."""
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


def check_pace(player: Player, now: int) -> None:
    """Refuse one more match to a player who has, or begins, too many.

    Raises:
        RefusedError: he has to finish one, or to wait.
    """
    mine = Match.objects.filter(Q(white=player) | Q(black=player))
    if mine.filter(result=None).count() >= MOST_RUNNING:
        raise too_many(f"You have {MOST_RUNNING} matches running; finish one first.")
    if mine.filter(created__gt=now - HOUR_MS).count() >= MOST_AN_HOUR:
        raise too_many("You have begun too many matches in this hour.")


def too_many(text: str) -> RefusedError:
    """Return the refusal of somebody who asks for too much."""
    return RefusedError("too_many", text, HTTPStatus.TOO_MANY_REQUESTS)


def _computer(level: str, now: int) -> Player:
    computer, _ = Player.objects.get_or_create(
        kind=Kind.COMPUTER,
        level=level,
        defaults={"name": recorded_name(level), "created": now},
    )
    return computer
