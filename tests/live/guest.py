"""A visitor without an account: a session cookie, and calls in its name."""

from typing import Any, Self

import httpx

from live.house import House


class CallError(Exception):
    """A call that the server refused, with its code and sentence."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.status_code} {answer.text[:300]}")
        self.status = answer.status_code
        self.code = answer.json().get("error") if answer.text.startswith("{") else None


class Guest:
    """Somebody whom the server knows by a cookie; made by `arrive`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.id = ""
        # A restarted server closes kept connections, so a call is tried once more.
        transport = httpx.AsyncHTTPTransport(retries=2)
        self._client = httpx.AsyncClient(
            base_url=house.origin, timeout=60, transport=transport
        )

    @classmethod
    async def arrive(cls, house: House) -> Self:
        """Visit *house* for the first time."""
        guest = cls(house)
        guest.id = (await guest.get("/api/me"))["id"]
        return guest

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that the server knows this guest by."""
        return dict(self._client.cookies.items())

    @property
    def cookie(self) -> str:
        """The cookie header that a browser would send with its socket."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def get(self, path: str) -> Any:
        """Return the JSON answer of a GET."""
        return self._read(await self._client.get(path))

    async def post(self, path: str, **body: object) -> Any:
        """Return the JSON answer of a POST."""
        token = self._client.cookies.get("csrftoken") or ""
        headers = {"X-CSRFToken": token, "Origin": self.house.origin}
        return self._read(await self._client.post(path, json=body, headers=headers))

    async def record(self, match: str) -> bytes:
        """Return the record of a match as it is downloaded."""
        answer = await self._client.get(f"/api/matches/{match}/record")
        if not answer.is_success:
            raise CallError(answer)
        return answer.content

    async def leave(self) -> None:
        """Close the connections that calls were made on."""
        await self._client.aclose()

    @staticmethod
    def _read(answer: httpx.Response) -> Any:
        if not answer.is_success:
            raise CallError(answer)
        return answer.json()


async def sit_down(
    host: Guest, friend: Guest, game: str, length: str, **options: str
) -> str:
    """Let *host* invite and *friend* accept; return the match."""
    opened = await host.post(
        "/api/challenges", game=game, length=length, options=options
    )
    taken = await friend.post(f"/api/challenges/{opened['challenge']}/accept")
    return str(taken["match"])
