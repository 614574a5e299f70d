"""Positions that random games of backgammon reach, with random match states."""

import random
from dataclasses import replace
from functools import cache

from tavli.notation.position import PositionLine
from tavli.notation.state import CubeState, LineState, ScoreState
from tavli.rules import BACKGAMMON, OFF, ROLLS, Dice, Player, Position, legal_plays


@cache
def reached(count: int, seed: int) -> tuple[PositionLine, ...]:
    """Return lines of positions that random games reach, with random match states."""
    chance = random.Random(seed)
    lines: list[PositionLine] = []
    position, turn = Position.start(BACKGAMMON), Player.WHITE
    while len(lines) < count:
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        lines += (_with_state(position, turn, chance) for _ in range(4))
        position = chance.choice(list(legal_plays(BACKGAMMON, position, dice)))
        position, turn = position.passed(), turn.opponent
        if position.waiter.checkers[OFF] == 15:
            position = Position.start(BACKGAMMON)
    return tuple(lines[:count])


def _with_state(
    position: Position, turn: Player, chance: random.Random
) -> PositionLine:
    target = chance.choice((0, 1, 3, 7, 13, 25))
    score = ScoreState(
        *(chance.randrange(target or 9) for _ in range(2)), target=target
    )
    value = 1 << chance.randrange(7)
    owner = chance.choice((*Player, None)) if value > 1 else None
    state = LineState(
        dice=chance.choice((None, *ROLLS)),
        cube=CubeState(value, owner),
        score=score,
        crawford=target > 1 and target - max(score[:2]) == 1 and chance.random() < 0.5,
    )
    if state.crawford:
        state = replace(state, cube=CubeState(1, None))
    return PositionLine.of(BACKGAMMON, position, turn, state)
