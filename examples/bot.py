"""A guest that plays the computer at random, by `docs/protocol.md` and nothing else.

python examples/bot.py [GAME] [ADDRESS]
"""

import json
import random
import secrets
import sys
import uuid
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import ClientConnection, connect

POINTS = {0: "off", 25: "bar"}
CALM = ("take", "accept", "next", "roll")


class Guest:
    """Somebody whom the server knows by cookies."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))

    def call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Call the server; with a *body* the call changes something."""
        token = {"X-CSRFToken": self._cookies.get("csrftoken", "")}
        headers = {"Content-Type": "application/json", "Origin": self.address, **token}
        content = json.dumps(body).encode() if body else None
        with self._opener.open(Request(self.address + path, content, headers)) as told:
            return dict(json.load(told))

    @property
    def papers(self) -> dict[str, str]:
        """The headers that a socket is opened with."""
        cookies = (f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": "; ".join(cookies), "Origin": self.address}

    @property
    def _cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self._jar}


def play(guest: Guest, match: str) -> dict[str, Any]:
    """Play *match* to its end and return the last view."""
    address = guest.address.replace("http", "ws", 1) + "/socket"
    with connect(address, additional_headers=guest.papers, max_size=None) as socket:
        say(socket, type="join", match=match, since=0)
        for frame in socket:
            told = json.loads(frame)
            if told["type"] == "joined" and not told["seeded"][told["seat"]]:
                say(socket, type="seed", match=match, seed=secrets.token_hex(32))
            view = told.get("view")
            if view and view["phase"] == "match_over":
                return dict(view)
            if view and (action := choose(view)):
                act = {"id": str(uuid.uuid4()), "version": view["version"]}
                say(socket, type="act", match=match, action=action, **act)
    raise ConnectionError("the server hung up before the match was over")


def choose(view: dict[str, Any]) -> dict[str, Any] | None:
    """Return an action that *view* permits, or None to wait."""
    if view["graph"]:
        return {"do": "play", "moves": walk(view["graph"]["nodes"])}
    return next(({"do": name} for name in CALM if name in view["may"]), None)


def walk(nodes: list[dict[str, Any]]) -> list[str]:
    """Return a random way through the graph of legal moves."""
    moves, node = [], nodes[0]
    while node["moves"]:
        source, target, _, _, following = random.choice(node["moves"])
        moves.append(f"{POINTS.get(source, source)}/{POINTS.get(target, target)}")
        node = nodes[following]
    return moves


def say(socket: ClientConnection, **message: Any) -> None:
    """Send one message."""
    socket.send(json.dumps(message))


def main(game: str = "portes", address: str = "http://127.0.0.1:8000") -> None:
    """Play one match and say how it ended."""
    guest = Guest(address)
    guest.call("/api/me")
    wanted = {"game": game, "length": "3", "opponent": "computer"}
    match = guest.call("/api/matches", wanted)["match"]
    mine, theirs = play(guest, match)["score"]
    print(f"{address}/m/{match}: {mine} to {theirs}")


if __name__ == "__main__":
    main(*sys.argv[1:])
