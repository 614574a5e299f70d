"""Origins as people type them and as browsers write them."""

import re
from ipaddress import IPv4Address, IPv6Address
from typing import Final

import idna

from tavli.server.place import PlaceError

_ORIGIN: Final = re.compile(
    r"(https?)://(\[[^\[\]%]+\]|[^\s:/?#@\[\]\\%]+)(?::(\d{0,9}))?/*",
    re.ASCII | re.IGNORECASE,
)
_NAME: Final = re.compile(r"(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}\.?")
_NUMBERS: Final = re.compile(r"(?:^|\.)(?:\d+|0x[0-9a-f]*)$")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_LAST_PORT: Final = 65_535


def read_link(text: str) -> str:
    """Return the origin that *text* names, as browsers write it.

    Raises:
        PlaceError: it is no plain http or https origin.
    """
    found = _ORIGIN.fullmatch(text.strip())
    if found is None:
        raise PlaceError(
            f"An origin is written like https://tavli.example, not {text[:80]!r}."
        )
    scheme, host, port = found[1].lower(), found[2], found[3]
    try:
        host = _as_browsers_write_it(host)
    except ValueError as fault:
        raise PlaceError(
            f"The origin {text[:80]!r} has no host name that a browser could open; "
            "write it like https://tavli.example."
        ) from fault
    if not port or int(port) == _DEFAULT_PORTS[scheme]:
        return f"{scheme}://{host}"
    if not 1 <= int(port) <= _LAST_PORT:
        raise PlaceError(
            f"The origin {text[:80]!r} names the port {port}; "
            f"ports go from 1 to {_LAST_PORT}."
        )
    return f"{scheme}://{host}:{int(port)}"


def _as_browsers_write_it(host: str) -> str:
    """Return *host* in lower case; a name that isn't ASCII, as IDNA.

    Raises:
        ValueError: it is neither a name nor an address.
    """
    if host.startswith("["):
        return f"[{IPv6Address(host[1:-1]).compressed}]"
    if not host.isascii():
        # As browsers do it: a final sigma is a letter of its own.
        host = idna.encode(host, uts46=True, transitional=False).decode()
    host = host.lower()
    if _NUMBERS.search(host):
        return str(IPv4Address(host))
    if not _NAME.fullmatch(host):
        raise ValueError(host)
    return host
