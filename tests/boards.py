"""Boards for tests: written as players say them, or reached by random play.

A side is written in its owner's numbering, `24:2 13:5 8:3 6:5`; `20x` is a pinned
checker, `bar:1` waits to enter, and whoever is not named has been borne off.
"""

import random
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice

from hypothesis import strategies as st

from tavli.rules import (
    BAR,
    CHECKERS,
    OFF,
    OPTIONS,
    ROLLS,
    RULESETS,
    START,
    Dice,
    Position,
    Ruleset,
    Side,
    find_ruleset,
    legal_plays,
    result_of,
    with_options,
)

_NAMES = {"bar": BAR, "off": OFF}

# ------------------------------------------------------------- written boards


def side(text: str) -> Side:
    """Read `20x 6:14`; what is missing from fifteen checkers is off."""
    counts: dict[int, int] = {}
    pinned: list[int] = []
    for part in text.replace(",", " ").replace("-", " ").split():
        if part.endswith("x"):
            pinned.append(int(part[:-1]))
            continue
        name, _, count = part.partition(":")
        counts[_NAMES[name] if name in _NAMES else int(name)] = int(count)
    missing = CHECKERS - sum(counts.values()) - len(pinned)
    if missing < 0 or (missing and OFF in counts):
        raise ValueError(f"{text!r} does not hold {CHECKERS} checkers")
    counts.setdefault(OFF, missing)
    return Side.of(counts, pinned)


def board(*, mover: str, waiter: str) -> Position:
    """Return the position of two written sides."""
    return Position(side(mover), side(waiter))


def line(text: str) -> tuple[Ruleset, Position]:
    """Read a position line, `plakoto 24:14,20:1 24:14,8:1 w`, that is lawful."""
    key, white, black, turn = text.split()
    ruleset, sides = find_ruleset(key), Position(side(white), side(black))
    for point in range(1, START + 1):
        there = ruleset.course.across(point)
        mine, theirs = sides.mover.checkers[point], sides.waiter.checkers[there]
        pins = point in sides.mover.pinned, there in sides.waiter.pinned
        if (mine and theirs) or (pins[0] and not theirs) or (pins[1] and not mine):
            raise ValueError(f"{text}: White's {point} is Black's {there}")
    return ruleset, {"w": sides, "b": sides.passed()}[turn]


def written(one: Side) -> str:
    """Write a side as `side` reads it, highest first and what is off last."""
    parts = []
    for point in range(BAR, OFF, -1):
        if point in one.pinned:
            parts.append(f"{point}x")
        if one.checkers[point]:
            name = "bar" if point == BAR else str(point)
            parts.append(f"{name}:{one.checkers[point]}")
    if one.checkers[OFF]:
        parts.append(f"off:{one.checkers[OFF]}")
    return " ".join(parts)


def finals(
    ruleset: Ruleset, position: Position, dice: str, *, both: bool = False
) -> set[str]:
    """Return the legal final positions, written, to compare with a set of texts.

    The waiter's side follows after a bar where the play has changed it, or always
    with *both*.
    """
    return {
        outcome(position, end, both=both)
        for end in legal_plays(ruleset, position, Dice.parse(dice))
    }


def outcome(before: Position, end: Position, *, both: bool = False) -> str:
    """Write the position *end* of a play that began at *before*."""
    mover = written(end.mover)
    if not both and end.waiter == before.waiter:
        return mover
    return f"{mover} | {written(end.waiter)}"


# -------------------------------------------------------------- reached boards

Game = tuple[Ruleset, Position]

SINGLE_OPTIONS: Sequence[Ruleset] = tuple(
    with_options(RULESETS[name], {option.name: value})
    for name, options in OPTIONS.items()
    for option in options
    for value in option.alternatives
)
"""Every ruleset that differs from a game's defaults in one house rule."""


def _any_choice(chance: random.Random, name: str) -> Ruleset:
    chosen = {option.name: chance.choice(option.values) for option in OPTIONS[name]}
    return with_options(RULESETS[name], chosen)


def _mixed() -> Iterable[Ruleset]:
    chance = random.Random(15)
    for name in ("portes", "plakoto", "fevga"):
        for _ in range(6):
            yield _any_choice(chance, name)


_PLAYED: Sequence[Ruleset] = tuple(
    dict.fromkeys((*RULESETS.values(), *SINGLE_OPTIONS, *_mixed()))
)


def rulesets(names: Iterable[str] = tuple(RULESETS)) -> st.SearchStrategy[Ruleset]:
    """The games *names*: defaults first, then each house rule, then some mixtures.

    They are few, so that the random games of `reachable` need not be played anew.
    """
    wanted = set(names)
    return st.sampled_from([row for row in _PLAYED if row.name in wanted])


def mixed_rulesets(
    names: Iterable[str] = tuple(RULESETS),
) -> st.SearchStrategy[Ruleset]:
    """The games *names* with any mixture of house rules."""
    return st.builds(
        _any_choice, st.randoms(use_true_random=False), st.sampled_from(list(names))
    )


def reachable(
    games: st.SearchStrategy[Ruleset] | None = None,
) -> st.SearchStrategy[Game]:
    """Positions of games under way, each with its ruleset: the mover is to throw.

    A position is the nth of a random game whose dice and plays follow from a small
    seed; games are remembered, so drawing from them is quick.
    """
    drawn = rulesets() if games is None else games
    return st.tuples(drawn, st.integers(0, 2), st.integers(0, 99)).map(
        lambda game: (game[0], _nth(_random_game(*game[:2]), game[2]))
    )


def _nth(positions: Sequence[Position], number: int) -> Position:
    """The nth position; in a shorter game the count goes round."""
    return positions[number % len(positions)]


@cache
def _random_game(ruleset: Ruleset, seed: int) -> tuple[Position, ...]:
    return tuple(islice(_play_on(ruleset, random.Random(seed)), 100))


def _play_on(ruleset: Ruleset, chance: random.Random) -> Iterable[Position]:
    """Yield the positions before each throw of a game between hasty players.

    The better of two random plays brings the last checkers on: so games get home.
    """
    position = Position.start(ruleset)
    while result_of(ruleset, position) is None:
        yield position
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        ends = list(legal_plays(ruleset, position, dice))
        tried = [chance.choice(ends), chance.choice(ends)]
        position = min(tried, key=lambda end: end.mover.rearmost).passed()


def rolls() -> st.SearchStrategy[Dice]:
    """Any of the 21 rolls."""
    return st.sampled_from(ROLLS)
