"""Games of self-play in lockstep, and the lessons that they end in."""

from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from tavli.kernels.board import ROWS, SLOTS, Board, Boards
from tavli.kernels.chance import STRIDE, spread
from tavli.kernels.choice import write_outcome
from tavli.kernels.head import HEADS
from tavli.kernels.jit import kernel
from tavli.kernels.movegen import Rolls
from tavli.kernels.outcome import RUNS_ON, outcome
from tavli.kernels.race import Race, is_race, race_chances
from tavli.kernels.table import Table

MOST_TURNS: Final = 512
"""A game that is longer is given up: nets that know nothing can play without end."""

SIDES: Final = 2
"""The starter and the other: whose turn it is, is the number of turns modulo this."""

_LOTS: Final = 0x10D5
"""Where the stream of a game's lots leaves that of its dice."""

# Indexes into Games.tallies.
FINISHED: Final = 0
TURNS: Final = 1
GIVEN_UP: Final = 2
LESSONS: Final = 3
NEXT_GAME: Final = 4
_TALLIES: Final = 5

# Indexes into Games.sums: of finished games, points or chances.
STARTERS_POINTS: Final = 0
STARTERS_WINS: Final = 1
DOUBLES: Final = 2
TRIPLES: Final = 3
DRAWS: Final = 4
_SUMS: Final = 5


class Races(NamedTuple):
    """The tables that end games, and that teach what positions of them were worth.

    A table on 0 points knows no race.
    """

    ending: Race
    teaching: Race


class Games(NamedTuple):
    """Games side by side, each with its past.

    ``boards`` (g, 4, 26) are seen by the side on roll; ``past`` (g, MOST_TURNS, 4, 26)
    and ``foreseen`` (g, MOST_TURNS + 1, HEADS) hold what stood before each roll and
    what the net thought of it, by the same view. ``strays`` (g, MOST_TURNS) tells
    where another play was made than the one that the net thought of: its caller marks
    the turn at hand before `advance`. ``lots`` (g, 2) are numbers from 0 to below 1
    that the starter and the other side drew for this game. ``lessons`` and ``targets``
    belong to the caller between two steps.
    """

    boards: Boards
    turns: NDArray[np.int64]
    dice: NDArray[np.uint64]
    past: NDArray[np.int8]
    foreseen: NDArray[np.float32]
    strays: NDArray[np.bool_]
    lots: NDArray[np.float64]
    lessons: Boards
    targets: NDArray[np.float32]
    tallies: NDArray[np.int64]
    sums: NDArray[np.float64]

    @classmethod
    def make(cls, start: Board, count: int, first_game: int, seed: int) -> Self:
        """Return *count* games that begin at *start*, numbered from *first_game*."""
        room = max(65_536, 2 * count * MOST_TURNS)
        games = cls(
            np.repeat(start[None], count, axis=0),
            np.zeros(count, np.int64),
            np.zeros(count, np.uint64),
            np.zeros((count, MOST_TURNS, ROWS, SLOTS), np.int8),
            np.zeros((count, MOST_TURNS + 1, HEADS), np.float32),
            np.zeros((count, MOST_TURNS), np.bool_),
            np.zeros((count, SIDES)),
            np.zeros((room, ROWS, SLOTS), np.int8),
            np.zeros((room, HEADS), np.float32),
            np.zeros(_TALLIES, np.int64),
            np.zeros(_SUMS, np.float64),
        )
        games.tallies[NEXT_GAME] = first_game
        for index in range(count):
            restart(games, index, start, np.uint64(seed))
        return games


@kernel
def restart(games: Games, index: int, start: Board, seed: np.uint64) -> None:
    """Begin a new game at *index*; dice and lots follow from *seed* and its number."""
    games.boards[index] = start
    games.turns[index] = 0
    games.strays[index, 0] = False
    number = np.uint64(games.tallies[NEXT_GAME])
    games.dice[index] = _next(seed ^ _next(number + np.uint64(1)))
    for side in range(SIDES):
        lot = _next(games.dice[index] ^ _next(np.uint64(_LOTS + side)))
        games.lots[index, side] = (lot >> np.uint64(11)) / 2.0**53
    games.tallies[NEXT_GAME] += 1


@kernel
def _next(value: np.uint64) -> np.uint64:
    """Return what the stream whose state is *value* gives next."""
    return spread(value + np.uint64(STRIDE))


