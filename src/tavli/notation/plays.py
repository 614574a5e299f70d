"""Write a play: shortest and sorted, or step by step as it was played."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tavli.notation.written import NO_PLAY
from tavli.rules import BAR, OFF, Contact, Dice, Play, Position, Ruleset
from tavli.rules.steps import HIT_MARK, PIN_MARK


def write_play(
    ruleset: Ruleset, before: Position, after: Position, dice: Dice, play: Play
) -> str:
    """Return the canonical text of *play*: one final position, one text.

    Steps of one checker are joined (``24/20``), equal ones counted (``8/5(2)``),
    the rearmost stands first. A point on the way is named only if a checker was
    hit there, since nothing else of the way is left in *after*.

    *before* and *after* are seen by the player who moves.
    """
    if not play:
        return NO_PLAY
    hit = _hit_points(ruleset, before, after)
    pinned = {
        ruleset.course.across(point)
        for point in after.waiter.pinned - before.waiter.pinned
    }
    trips = sorted(_joined(play, dice), key=lambda trip: (-trip.source, trip.target))
    ends = {trip.target for trip in trips}
    trips = list(_via(trips, sorted(hit - ends, reverse=True), play))
    marks = dict.fromkeys(hit & ends, HIT_MARK)
    marks |= dict.fromkeys(pinned & ends, PIN_MARK)
    return " ".join(
        _write_trip(trip, marks.pop(trip.target, ""), count)
        for trip, count in Counter(trips).items()
    )


def write_steps(play: Play, marks: Iterable[str]) -> str:
    """Return *play* step by step in the order played, each with its mark."""
    return (
        " ".join(f"{move}{mark}" for move, mark in zip(play, marks, strict=True))
        or NO_PLAY
    )


@dataclass(frozen=True, slots=True)
class _Trip:
    """All that one checker did: where from, where to, what it hit on the way."""

    source: int
    target: int
    via: tuple[int, ...] = ()


def _hit_points(ruleset: Ruleset, before: Position, after: Position) -> set[int]:
    """Return the mover's numbers of the points on which a checker was hit."""
    if ruleset.contact is not Contact.HIT:
        return set()
    return {
        ruleset.course.across(point)
        for point in range(1, BAR)
        if before.waiter.checkers[point] > after.waiter.checkers[point]
    }


def _joined(play: Play, dice: Dice) -> list[_Trip]:
    """Return the net trips of *play*; equal final positions give equal trips."""
    sources = Counter(move.source for move in play)
    targets = Counter(move.target for move in play)
    net_sources = sorted((sources - targets).elements(), reverse=True)
    net_targets = sorted((targets - sources).elements(), reverse=True)
    if len(net_sources) == len(play):
        return [_Trip(move.source, move.target) for move in play]
    # Checkers that step by one number stay in one class of points modulo it; within
    # a class the trips that don't overtake each other are always possible.
    step = dice.low if dice.is_double else 1
    trips = []
    for target in net_targets:
        fitting = (
            source
            for source in net_sources
            if target == OFF or (source > target and not (source - target) % step)
        )
        source = next(fitting, None)
        if source is None:  # the dice permit no such play, which a file may hold
            return [_Trip(move.source, move.target) for move in play]
        net_sources.remove(source)
        trips.append(_Trip(source, target))
    return trips


def _via(trips: Sequence[_Trip], points: Sequence[int], play: Play) -> Iterator[_Trip]:
    """Yield *trips*, each of *points* told by the first that came over it."""
    open_points = list(points)
    for trip in trips:
        way = _landings(trip, play)
        via = tuple(point for point in open_points if point in way)
        open_points = [point for point in open_points if point not in via]
        yield _Trip(trip.source, trip.target, via)


def _landings(trip: _Trip, play: Play) -> set[int]:
    """Return the points between the ends of *trip* that the steps of *play* touch."""
    reached = {trip.source}
    for move in sorted(play, reverse=True):
        if move.source in reached and move.target > trip.target:
            reached.add(move.target)
    return reached - {trip.source}


def _write_trip(trip: _Trip, mark: str, count: int) -> str:
    source = "bar" if trip.source == BAR else str(trip.source)
    via = "".join(f"/{point}{HIT_MARK}" for point in trip.via)
    target = "off" if trip.target == OFF else str(trip.target)
    times = f"({count})" if count > 1 else ""
    return f"{source}{via}/{target}{mark}{times}"
