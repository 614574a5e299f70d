"""What a phone needs to know to put the page among its applications."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tavli.server.languages import current_language
from tavli.words import catalogue, find_language


@require_safe
def web_manifest(request: HttpRequest) -> HttpResponse:
    """Answer with the web app manifest in the reader's language."""
    del request
    language = find_language(current_language())
    name = catalogue(language.code).text("tavli")
    manifest: dict[str, Any] = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": name,
        "short_name": name,
        "lang": language.code,
        "dir": language.direction.value,
        "display": "standalone",
        "background_color": "#eceee8",
        "theme_color": "#5d3a22",
        "icons": [
            {"src": "/static/app/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {
                "src": "/static/app/icon-maskable.svg",
                "sizes": "any",
                "type": "image/svg+xml",
                "purpose": "maskable",
            },
        ],
    }
    response = JsonResponse(manifest, json_dumps_params={"ensure_ascii": False})
    response["Content-Type"] = "application/manifest+json"
    response["Vary"] = "Accept-Language, Cookie"
    return response
