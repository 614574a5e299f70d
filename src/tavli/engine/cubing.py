"""What a match asks of the cube, in the words of the search."""

from tavli.match import CubeOption, GameState, MatchState, Span
from tavli.rules import Player
from tavli.search.cube import Raises
from tavli.search.live_cube import CubePlace, Owner
from tavli.search.stakes import MoneyStakes, Stakes


def place_of(game: GameState, player: Player) -> CubePlace:
    """Return the cube of *game* as *player* sees it."""
    cube = game.cube
    if cube.owner is None:
        return CubePlace(cube.value, Owner.CENTRED)
    return CubePlace(cube.value, Owner.MINE if cube.owner is player else Owner.THEIRS)


def raises_in(state: MatchState) -> Raises:
    """Return which answers to a double the match knows besides take and drop."""
    options = state.rules.cube_options
    return Raises(
        beaver=CubeOption.BEAVER in options, raccoon=CubeOption.RACCOON in options
    )


def stakes_of(state: MatchState, player: Player) -> Stakes:
    """Return what *player* plays for."""
    if state.rules.length.span is not Span.POINTS:
        return MoneyStakes(has_jacoby=CubeOption.JACOBY in state.rules.cube_options)
    raise NotImplementedError(player)
