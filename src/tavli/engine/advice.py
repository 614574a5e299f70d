"""What is good advice about a position, as plain values that can travel."""

from dataclasses import dataclass

from tavli.match import Action, Double, MatchState, Phase, legal_actions
from tavli.rules import Play, Player


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances of the side that decides; cumulative, so that a double win is a win."""

    win: float
    double: float
    triple: float
    lost_double: float
    lost_triple: float
    draw: float


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """One way to play a roll: *text* is canonical, *equity* in points without a cube.

    *plies* says how far ahead it was looked at.
    """

    play: Play
    text: str
    equity: float
    outlook: Outlook
    plies: int


@dataclass(frozen=True, slots=True)
class CubeChoice:
    """Something to do with the cube, and the points a game it is worth."""

    action: Action
    equity: float


@dataclass(frozen=True, slots=True)
class Advice:
    """What is best, the best first: plays of a roll, or things to do with the cube.

    *is_of_match* says that what the cube is worth is told in chances of the match,
    from -1 to 1, and not in points.
    """

    plays: tuple[RankedPlay, ...] = ()
    cube: tuple[CubeChoice, ...] = ()
    is_of_match: bool = False


def can_be_advised(state: MatchState, player: Player) -> bool:
    """Whether *player* must decide something that advice can be given about."""
    if player not in state.awaited or state.game is None:
        return False
    if state.phase is Phase.TO_ROLL:
        return Double() in legal_actions(state, player)
    return state.phase in (Phase.TO_PLAY, Phase.TO_ANSWER_DOUBLE)