@kernel
def throw(games: Games, rolls: Rolls) -> None:
    """Throw the dice of every game; the first throw is a roll-off, never a double."""
    for index in range(len(games.boards)):
        games.past[index, games.turns[index]] = games.boards[index]
        while True:
            state = games.dice[index] + np.uint64(STRIDE)
            games.dice[index] = state
            number = _next(state) >> np.uint64(33)
            rolls[index, 0] = 1 + number % np.uint64(6)
            rolls[index, 1] = 1 + number // np.uint64(6) % np.uint64(6)
            if games.turns[index] > 0 or rolls[index, 0] != rolls[index, 1]:
                break


@kernel
def advance(
    table: Table,
    finals: Boards,
    foreseen: NDArray[np.float32],
    games: Games,
    races: Races,
    rule: tuple[float, Board, np.uint64],
) -> None:
    """Play the *finals* (seen by who moved) and begin anew what has ended.

    *foreseen* (g, HEADS) is what the net thinks of them, or of the play that it would
    have made where this one went astray, seen by who rolls next;
    *rule* is lambda, the start position and the seed. A game is over for self-play
    once a table that ends *races* knows it: its chances are the last target.
    """
    trust, start, seed = rule
    target = np.empty(HEADS, np.float32)
    for index in range(len(finals)):
        games.foreseen[index, games.turns[index] + 1] = foreseen[index]
        points = outcome(table, finals[index])
        if points != RUNS_ON:
            write_outcome(points, target)
            _finish(games, index, target, trust, races.teaching)
            restart(games, index, start, seed)
            continue
        games.turns[index] += 1
        turn = games.turns[index]
        if turn == MOST_TURNS:
            games.tallies[GIVEN_UP] += 1
            restart(games, index, start, seed)
            continue
        games.strays[index, turn] = False
        for row in range(ROWS):
            games.boards[index, row] = finals[index, row ^ 1]
        if is_race(games.boards[index], races.ending.points):
            games.past[index, turn] = games.boards[index]
            race_chances(races.ending, games.boards[index], target)
            _finish(games, index, target, trust, races.teaching)
            restart(games, index, start, seed)


@kernel
def _finish(
    games: Games, index: int, target: NDArray[np.float32], trust: float, known: Race
) -> None:
    """Count a game that ended in *target*, by the view of its last turn; teach it."""
    sums, turn = games.sums, games.turns[index]
    games.tallies[FINISHED] += 1
    games.tallies[TURNS] += turn + 1
    sums[DRAWS] += target[5]
    sums[DOUBLES] += target[1] + target[3]
    sums[TRIPLES] += target[2] + target[4]
    won, points = target[0], _points(target)
    if turn % 2 == 1:
        won, points = 1 - won - target[5], -points
    sums[STARTERS_WINS] += won
    sums[STARTERS_POINTS] += points
    _teach(games, index, target, trust, known)


@kernel
def _points(row: NDArray[np.float32]) -> float:
    return float(2 * row[0] + row[5] - 1 + row[1] + row[2] - row[3] - row[4])


@kernel
def _teach(
    games: Games, index: int, target: NDArray[np.float32], trust: float, known: Race
) -> None:
    """Write a lesson for each position of a game that has ended.

    The *target* is the end seen from further and further off: each step back mixes in
    what the net foresaw, by one part less than *trust* (TD(lambda), from behind). Where
    the table of *known* races has the chances, nothing that came later matters; nor
    does it where the play went astray: what the best one would have left is learned.
    """
    lessons, targets, tallies = games.lessons, games.targets, games.tallies
    last = games.turns[index]
    for turn in range(last, -1, -1):
        strays = games.strays[index, turn]
        if turn < last or strays:
            rest = np.float32(0 if strays else trust)
            for head in range(HEADS):
                thought = games.foreseen[index, turn + 1, head]
                target[head] = thought + rest * (target[head] - thought)
            turn_over(target)
        if is_race(games.past[index, turn], known.points):
            race_chances(known, games.past[index, turn], target)
        at = tallies[LESSONS]
        lessons[at] = games.past[index, turn]
        targets[at] = target
        tallies[LESSONS] += 1


@kernel
def turn_over(row: NDArray[np.float32]) -> None:
    """Turn six chances to the other side's view, in place."""
    row[0] = 1 - row[0] - row[5]
    row[1], row[3] = row[3], row[1]
    row[2], row[4] = row[4], row[2]
