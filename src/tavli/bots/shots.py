"""Which throws bring a checker from one point onto another."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tavli.rules import BAR


class Reach(NamedTuple):
    """How one point is reached from another, as sets of the 36 throws.

    *direct* needs one die. Each of *combined* needs several: its throws count if one
    of its routes, a set of landing points in between, is open.
    """

    direct: int
    combined: tuple[tuple[int, tuple[int, ...]], ...]


def throws_onto(target: int, sources: Iterable[int], closed: int) -> int:
    """Return the throws that bring a checker from *sources* onto *target*.

    All points are in the numbering of the side that throws; *closed* has a bit for
    each point on which it may not land. The answer has a bit for each of 36 throws.
    """
    throws = 0
    for source in sources:
        if source <= target:
            continue
        direct, combined = _REACH[source][target]
        throws |= direct
        for more, routes in combined:
            if more & ~throws:
                for route in routes:
                    if not closed & route:
                        throws |= more
                        break
    return throws


def throw_set(first: int, second: int) -> int:
    """Return the throws that show *first* and *second*, in either order."""
    return 1 << (6 * first + second - 7) | 1 << (6 * second + first - 7)


def with_die(number: int) -> int:
    """Return the eleven throws that show *number*."""
    return _WITH_DIE[number]


_WITH_DIE: Final = (
    0,
    *(
        sum({throw_set(number, other) for other in range(1, 7)})
        for number in range(1, 7)
    ),
)


def _reach(source: int, target: int) -> Reach:
    distance = source - target
    combined: list[tuple[int, tuple[int, ...]]] = [
        (throw_set(low, distance - low), (1 << (source - low), 1 << (target + low)))
        for low in range(max(1, distance - 6), (distance + 1) // 2)
    ]
    for steps in (2, 3, 4):
        number, rest = divmod(distance, steps)
        if not rest and 1 <= number <= 6:
            route = sum(1 << (source - number * k) for k in range(1, steps))
            combined.append((throw_set(number, number), (route,)))
    return Reach(_WITH_DIE[distance] if distance <= 6 else 0, tuple(combined))


_REACH: Final = tuple(
    tuple(
        _reach(source, target) if source > target else Reach(0, ())
        for target in range(BAR)
    )
    for source in range(BAR + 1)
)
