"""Who may ask for our pages, and what a browser may do with them."""

from collections.abc import Callable
from typing import Final

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from tavli.server.house import house_of

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_PERMISSIONS: Final = "camera=(), geolocation=(), microphone=(), payment=()"


class SecurityHeaders:
    """Middleware that adds the headers Django has no setting for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.setdefault("Permissions-Policy", _PERMISSIONS)
        return response


class KnownHosts:
    """Middleware that refuses requests under a name that isn't the server's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host = request.get_host()
        if not house_of(request).place.knows(host):
            raise DisallowedHost(f"{host[:80]!r} is no name of this server")
        return self._get_response(request)
