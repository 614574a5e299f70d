"""When to turn the cube, and what to answer."""

from math import erf
from typing import Final

from tavli.bots.concession import runs_free
from tavli.bots.judgement import worth
from tavli.bots.race import chance_in_race
from tavli.match import (
    Action,
    Beaver,
    Double,
    Drop,
    GameState,
    MatchState,
    Raccoon,
    Span,
    Take,
    legal_actions,
)
from tavli.rules import OFF, Player

_DOUBLE_FROM: Final = 0.70
_REDOUBLE_FROM: Final = 0.74
_TOO_GOOD_FROM: Final = 0.94
"""From here a player goes for a gammon rather than for a drop."""

_TAKE_IN_RACE: Final = 0.23
_TAKE_IN_CONTACT: Final = 0.27
"""More than a quarter, since a lost game may be a gammon."""

_RAISE_FROM: Final = 0.52
_FREE_DROP_BELOW: Final = 0.5
_ROLL: Final = 4.0
"""Half a throw, in pips: what it is worth to be on roll."""

_SPREAD: Final = 78.0
"""How far a fight can still swing, in pips; fitted to 5,805 turns of its own games."""


def should_double(state: MatchState, game: GameState, player: Player) -> bool:
    """Whether *player*, on roll, turns the cube."""
    if Double() not in legal_actions(state, player):
        return False
    if _plays_for_nothing_less(state, player):
        return True
    chance = chance_on_roll(game, player)
    fighting = not _is_race(game)
    gammon = fighting and not game.side(player.opponent).checkers[OFF]
    if gammon and game.cube.owner is not None and chance >= _TOO_GOOD_FROM:
        return False
    return chance >= (_DOUBLE_FROM if game.cube.owner is None else _REDOUBLE_FROM)


def answer_cube(state: MatchState, game: GameState, player: Player) -> Action:
    """Return what *player* answers to a cube that is offered to him."""
    on_roll = game.turn or player
    chance = chance_on_roll(game, on_roll)
    if player is not on_roll:
        chance = 1 - chance
    allowed = legal_actions(state, player)
    for more in (Beaver(), Raccoon()):
        if more in allowed and chance > _RAISE_FROM:
            return more
    return Take() if chance >= _least_to_take(state, game, player) else Drop()


def chance_on_roll(game: GameState, player: Player) -> float:
    """Estimate the chance of *player*, who is on roll and has not thrown."""
    mine, theirs = game.side(player), game.side(player.opponent)
    if _is_race(game):
        return chance_in_race(mine.pip_count, theirs.pip_count)
    lead = _ROLL - worth(game.ruleset, game.seen_by(player.opponent))
    return 0.5 + 0.5 * erf(lead / _SPREAD)


def _is_race(game: GameState) -> bool:
    return runs_free(game.ruleset, game.white, game.black)


def _plays_for_nothing_less(state: MatchState, player: Player) -> bool:
    """Whether the opponent needs one point only, so that doubling costs nothing."""
    length = state.rules.length
    return (
        length.span is Span.POINTS
        and length.target - state.points(player.opponent) == 1
        and length.target - state.points(player) > 1
    )


def _least_to_take(state: MatchState, game: GameState, player: Player) -> float:
    """Return the chance from which *player* takes.

    Who needs one point drops for free while the other needs an even number of them
    (B8); while it is odd he takes anything, for a dropped game costs him as much.
    """
    length, opponent = state.rules.length, player.opponent
    if length.span is Span.POINTS and length.target - state.points(player) == 1:
        needed = length.target - state.points(opponent)
        return _FREE_DROP_BELOW if needed % 2 == 0 else 0.0
    return _TAKE_IN_RACE if _is_race(game) else _TAKE_IN_CONTACT
