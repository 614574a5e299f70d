"""What every bot does alike: know its turn, and answer a resignation."""

from tavli.bots.concession import largest_possible_loss
from tavli.match import (
    AcceptResignation,
    Action,
    DeclineResignation,
    GameState,
    MatchState,
    Phase,
)
from tavli.rules import Player


def awaited_game(state: MatchState, player: Player) -> GameState | None:
    """Return the game in which *player* must act; None between two games.

    Raises:
        ValueError: the match doesn't wait for *player*.
    """
    if player not in state.awaited:
        raise ValueError(f"the match does not wait for {player.name.lower()}")
    return None if state.phase is Phase.GAME_OVER else state.game


def answer_resignation(state: MatchState, game: GameState) -> Action:
    """Accept an offer if it is all that could still be won, else play on."""
    offer = game.resignation
    if offer is None:
        raise ValueError("nobody has offered to resign")
    most = largest_possible_loss(state, game, offer.by)
    is_all = offer.stake.value >= most.value
    return AcceptResignation() if is_all else DeclineResignation()
