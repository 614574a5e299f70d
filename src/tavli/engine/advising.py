"""Advice for a player of a match, about whatever he must decide."""

from typing import Final

from tavli.engine.advice import Advice, CubeChoice, RankedPlay, can_be_advised
from tavli.engine.analyst import Analyst, Look
from tavli.match import (
    Beaver,
    Double,
    Drop,
    MatchState,
    Phase,
    Roll,
    Span,
    Take,
    legal_actions,
)
from tavli.rules import Player
from tavli.search.at_table import utility_of
from tavli.search.cube import CubeDecision
from tavli.search.deadline import Check, never

PLIES: Final = 2
CUBE_PLIES: Final = 1
MOST_PLAYS: Final = 5
"""Plays that are told of; the others are worse than these."""


def advise(
    analyst: Analyst, state: MatchState, player: Player, check: Check = never
) -> Advice:
    """Return what is best for *player*, as far as it is known when *check* stops it.

    Raises:
        ValueError: he has nothing to decide that advice can be given about.
    """
    game = state.game
    if game is None or not can_be_advised(state, player):
        raise ValueError("there is nothing to decide here")
    if state.phase is Phase.TO_PLAY:
        return Advice(plays=_plays(analyst, state, player, check)[:MOST_PLAYS])
    doubler = player if state.phase is Phase.TO_ROLL else player.opponent
    found = analyst.cube(state, doubler, plies=CUBE_PLIES)
    choices = _to_roll(found) if player is doubler else _to_answer(found, state, player)
    best_first = sorted(choices, key=lambda choice: -choice.equity)
    return Advice(
        cube=tuple(best_first), is_of_match=state.rules.length.span is Span.POINTS
    )


def _plays(
    analyst: Analyst, state: MatchState, player: Player, check: Check
) -> tuple[RankedPlay, ...]:
    game = state.game
    assert game is not None
    assert game.dice is not None
    look = Look(PLIES, utility_of(state, player), check)
    return analyst.best(game.ruleset, game.position, game.dice, look)


def _to_roll(found: CubeDecision) -> list[CubeChoice]:
    return [CubeChoice(Roll(), found.no_double), CubeChoice(Double(), found.doubled)]


def _to_answer(
    found: CubeDecision, state: MatchState, player: Player
) -> list[CubeChoice]:
    choices = [
        CubeChoice(Take(), -found.double_take),
        CubeChoice(Drop(), -found.double_drop),
    ]
    if found.beaver is not None and Beaver() in legal_actions(state, player):
        choices.append(CubeChoice(Beaver(), -found.beaver))
    return choices
