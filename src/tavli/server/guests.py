"""Who is calling: a guest is a player from his first visit on."""

import secrets
from typing import Final

from django.http import HttpRequest

from tavli.server.clock import Clock
from tavli.server.languages import capitalised, current_language
from tavli.server.models import Player
from tavli.words import catalogue

PLAYER_KEY: Final = "player"
"""Where the session keeps the player's id; the socket looks there too."""

_SEEN_KEY: Final = "seen"
_WEEK_MS: Final = 7 * 24 * 60 * 60 * 1000


def known_player(request: HttpRequest) -> Player | None:
    """Return the player of this session, or None at a first visit."""
    player_id = request.session.get(PLAYER_KEY)
    if player_id is None:
        return None
    return Player.objects.filter(pk=player_id).first()


def player_of(request: HttpRequest, clock: Clock) -> Player:
    """Return the player of this session, making a guest of a first visitor."""
    now = clock()
    player = known_player(request)
    if player is None:
        language = current_language()
        player = Player.objects.create(name=_guest_name(language), created=now)
        request.session[PLAYER_KEY] = player.id
    if now - request.session.get(_SEEN_KEY, 0) > _WEEK_MS:
        request.session[_SEEN_KEY] = now  # saving it prolongs the cookie's life
    return player


def _guest_name(language: str) -> str:
    word = capitalised(catalogue(language).text("guest"), language)
    return f"{word} {secrets.randbelow(9000) + 1000}"
