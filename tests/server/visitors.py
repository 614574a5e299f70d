"""A browser's worth of behaviour: cookies, tokens, a socket, and a player's wits."""

import json
import secrets
import uuid
from contextlib import ExitStack
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from server.houses import RunningHouse

Json = dict[str, Any]


class Visitor:
    """Somebody with cookies of his own."""

    def __init__(self, house: RunningHouse, *, language: str = "en") -> None:
        self.house = house
        self.http = httpx.Client(
            base_url=house.origin, headers={"Accept-Language": language}, timeout=20
        )
        self.get("/rules/portes")
        self.me = self.get("/api/me").json()

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.http.get(path, **options)

    def post(self, path: str, body: object = None, **options: Any) -> httpx.Response:
        if "csrftoken" not in self.http.cookies:
            self.http.cookies.set(
                "csrftoken", secrets.token_hex(16), domain="127.0.0.1"
            )
        headers = {"X-CSRFToken": self.http.cookies["csrftoken"]}
        headers |= options.pop("headers", {})
        return self.http.post(path, json=body or {}, headers=headers, **options)

    def made(self, path: str, **body: object) -> str:
        """Post *body* and return the name of what was made."""
        answer = self.post(path, body)
        assert answer.status_code == 200, answer.text
        content = answer.json()
        return content.get("match") or content["challenge"]

    def new_match(self, game: str = "portes", length: str = "game", **more: Any) -> str:
        return self.made(
            "/api/matches",
            **{"game": game, "length": length, "opponent": "computer", **more},
        )

    def challenge(self, game: str = "portes", length: str = "game") -> str:
        return self.made("/api/challenges", game=game, length=length, options={})

    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def connect(self, **options: Any) -> "Line":
        headers = {"Cookie": self.cookie_header()} | options.pop("headers", {})
        origin = options.pop("origin", self.house.origin)
        stack = ExitStack()
        socket = stack.enter_context(
            connect(
                self.house.socket_url,
                origin=origin,
                additional_headers=headers,
                max_size=None,
                max_queue=None,
                open_timeout=20,
                **options,
            )
        )
        return Line(socket, stack)

    def sit(self, match: str, since: int = 0) -> "Line":
        """Join *match*, give a seed if one is due, and return the line."""
        line = self.connect()
        line.join(match, since)
        return line

    def close(self) -> None:
        self.http.close()


class Line:
    """A socket and what it last heard of a match."""

    def __init__(self, socket: ClientConnection, stack: ExitStack) -> None:
        self.socket = socket
        self._stack = stack
        self.match = ""
        self.seat = ""
        self.joined: Json = {}
        self.view: Json = {}
        self.heard: list[Json] = []

    @property
    def version(self) -> int:
        return self.view["version"]

    def say(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def say_text(self, text: str | bytes) -> None:
        self.socket.send(text)

    def hear(self) -> Json:
        """Return the next message, whatever it is."""
        message: Json = json.loads(self.socket.recv(timeout=20))
        self.heard.append(message)
        if "view" in message and message["view"]["version"] >= self.view.get(
            "version", -1
        ):
            self.view = message["view"]
        return message

    def hear_until(self, kind: str) -> Json:
        """Return the next message of *kind*; what comes before it is kept in heard."""
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def join(self, match: str, since: int = 0, **options: object) -> Json:
        self.match = match
        self.say(type="join", match=match, since=since, **options)
        self.joined = self.hear_until("joined")
        self.seat = self.joined["seat"]
        return self.joined

    def give_seed(self, seed: str | None = None) -> None:
        seed = seed or secrets.token_hex(32)
        self.say(type="seed", match=self.match, seed=seed)

    def act(self, do: str, *, version: int | None = None, **more: Any) -> Json:
        """Do something and return the server's answer to just that."""
        name = more.pop("id", None) or str(uuid.uuid4())
        self.say(
            type="act",
            match=self.match,
            id=name,
            version=self.version if version is None else version,
            action={"do": do, **more},
        )
        while True:
            message = self.hear()
            if message["type"] == "error" or name in (
                message.get("id"),
                message.get("action"),
            ):
                return message

    def first_path(self) -> list[str]:
        """Return a whole play out of the graph of the present view."""
        nodes = self.view["graph"]["nodes"]
        node, moves = nodes[0], []
        while node["moves"]:
            source, target, _, _, following = node["moves"][0]
            moves.append(f"{_name(source, 'bar', 25)}/{_name(target, 'off', 0)}")
            node = nodes[following]
        assert node["final"]
        return moves

    def do_first(self) -> Json:
        """Do the first thing that the view permits."""
        may = self.view["may"]
        if "play" in may:
            return self.act("play", moves=self.first_path())
        for choice in ("roll", "take", "accept", "next"):
            if choice in may:
                return self.act(choice)
        raise AssertionError(f"nothing to do: {may}")

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _name(point: int, word: str, special: int) -> str:
    return word if point == special else str(point)
