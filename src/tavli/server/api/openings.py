"""``/api/openings``: the first rolls of a game."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from tavli.rules import RULESETS
from tavli.server.api.answers import answer, call
from tavli.server.opening_tables import first_rolls
from tavli.server.refused import RefusedError


def _show(request: HttpRequest, game: str) -> HttpResponse:
    del request
    ruleset = RULESETS.get(game)
    if ruleset is None:
        known = ", ".join(RULESETS)
        raise RefusedError(
            "unknown_game", f"The games are {known}.", HTTPStatus.NOT_FOUND
        )
    return answer(first_rolls(ruleset))


openings = call(GET=_show)
