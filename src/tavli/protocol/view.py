"""How a match stands, as one seat may see it."""

from typing import Literal

from msgspec import Struct

from tavli.protocol.text import Colour, GameName, StakeName, Version

Phase = Literal[
    "waiting",
    "opening",
    "to_roll",
    "to_play",
    "to_answer_double",
    "to_answer_beaver",
    "to_answer_resignation",
    "game_over",
    "match_over",
]


Mark = Literal["", "*", "^"]


class _Value(Struct, frozen=True, kw_only=True):
    pass


class Cube(_Value, frozen=True):
    """The doubling cube; in the middle while nobody owns it."""

    value: int
    owner: Colour | None


class Offer(_Value, frozen=True):
    """A resignation that waits for its answer."""

    stake: StakeName
    by: Colour
    points: int


class Node(_Value, frozen=True):
    """A board on the way, and the moves that lead on from it.

    Each move is ``[source, target, die, mark, next]``: own points of the mover,
    the die used, ``"*"`` for a hit, ``"^"`` for a pin, and the index of the node
    it leads to. *final* boards may be played.
    """

    board: str
    moves: tuple[tuple[int, int, int, Mark, int], ...]
    final: bool


class Graph(_Value, frozen=True):
    """Every legal way to play a roll; the first node is the board before it."""

    nodes: tuple[Node, ...]


class View(_Value, frozen=True):
    """The state of a match after *version*; it replaces whatever a client had."""

    version: Version
    phase: Phase
    turn: Colour | None
    game: GameName
    number: int
    course: Literal["contrary", "parallel"]
    position: str
    board: str
    dice: tuple[int, int] | None
    cube: Cube | None
    score: tuple[int, int]
    crawford: bool
    pips: tuple[int, int]
    offer: Offer | None
    may: tuple[str, ...]
    resign_points: dict[StakeName, int]
    graph: Graph | None
