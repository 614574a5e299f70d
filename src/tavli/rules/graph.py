"""The legal plays of a roll as a graph of positions, for a board without rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from tavli.rules.dice import Dice
from tavli.rules.packed import pack, unpack, written
from tavli.rules.plays import Node, Search, final_nodes, search
from tavli.rules.position import Position
from tavli.rules.ruleset import Ruleset
from tavli.rules.steps import Move, Play

_MOST_HELD: Final = 9
"""Points from which a double leads to some 700 places at most."""


class Edge(NamedTuple):
    """A step out of a place: its move, die and mark, and the place it leads to."""

    move: Move
    die: int
    mark: str
    next: int


class Place(NamedTuple):
    """A moment within a play; *is_final* where the play is complete.

    *packed* is the position as the search holds it (see `packed`): a graph can have
    thousands of places, of which few are ever looked at.
    """

    packed: int
    edges: tuple[Edge, ...]
    is_final: bool

    @property
    def position(self) -> Position:
        """The board here, seen by the player who is moving."""
        return unpack(self.packed)

    @property
    def written(self) -> tuple[str, str]:
        """Both sides as short texts, the mover's first (see `packed.written`)."""
        return written(self.packed)


@dataclass(frozen=True, slots=True)
class MoveGraph:
    """Places reachable by legal plays only; the turn starts at place 0."""

    places: tuple[Place, ...]

    @property
    def is_lost_turn(self) -> bool:
        """Whether no die can be played."""
        return not self.places[0].edges

    def follow(self, moves: Sequence[Move]) -> tuple[Place, tuple[Edge, ...]] | None:
        """Walk *moves* from the start; None if a move leaves the legal plays.

        Where one move could use either of two dice (bearing off), the way that goes
        on longest is taken.
        """
        trails: list[tuple[int, tuple[Edge, ...]]] = [(0, ())]
        for move in moves:
            trails = [
                (edge.next, (*trail, edge))
                for place, trail in trails
                for edge in self.places[place].edges
                if edge.move == move
            ]
        ends = [(self.places[place], trail) for place, trail in trails]
        ends.sort(key=lambda end: not end[0].is_final)
        return ends[0] if ends else None

    def marks(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """Return what each of *moves*, a legal line, hits or pins."""
        end = self.follow(moves)
        return tuple(edge.mark for edge in end[1]) if end else ()

    def complete(self, moves: Sequence[Move]) -> Play | None:
        """Return *moves* as a play if they are one from start to finish."""
        end = self.follow(moves)
        return tuple(moves) if end and end[0].is_final else None


def move_graph(ruleset: Ruleset, position: Position, dice: Dice) -> MoveGraph:
    """Return the graph of all legal plays; every edge lies on a complete one.

    It is kept at hand for a while.
    """
    keep = _wide if _is_wide(position, dice) else _usual
    return keep(ruleset, position, dice)


def build_graph(ruleset: Ruleset, position: Position, dice: Dice) -> MoveGraph:
    """Return what `move_graph` does, found anew and not kept."""
    found = search(ruleset, position, dice)
    finals = final_nodes(ruleset, position, dice, found)
    if not finals:
        return MoveGraph((Place(pack(position), (), is_final=True),))
    alive = _leading_to(finals, found)
    order = [node for level in found.levels for node in level if node in alive]
    index = {node: number for number, node in enumerate(order)}
    return MoveGraph(
        tuple(
            Place(node.packed, _edges_out(node, found, index, finals), node in finals)
            for node in order
        )
    )


_usual = lru_cache(maxsize=512)(build_graph)
_wide = lru_cache(maxsize=16)(build_graph)  # up to 2 MB each


def _is_wide(position: Position, dice: Dice) -> bool:
    """Whether a double can lead to thousands of places, for so many points are held."""
    if not dice.is_double:
        return False
    return sum(1 for count in position.mover.checkers[1:] if count) > _MOST_HELD


def _edges_out(
    node: Node, found: Search, index: Mapping[Node, int], finals: set[Node]
) -> tuple[Edge, ...]:
    if node in finals:
        return ()
    return tuple(
        Edge(step.move, die, step.mark, index[after])
        for step, die, after in found.edges.get(node, ())
        if after in index
    )


def _leading_to(finals: set[Node], found: Search) -> set[Node]:
    """Return *finals* and every node from which a final can be reached."""
    alive = set(finals)
    for level in reversed(found.levels):
        for node in level:
            if node not in alive and any(
                after in alive for _, _, after in found.edges.get(node, ())
            ):
                alive.add(node)
    return alive
