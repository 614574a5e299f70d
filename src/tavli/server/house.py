"""What the pages need of the running house, handed to them with each request."""

from dataclasses import dataclass
from typing import Final, Protocol, cast

from django.http import HttpRequest

from tavli.server.clock import Clock
from tavli.server.place import Place
from tavli.server.study.desk import Desk
from tavli.server.study.pace import Paces

SCOPE_KEY: Final = "tavli.house"


class LiveTables(Protocol):
    """What the pages tell the live side; safe from any thread."""

    def can_save(self) -> bool:
        """Whether actions reach the disk."""

    def rename(self, player_id: str, name: str) -> None:
        """Call a player by his new name."""

    def offer_rematch(self, match_id: str, player_id: str) -> None:
        """Tell a finished match that a player would play again."""

    def announce_rematch(self, match_id: str, following_id: str) -> None:
        """Send everybody at a finished match on to the next."""


@dataclass(frozen=True, slots=True)
class House:
    """The live tables, the clock, the server's address, and the study desk.

    *paces* is what the study pages count of their guests.
    """

    hub: LiveTables
    clock: Clock
    place: Place
    desk: Desk
    paces: Paces


def house_of(request: HttpRequest) -> House:
    """Return the house that *request* came to."""
    scope = cast("dict[str, object]", getattr(request, "scope", {}))
    return cast("House", scope[SCOPE_KEY])
