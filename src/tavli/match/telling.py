"""How a match goes on as its record tells it, which may be damaged."""

from dataclasses import replace

from tavli.match.events import (
    Event,
    GameEnded,
    GameStarted,
    MatchEnded,
    OpeningThrown,
    Played,
    Rolled,
)
from tavli.match.state import MatchState, Phase

_OVER = frozenset({Phase.GAME_OVER, Phase.MATCH_OVER})


def after_told(state: MatchState, event: Event) -> MatchState | None:
    """Return the match after *event*; None where it can't have happened.

    A play counts whenever the checkers can move so: then its throw was lost, not it.
    """
    if isinstance(event, GameStarted):
        state = replace(state, ended=None)  # so the match went on
    elif not _follows(state, event):
        return None
    try:
        after = state.after(event)
    except ValueError:
        return None
    game = after.game
    if isinstance(event, Rolled | Played) and game is not None and not game.starter:
        # The record lost the throw for the start: whoever begins has won it.
        game = replace(game, starter=event.by)
        after = replace(after, game=game, last_starter=event.by)
    return after


def past(state: MatchState, event: Event) -> MatchState:
    """Return the match behind *event*, which can't have happened in *state*.

    It stays as it was, but a score that is told counts, and of a game that can't
    begin nothing is known.
    """
    match event:
        case GameStarted():
            return replace(state, game=None)
        case GameEnded(winner, _, _, score):
            return replace(state, score=score, last_winner=winner or state.last_winner)
        case _:
            return state


def told(state: MatchState, event: Event) -> MatchState:
    """Return the match behind *event*, whether or not it can have happened."""
    return after_told(state, event) or past(state, event)


def _follows(state: MatchState, event: Event) -> bool:
    """Whether *event* can follow in its game, whatever the rules say of it."""
    match event:
        case MatchEnded():
            return True
        case OpeningThrown():
            return state.phase is Phase.OPENING
        case _:
            return state.phase not in _OVER
