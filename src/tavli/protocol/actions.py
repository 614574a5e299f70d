"""What a seated client may ask for, tagged by ``do``."""

from typing import Annotated

from msgspec import Meta, Struct

from tavli.protocol.text import StakeName, Step


class _Action(
    Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, kw_only=True
):
    pass


class Roll(_Action, frozen=True, tag="roll"):
    """Throw the dice; the server throws, whatever the client would like."""


class Play(_Action, frozen=True, tag="play"):
    """Play the whole roll, for example ``["13/7", "8/7"]``."""

    moves: Annotated[tuple[Step, ...], Meta(max_length=4)]


class Double(_Action, frozen=True, tag="double"):
    """Offer the cube."""


class Take(_Action, frozen=True, tag="take"):
    """Accept the cube."""


class Drop(_Action, frozen=True, tag="drop"):
    """Refuse the cube and lose the game at its present value."""


class Beaver(_Action, frozen=True, tag="beaver"):
    """Accept the cube and turn it once more, keeping it."""


class Raccoon(_Action, frozen=True, tag="raccoon"):
    """Answer a beaver by turning the cube once more."""


class Resign(_Action, frozen=True, tag="resign"):
    """Offer to lose the game for *stake*."""

    stake: StakeName


class Accept(_Action, frozen=True, tag="accept"):
    """Accept an offered resignation."""


class Decline(_Action, frozen=True, tag="decline"):
    """Play on after an offered resignation."""


class ResignMatch(_Action, frozen=True, tag="resign_match"):
    """Give up the whole match."""


class Next(_Action, frozen=True, tag="next"):
    """Go on to the next game of the match."""


class Claim(_Action, frozen=True, tag="claim"):
    """Win the match because the opponent has been away too long."""


class Abandon(_Action, frozen=True, tag="abandon"):
    """Leave the match without a winner because the opponent has been away too long."""


class EndSession(_Action, frozen=True, tag="end_session"):
    """Stop a session without a target between two games."""


Action = (
    Roll
    | Play
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | Resign
    | Accept
    | Decline
    | ResignMatch
    | Next
    | Claim
    | Abandon
    | EndSession
)
