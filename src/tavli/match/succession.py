"""What follows a game: the next one, who starts it, and who leads."""

from tavli.match.events import GameStarted, Score
from tavli.match.rules import CubeOption, DrawStarter, NextStarter
from tavli.match.state import MatchState
from tavli.rules import Player


def leader(score: Score) -> Player | None:
    """Return who has more points; None if nobody has."""
    white, black = score
    if white == black:
        return None
    return Player.WHITE if white > black else Player.BLACK


def next_game(state: MatchState) -> GameStarted:
    """Return the event that sets up the game after the last one."""
    number = state.game.number + 1 if state.game else 1
    return GameStarted(
        number,
        state.rules.ruleset(number).name,
        _next_starter(state),
        crawford=_is_crawford(state),
    )


def _next_starter(state: MatchState) -> Player | None:
    """Return who starts the next game; None for a roll-off (M3, M4, M6)."""
    if state.game is None or state.game.ended is None:
        return None
    if state.game.ended.winner is None:
        return _starter_after_draw(state)
    match state.rules.next_starter:
        case NextStarter.WINNER:
            return state.last_winner
        case NextStarter.LOSER:
            return state.last_winner and state.last_winner.opponent
        case NextStarter.ALTERNATE:
            return state.last_starter and state.last_starter.opponent
        case NextStarter.ROLL_OFF:
            return None


def _starter_after_draw(state: MatchState) -> Player | None:
    match state.rules.draw_starter:
        case DrawStarter.LAST_WINNER:
            return state.last_winner
        case DrawStarter.SAME_STARTER:
            return state.last_starter
        case DrawStarter.OTHER:
            return state.last_starter and state.last_starter.opponent
        case DrawStarter.ROLL_OFF:
            return None


def _is_crawford(state: MatchState) -> bool:
    """Whether the next game is the one without the cube (B7)."""
    length = state.rules.length
    return (
        CubeOption.CRAWFORD in state.rules.cube_options
        and state.rules.has_cube
        and not state.crawford_played
        and max(state.score) == length.target - 1
    )
