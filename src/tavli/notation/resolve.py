"""Find the legal play that a text means."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from tavli.notation.errors import NotationError, quoted
from tavli.notation.written import Leg, read_legs
from tavli.rules import Dice, Move, MoveGraph, Play, Position, Ruleset, move_graph
from tavli.rules.refusal import check_play
from tavli.words.findings import Finding, finding

Marks = frozenset[tuple[int, str]]
"""Points with what befell an opposing checker there."""


class AmbiguousPlayError(NotationError):
    """A text that more than one legal play fits, with different final positions."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A legal play that takes every leg of a text, and the marks it earns."""

    play: Play
    marks: Marks


def resolve_play(ruleset: Ruleset, position: Position, dice: Dice, text: str) -> Play:
    """Return the legal play of *dice* in *position* that *text* means.

    Steps may be named in any order, joined or apart. Two ways to one final
    position are one play. Where the ways hit differently, the marks decide: a
    point not marked is one where nothing is hit.

    Raises:
        NotationError: the text can't be read, or marks what does not happen.
        AmbiguousPlayError: several plays fit it, with different final positions.
        IllegalMoveError: no legal play goes so; the rule it breaks is named.
    """
    legs = read_legs(text)
    graph = move_graph(ruleset, position, dice)
    by_final: dict[Position, list[_Way]] = {}
    for place, way in _ways(graph, 0, legs, _Way((), frozenset())):
        by_final.setdefault(graph.places[place].position, []).append(way)
    if not by_final:
        check_play(ruleset, position, dice, _as_moves(legs, dice), graph)
        raise NotationError(finding("no_legal_play", text=quoted(text)))
    claimed = frozenset((leg.target, leg.mark) for leg in legs if leg.mark)
    if len(by_final) > 1:
        by_final = _told_apart(by_final, claimed)
    if len(by_final) > 1:
        raise AmbiguousPlayError(finding("ambiguous", text=quoted(text)))
    (ways,) = by_final.values()
    for way in ways:
        if claimed <= way.marks:
            return way.play
    raise NotationError(_false_mark(ways[0], claimed))


def as_moves(text: str, dice: Dice) -> Play:
    """Return the steps that *text* names, split as *dice* fit them, legal or not.

    Raises:
        NotationError: the text can't be read.
    """
    return _as_moves(read_legs(text), dice)


def _as_moves(legs: tuple[Leg, ...], dice: Dice) -> Play:
    left = list(dice.numbers)
    moves: list[Move] = []
    for leg in legs:
        at = leg.source
        for die in _dice_along(leg, left):
            left.remove(die)
            moves.append(Move(at, max(at - die, leg.target)))
            at = moves[-1].target
        if at > leg.target:
            moves.append(Move(at, leg.target))
    return tuple(moves)


def _dice_along(leg: Leg, left: list[int]) -> tuple[int, ...]:
    """Return the first of *left*, in some order, that add up to the length of *leg*."""
    length = leg.source - leg.target
    for count in range(1, len(left) + 1):
        for chosen in permutations(left, count):
            if sum(chosen) == length:
                return chosen
    return ()


def _ways(
    graph: MoveGraph, at: int, legs: tuple[Leg, ...], way: _Way
) -> Iterator[tuple[int, _Way]]:
    """Yield every final place, and the way to it, that takes all *legs* from *at*."""
    place = graph.places[at]
    if not legs:
        if place.is_final:
            yield at, way
        return
    for index, leg in enumerate(legs):
        if leg in legs[:index]:
            continue
        rest = legs[:index] + legs[index + 1 :]
        for edge in place.edges:
            move = edge.move
            if move.source != leg.source or move.target < leg.target:
                continue
            marks = way.marks | {(move.target, edge.mark)} if edge.mark else way.marks
            ahead = _Way((*way.play, move), marks)
            yield from _ways(graph, edge.next, _after(leg, move, index, rest), ahead)


def _after(leg: Leg, move: Move, index: int, rest: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """Return the legs still to go once *move* has taken *leg*, in whole or in part."""
    if move.target == leg.target:
        return rest
    return (*rest[:index], leg._replace(source=move.target), *rest[index:])


def _told_apart(
    by_final: dict[Position, list[_Way]], claimed: Marks
) -> dict[Position, list[_Way]]:
    """Keep the finals to which a way leads with exactly the *claimed* marks."""
    exact = {
        final: ways
        for final, ways in by_final.items()
        if any(way.marks == claimed for way in ways)
    }
    return exact or by_final


def _false_mark(way: _Way, claimed: Marks) -> Finding:
    point, mark = min(claimed - way.marks)
    if mark == "*":
        return finding("false_hit", mark=f"{point}{mark}", point=point)
    return finding("false_pin", mark=f"{point}{mark}", point=point)
