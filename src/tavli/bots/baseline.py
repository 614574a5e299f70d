"""A bot with plain sense: it judges every end of its throw and takes the best."""

from tavli.bots.doubling import answer_cube, should_double
from tavli.bots.judgement import worth
from tavli.bots.manners import answer_resignation, awaited_game
from tavli.match import (
    Action,
    Double,
    GameState,
    MatchState,
    NextGame,
    Phase,
    PlayMoves,
    Roll,
)
from tavli.rules import Play, Player, legal_plays


class BaselineBot:
    """Play by a hand-made judgement, one throw deep.

    The seed has no say: where two ends are worth the same, the first is played.
    """

    name = "baseline"

    def __init__(self, seed: int | str) -> None:
        del seed  # Every bot is made from one; this one leaves nothing to chance.

    def choose(self, state: MatchState, player: Player) -> Action:
        """Return what *player* does now."""
        game = awaited_game(state, player)
        if game is None:
            return NextGame()
        match game.phase:
            case Phase.TO_ANSWER_RESIGNATION:
                return answer_resignation(state, game)
            case Phase.TO_ANSWER_DOUBLE | Phase.TO_ANSWER_BEAVER:
                return answer_cube(state, game, player)
            case Phase.TO_PLAY:
                return PlayMoves(best_play(game))
            case Phase.TO_ROLL if should_double(state, game, player):
                return Double()
            case _:
                return Roll()


def best_play(game: GameState) -> Play:
    """Return the play whose end is worth most to the side on roll."""
    if game.dice is None:
        raise ValueError("a play is chosen after the throw")
    plays = legal_plays(game.ruleset, game.position, game.dice)
    best = max(plays, key=lambda end: worth(game.ruleset, end))
    return plays[best]
