"""What a position line says of the match in which its position stands."""

from tavli.match import CubeOption, GameState, MatchState, Span
from tavli.notation.state import CubeState, LineState, ScoreState


def match_line(state: MatchState, game: GameState) -> LineState:
    """Return the fields of a line for *game* of the match of *state*.

    Dice are those that lie, the cube is the one in play, an offered double not yet
    on it. One game alone has no score to play for.
    """
    rules = state.rules
    has_score = rules.length.span is not Span.GAME
    return LineState(
        dice=game.dice,
        cube=CubeState(game.cube.value, game.cube.owner) if rules.has_cube else None,
        score=ScoreState(*state.score, rules.length.target) if has_score else None,
        crawford=game.crawford,
        jacoby=CubeOption.JACOBY in rules.cube_options,
        beavers=CubeOption.BEAVER in rules.cube_options,
    )
