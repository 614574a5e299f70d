"""What a player is told who asks for advice."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tavli.protocol.text import MatchId, Step, Version


class _Value(Struct, frozen=True, kw_only=True):
    pass


class _Message(_Value, frozen=True, tag_field="type"):
    pass


class Chances(_Value, frozen=True):
    """Chances of the asker; cumulative, so that a double win is a win, too."""

    win: float
    double: float
    triple: float
    lost_double: float
    lost_triple: float
    draw: float


class HintedPlay(_Value, frozen=True):
    """A way to play the roll: as text, move by move, and what it is worth.

    *depth* is how many plies it was looked ahead: what was looked at deeper stands
    first. *equity* is in points without a cube; at a score it is measured so that a
    single win is 1 and a single loss -1.
    """

    play: str
    moves: Annotated[tuple[Step, ...], Meta(max_length=4)]
    equity: float
    chances: Chances
    depth: int


class HintedCube(_Value, frozen=True):
    """Something to do with the cube, and what it is worth."""

    do: Literal["roll", "double", "take", "drop", "beaver"]
    equity: float


class Hint(_Message, frozen=True, tag="hint"):
    """What would be best, the best first; nobody else at the match hears of it.

    *unit* tells what a cube's equities count: points, or the match from -1 to 1.
    """

    match: MatchId
    version: Version
    plays: tuple[HintedPlay, ...]
    cube: tuple[HintedCube, ...]
    unit: Literal["points", "match"]


class NoHint(_Message, frozen=True, tag="no_hint"):
    """Why no hint is given."""

    match: MatchId
    version: Version
    code: str
    text: str
