"""The bounded texts that messages are made of."""

from typing import Annotated, Literal

from msgspec import Meta

# `$` alone would also match before a final newline. This form means the same in
# Python and in JavaScript.
_END = r"$(?!\n)"

MatchId = Annotated[str, Meta(pattern=rf"^[a-z0-9]{{4,32}}{_END}")]
"""A match's name in links: short, lower case, unguessable."""

ActionId = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{8,64}}{_END}")]
"""What a client calls one action of its own; a UUID serves."""

Seed = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{32,64}}{_END}")]
"""A player's share of the randomness: 16 to 32 bytes in lower-case hex."""

Step = Annotated[
    str,
    Meta(
        pattern=r"^(bar|1?[1-9]|10|20|2[1-4])/(off|1?[1-9]|10|20|2[1-4])[*^]?"
        rf"{_END}"
    ),
]
"""One move such as ``13/7`` or ``bar/20``, in the mover's numbering."""

Version = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""How many actions a match has seen; 0 before the first."""

Milliseconds = int
"""Server time since the epoch."""

Colour = Literal["w", "b"]
Seat = Literal["w", "b", "both", "watch"]
GameName = str
StakeName = Literal["single", "gammon", "backgammon"]
