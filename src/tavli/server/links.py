"""Links that work on somebody else's device."""

from typing import Final

from django.http import HttpRequest

from tavli.server.house import house_of

_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


def link_to(request: HttpRequest, path: str) -> str:
    """Return the full address of *path* as a friend can open it.

    Somebody who opened the page as localhost gets the address of the network.
    """
    place = house_of(request).place
    host = request.get_host().rsplit(":", 1)[0]
    shared = place.shared_address if host in _LOOPBACK else None
    return f"{shared}{path}" if shared else request.build_absolute_uri(path)
