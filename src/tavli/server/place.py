"""Where a server lives: its folder, its address, and who may call it by which name."""

import os
import secrets
import socket
from dataclasses import dataclass, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")


class PlaceError(Exception):
    """A folder or an address that can't be used; the sentence says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The folder and the address of one server.

    *links* are further origins under which browsers reach it, such as
    ``https://tavli.example`` behind a proxy; the first is used in invitations.
    """

    folder: Path
    host: str = "127.0.0.1"
    port: int = 8000
    links: tuple[str, ...] = ()

    @property
    def database(self) -> Path:
        """The one file that holds everything but the key."""
        return self.folder / "tavli.sqlite3"

    @property
    def key_file(self) -> Path:
        """The file with the key that signs cookies."""
        return self.folder / "secret.key"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names a request may name."""
        linked = tuple(_host_of(link) for link in self.links)
        return tuple(dict.fromkeys((*linked, *self._own_hosts())))

    @property
    def origins(self) -> frozenset[str]:
        """The exact origins from which a browser may open a socket."""
        own = (f"http://{host}{_port_suffix(self.port)}" for host in self._own_hosts())
        return frozenset((*self.links, *own))

    def at_port(self, port: int) -> Self:
        """Return the same place with the *port* that was found free."""
        return replace(self, port=port)

    @property
    def is_open(self) -> bool:
        """Whether the server listens on every address of this machine."""
        return _is_everywhere(self.host)

    def knows(self, host: str) -> bool:
        """Whether *host*, as a request names it, is a name of this server.

        An open server goes by any address, since it can't know them all: the
        network's may change, and a container never sees it. A page elsewhere can
        point a name of its own at us, but not an address.
        """
        name = _without_port(host)
        return name in self.hosts or (self.is_open and _is_address(name))

    def admits(self, origin: str | None, host: str) -> bool:
        """Whether a page of exactly *origin* may open a socket on *host*."""
        if origin in self.origins:
            return True
        return origin == f"http://{host}" and self.is_open and self.knows(host)

    @property
    def address(self) -> str:
        """The address to open on this machine."""
        host = "127.0.0.1" if self.is_open else _bracketed(self.host)
        return f"http://{host}{_port_suffix(self.port)}"

    @property
    def shared_address(self) -> str | None:
        """The address for other devices, if the server listens to them."""
        if self.links:
            return self.links[0]
        if self.is_open and (lan := lan_host()) is not None:
            return f"http://{lan}{_port_suffix(self.port)}"
        return None

    @property
    def is_secure(self) -> bool:
        """Whether invitations lead through TLS, so that cookies may insist on it."""
        return bool(self.links) and all(
            link.startswith("https:") for link in self.links
        )

    def _own_hosts(self) -> tuple[str, ...]:
        if not self.is_open:
            own = _bracketed(self.host.lower())
            return _LOOPBACK if own in _LOOPBACK else (own, *_LOOPBACK)
        name = socket.gethostname().lower()
        lan = lan_host()
        found = (lan, name, f"{name}.local") if lan else (name, f"{name}.local")
        return (*_LOOPBACK, *found)


def make_folder(place: Place) -> None:
    """Make the folder if it isn't there, and try whether it can be written.

    Raises:
        PlaceError: it can't.
    """
    try:
        place.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = place.folder / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as fault:
        raise unusable(place, fault) from fault


def prepare(place: Place) -> str:
    """Make the folder and what is private in it if need be; return the key.

    A server holds the folder for itself before it calls this.

    Raises:
        PlaceError: the folder can't be made, read or written.
    """
    make_folder(place)
    try:
        key = _read_or_make_key(place.key_file)
        # The folder may have been made by somebody else, and open to everybody.
        os.close(_private(place.database, os.O_RDWR | os.O_CREAT))
    except OSError as fault:
        raise unusable(place, fault) from fault
    if len(key) < 32:
        raise PlaceError(
            f"The key in {place.key_file} is too short to be one of ours; put the "
            "right one back, or remove the file and every guest becomes a new one."
        )
    return key


def unusable(place: Place, fault: OSError) -> PlaceError:
    """Return the sentence about a folder in which *fault* was met."""
    reason = (fault.strerror or str(fault)).lower()
    if fault.filename and (file := Path(fault.filename)).parent == place.folder:
        reason = f"{file.name}: {reason}"
    return PlaceError(
        f"The folder {place.folder} can't hold the server's data ({reason}); "
        "name another with --data."
    )


def lan_host() -> str | None:
    """Return this machine's address on its network, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only picks the route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        host = str(probe.getsockname()[0])
    return None if host.startswith(("127.", "0.")) else host


def _read_or_make_key(path: Path) -> str:
    if not path.exists():
        # Whole or not at all: half a key would be refused at the next start.
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        with open(draft, "w", opener=_private, encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    return path.read_text(encoding="ascii", errors="replace").strip()


def _private(path: str | Path, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _host_of(link: str) -> str:
    return _bracketed(urlsplit(link).hostname or "")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower()


def _is_everywhere(host: str) -> bool:
    """Whether the system takes *host* for all of its addresses, as it does ``0``."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        pass
    try:
        return not any(socket.inet_aton(host))
    except (OSError, UnicodeError):
        return False


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _port_suffix(port: int) -> str:
    return "" if port == 80 else f":{port}"
