"""What every bot does alike: know its turn, and answer a resignation."""

from tavli.bots.concession import largest_possible_loss
from tavli.match import (
    AcceptResignation,
    Action,
    DeclineResignation,
    GameState,
    MatchState,
    Phase,
    Span,
    stake_points,
)
from tavli.rules import Player, Stake


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
    offered, possible = (
        _points_that_count(state, game, offer.by.opponent, stake)
        for stake in (offer.stake, most)
    )
    return AcceptResignation() if offered >= possible else DeclineResignation()


def _points_that_count(
    state: MatchState, game: GameState, winner: Player, stake: Stake
) -> int:
    """Return what a game won at *stake* gives: no more than the match still needs."""
    points, length = stake_points(state, game, stake.value), state.rules.length
    if length.span is not Span.POINTS:
        return points
    return min(points, length.target - state.points(winner))
