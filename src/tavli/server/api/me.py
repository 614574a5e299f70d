"""``/api/me``: who am I, and how may others call me."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from tavli.protocol.requests import ChangeMe, Me
from tavli.server.api.answers import answer, call, read_body
from tavli.server.guests import player_of
from tavli.server.house import house_of
from tavli.server.languages import current_language
from tavli.server.models import Player
from tavli.server.names import BadNameError, clean_name
from tavli.server.refused import RefusedError


def _show(request: HttpRequest) -> HttpResponse:
    get_token(request)  # so that who loads no page can call what changes something
    return answer(_me(player_of(request, house_of(request).clock)))


def _change(request: HttpRequest) -> HttpResponse:
    change = read_body(request, ChangeMe)
    player = player_of(request, house_of(request).clock)
    if change.name is not None:
        player.name = _checked_name(change.name)
    if change.lang is not None:
        player.lang = change.lang
    player.save(update_fields=["name", "lang"])
    house_of(request).hub.rename(player.id, player.name)
    response = answer(_me(player))
    if change.lang is not None:
        _remember_language(response, change.lang)
    return response


def _checked_name(text: str) -> str:
    try:
        return clean_name(text)
    except BadNameError as fault:
        raise RefusedError("bad_name", str(fault), HTTPStatus.BAD_REQUEST) from fault


def _me(player: Player) -> Me:
    return Me(id=player.id, name=player.name, lang=player.lang or current_language())


def _remember_language(response: HttpResponse, language: str) -> None:
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )


me = call(GET=_show, POST=_change)
