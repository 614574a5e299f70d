"""Find every legal play of a roll, by searching positions and not orderings."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tavli.rules.dice import Dice
from tavli.rules.duties import (
    forbids_step,
    fulfils_mobility,
    holds_block,
    owes_a_move,
)
from tavli.rules.packed import MOVER_AT, POSITION_MASK, WAITER_PIN, pack, unpack
from tavli.rules.points import CHECKERS, OFF, START
from tavli.rules.position import Position
from tavli.rules.ruleset import MobilityRank, Ruleset
from tavli.rules.scoring import result_of
from tavli.rules.steps import Play, Step, stepper

Steps = Callable[[int, int], Iterable[Step]]
"""What generates the steps of a packed position with one die."""


class Node(NamedTuple):
    """A moment within a play: a packed position and the dice still to be used."""

    packed: int
    left: tuple[int, ...]


@dataclass(slots=True)
class Search:
    """All steps reachable with a roll, level by level of dice used.

    *levels* holds for each number of dice used the nodes reached; *edges* the steps
    out of each expanded node with the die and the node they lead to.
    """

    levels: list[dict[Node, None]]
    edges: dict[Node, list[tuple[Step, int, Node]]] = field(default_factory=dict)
    ended: set[Node] = field(default_factory=set)


def search(ruleset: Ruleset, position: Position, dice: Dice) -> Search:
    """Return every node that the steps of *dice* reach from *position*."""
    root = Node(pack(position), dice.numbers)
    found = Search([{root: None}])
    steps = stepper(ruleset).steps
    while found.levels[-1]:
        ahead: dict[Node, None] = {}
        for node in found.levels[-1]:
            if node not in found.ended:
                ahead |= _expand(ruleset, steps, found, node)
        found.levels.append(ahead)
    found.levels.pop()
    return found


def _expand(
    ruleset: Ruleset, steps: Steps, found: Search, node: Node
) -> dict[Node, None]:
    """Take one step with each different die left; return where they lead."""
    edges = found.edges[node] = []
    for die in dict.fromkeys(node.left):
        index = node.left.index(die)
        left = node.left[:index] + node.left[index + 1 :]
        for step in steps(node.packed, die):
            if ruleset.blocks and forbids_step(ruleset, step.end):
                continue
            after = Node(step.end, left)
            if _may_have_ended(ruleset, step.end) and _has_ended(ruleset, step.end):
                found.ended.add(after)
            edges.append((step, die, after))
    return dict.fromkeys(after for _, _, after in edges)


_ALL_OFF = CHECKERS << MOVER_AT[OFF]


def _may_have_ended(ruleset: Ruleset, packed: int) -> bool:
    """Rule out cheaply what can't be an end, before asking `result_of`."""
    if packed & 15 << MOVER_AT[OFF] == _ALL_OFF:
        return True
    return ruleset.mother is not None and bool(packed & WAITER_PIN[START])


def _has_ended(ruleset: Ruleset, packed: int) -> bool:
    return result_of(ruleset, unpack(packed), mid_play=True) is not None


def final_nodes(
    ruleset: Ruleset, position: Position, dice: Dice, found: Search
) -> set[Node]:
    """Return the nodes of *found* at which a legal play may stop (rules C4 to C7).

    Empty when the turn is lost. The order of the filters is that of the formal
    definition: forbidden ends, number of dice, larger die, the opponent's move.
    """
    stops = [
        [node for node in level if node in found.ended or _may_stop(ruleset, node)]
        for level in found.levels[1:]
    ]
    duty = owes_a_move(ruleset, pack(position))
    if duty and ruleset.mobility_rank is MobilityRank.BEFORE_DICE:
        stops = _with_a_move(ruleset, found, stops)
    longest = next((level for level in reversed(stops) if level), [])
    if longest and longest is stops[0] and not dice.is_double:
        longest = _of_larger_die(dice, longest)
    kept = {
        *longest,
        *(node for level in stops for node in level if node in found.ended),
    }
    if duty and ruleset.mobility_rank is MobilityRank.AFTER_DICE:
        return set(_with_a_move(ruleset, found, [list(kept)])[0])
    return kept


def _may_stop(ruleset: Ruleset, node: Node) -> bool:
    return not (ruleset.blocks and holds_block(ruleset, node.packed))


def _of_larger_die(dice: Dice, nodes: list[Node]) -> list[Node]:
    """Keep those that used the larger die, if any did (C5)."""
    by_larger = [node for node in nodes if node.left == (dice.low,)]
    return by_larger or nodes


def _with_a_move(
    ruleset: Ruleset, found: Search, levels: Iterable[list[Node]]
) -> list[list[Node]]:
    """Keep the stops that leave the opponent a move, if there is one at all (F11)."""
    levels = list(levels)
    kept = [
        [
            node
            for node in level
            if node in found.ended or fulfils_mobility(ruleset, node.packed)
        ]
        for level in levels
    ]
    return kept if any(kept) else levels


def after_moves(ruleset: Ruleset, position: Position, play: Play) -> Position:
    """Return *position* after *play*, seen still by the player who moved.

    What the dice allow is not judged: see `check_play`.

    Raises:
        ValueError: a move lifts a checker that isn't there or lands on a closed point.
    """
    packed, steps = pack(position), stepper(ruleset)
    for move in play:
        packed = steps.taken(packed, move).end
    return unpack(packed)


def legal_plays(
    ruleset: Ruleset, position: Position, dice: Dice
) -> Mapping[Position, Play]:
    """Return each distinct final position with one play that leads to it.

    Finals are seen by the player who has just moved: pass them on with
    `Position.passed`. A lost turn is the position itself with an empty play.
    Whether the game is over already is not asked: see `result_of`.
    """
    found = search(ruleset, position, dice)
    finals = final_nodes(ruleset, position, dice, found)
    if not finals:
        return {position: ()}
    plays: dict[int, Play] = {}
    lines: dict[Node, Play] = {next(iter(found.levels[0])): ()}
    for level in found.levels:
        for node in level:
            line = lines[node]
            if node in finals:
                plays.setdefault(node.packed & POSITION_MASK, line)
            for step, _, after in found.edges.get(node, ()):
                if after not in lines:
                    lines[after] = (*line, step.move)
    return {unpack(packed): play for packed, play in plays.items()}
