"""The shell of the page, and small answers for machines."""

from http import HTTPStatus
from typing import Final

from django.apps import apps
from django.db import DatabaseError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tavli.rules import RULESETS
from tavli.server.database_faults import noted
from tavli.server.guests import player_of
from tavli.server.house import house_of
from tavli.server.languages import capitalised, current_language
from tavli.server.models import Challenge, Match, StudiedFile
from tavli.server.vite import ROOT_URL, built_page
from tavli.words import catalogue

_PLAIN: Final = "text/plain; charset=utf-8"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Answer with the page that offers a game."""
    return _shell(request, {"page": "home"})


@require_safe
def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer with the page of a match, for players and watchers alike."""
    if not Match.objects.filter(pk=match_id).exists():
        raise Http404
    return _shell(request, {"page": "table", "match": match_id})


@require_safe
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Answer with the page of an invitation."""
    if not Challenge.objects.filter(pk=challenge_id).exists():
        raise Http404
    return _shell(request, {"page": "challenge", "challenge": challenge_id})


@require_safe
def study(request: HttpRequest) -> HttpResponse:
    """Answer with the study board."""
    return _study(request)


@require_safe
def study_game(request: HttpRequest, kind: str) -> HttpResponse:
    """Answer with the study board of one game; the page reads the position."""
    if kind not in RULESETS:
        raise Http404
    return _study(request)


@require_safe
def study_match(request: HttpRequest, source: str, study_id: str) -> HttpResponse:
    """Answer with the page on which a match, or a file, is studied."""
    if not _is_there(source, study_id):
        raise Http404
    return _study(request)


@require_safe
def first_openings(request: HttpRequest) -> HttpResponse:
    """Lead whoever names no game to the first one."""
    del request
    return HttpResponseRedirect("/openings/portes")


@require_safe
def openings(request: HttpRequest, game: str) -> HttpResponse:
    """Answer with the first rolls of a game; the page reads which one is looked at."""
    if game not in RULESETS:
        raise Http404
    return _shell(request, {"page": "openings"})


@require_safe
def trainer(request: HttpRequest) -> HttpResponse:
    """Answer with the page on which a player's own mistakes are practised."""
    return _shell(request, {"page": "trainer"})


def _study(request: HttpRequest) -> HttpResponse:
    house_of(request).desk.wake()
    return _shell(request, {"page": "study"})


def _is_there(source: str, study_id: str) -> bool:
    if source == "match":
        return Match.objects.filter(pk=study_id).exists()
    return source == "file" and StudiedFile.objects.filter(pk=study_id).exists()


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Answer ``ok`` while the database can be read and written."""
    try:
        for model in apps.get_models():  # a page needs more than one of them
            QuerySet(model).exists()
    except DatabaseError as fault:
        noted(fault, request.path)
        return _unwell("the database cannot be read")
    if not house_of(request).hub.can_save():
        return _unwell("the database cannot be written")
    return HttpResponse("ok\n", content_type=_PLAIN)


def _unwell(why: str) -> HttpResponse:
    status = HTTPStatus.SERVICE_UNAVAILABLE
    return HttpResponse(f"{why}\n", content_type=_PLAIN, status=status)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keep search engines away from tables and invitations."""
    del request
    closed = ("/api/", "/c/", "/m/", "/study/file/", "/study/match/", "/verify/")
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """Lead browsers that ask unbidden to the icon, if there is one."""
    del request
    if built_page() is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return HttpResponseRedirect(f"{ROOT_URL}icon.svg")


def _shell(request: HttpRequest, where: dict[str, str]) -> HttpResponse:
    language = current_language()
    if built_page() is None:
        text = catalogue(language).text("page_not_built")
        status = HTTPStatus.SERVICE_UNAVAILABLE
        return render(request, "failure.html", {"text": text}, status=status)
    player = player_of(request, house_of(request).clock)
    boot = {
        **where,
        "me": {"id": player.id, "name": player.name, "lang": language},
        "csrf": get_token(request),
    }
    words = catalogue(language)
    named = {
        "title": capitalised(words.text("tavli"), language),
        "noscript": words.text("no_script"),
    }
    response = render(request, "shell.html", {"boot": boot, **named})
    response["Cache-Control"] = "no-store"
    return response
