"""What the rules of the cube permit, and what an offered cube leads to."""

from tavli.match.cube import LARGEST_CUBE
from tavli.match.events import Beavered, Doubled, Raccooned
from tavli.match.refused import Denial
from tavli.match.rules import CubeOption, Span
from tavli.match.state import GameState, MatchState, OfferKind, Phase
from tavli.rules import Player, Stake


def double_denial(state: MatchState, game: GameState, player: Player) -> Denial | None:
    """Return why *player*, on roll, may not double; None if he may (B4 to B7)."""
    if not state.rules.has_cube:
        return Denial.NO_CUBE
    if game.crawford:
        return Denial.CRAWFORD_NO_DOUBLE
    if game.phase is not Phase.TO_ROLL:
        return Denial.DOUBLE_BEFORE_ROLL
    if game.cube.owner is player.opponent:
        return Denial.CUBE_WITH_OPPONENT
    if game.turns < _turns_before_doubling(state):
        return Denial.NO_DOUBLE_YET
    return None if game.cube.is_open_to(player) else Denial.CUBE_LIMIT


def _turns_before_doubling(state: MatchState) -> int:
    """Return how many turns a game must have seen before the cube is live.

    The opening throw is made before anybody could double (B1). Under the Holland
    rule each side throws twice first, in the games after the Crawford game.
    """
    holland = CubeOption.HOLLAND in state.rules.cube_options
    return 4 if holland and state.crawford_played else 1


def is_dead(state: MatchState, game: GameState, player: Player) -> bool:
    """Whether turning the cube could not help *player* (B5): its value wins already."""
    length = state.rules.length
    return (
        length.span is Span.POINTS
        and state.points(player) + game.cube.value >= length.target
    )


def offered(game: GameState, player: Player) -> Doubled:
    """Return the double that *player* offers."""
    return Doubled(player, 2 * game.cube.value)


def raise_denial(state: MatchState, game: GameState, kind: OfferKind) -> Denial | None:
    """Return why the pending offer may not be answered by a *kind* of raise."""
    options = state.rules.cube_options
    if kind is OfferKind.BEAVER:
        answers, option = OfferKind.DOUBLE, CubeOption.BEAVER
    else:
        answers, option = OfferKind.BEAVER, CubeOption.RACCOON
    if game.offer is None or game.offer.kind is not answers:
        return Denial.NOTHING_OFFERED
    if option not in options:
        return Denial.NO_BEAVER if kind is OfferKind.BEAVER else Denial.NO_RACCOON
    if 2 * game.offer.value > LARGEST_CUBE:
        return Denial.CUBE_LIMIT
    return None


def raised(game: GameState, player: Player, kind: OfferKind) -> Beavered | Raccooned:
    """Return the raise with which *player* answers the pending offer."""
    value = 2 * (game.offer.value if game.offer else game.cube.value)
    made = Beavered if kind is OfferKind.BEAVER else Raccooned
    return made(player, value)


def stake_points(state: MatchState, game: GameState, points: int) -> int:
    """Return what a game won at *points* on the board is worth with the cube.

    Under Jacoby's rule gammons count single if nobody doubled in the game; an
    automatic double is no such double.
    """
    jacoby = CubeOption.JACOBY in state.rules.cube_options
    if jacoby and game.cube.owner is None:
        points = min(points, 1)
    return points * game.cube.value


def largest_loss(state: MatchState, game: GameState, loser: Player) -> Stake:
    """Return the largest stake at which *loser* could still lose this game (A20).

    Where the match needs less, the smallest stake that ends it is the largest.
    """
    most, length = largest_ending(state, game, loser), state.rules.length
    if length.span is not Span.POINTS:
        return most
    needed = length.target - state.points(loser.opponent)
    enough = (s for s in Stake if stake_points(state, game, s.value) >= needed)
    return min(most, next(enough, most), key=lambda stake: stake.value)


def largest_ending(state: MatchState, game: GameState, loser: Player) -> Stake:
    """Return the largest stake at which this game could end, whatever a match needs."""
    if game.side(loser).checkers[0]:
        return Stake.SINGLE
    jacoby = CubeOption.JACOBY in state.rules.cube_options
    if jacoby and game.cube.owner is None:
        return Stake.SINGLE
    return Stake(game.ruleset.most_points)
