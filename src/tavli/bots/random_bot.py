"""A bot without judgement: each final position is as good as another."""

from random import Random

from tavli.bots.manners import answer_resignation, awaited_game
from tavli.match import Action, MatchState, NextGame, Phase, PlayMoves, Roll, Take
from tavli.rules import Player, legal_plays


class RandomBot:
    """Play any legal play, never double, take every cube."""

    name = "random"

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def choose(self, state: MatchState, player: Player) -> Action:
        """Return what *player* does now."""
        game = awaited_game(state, player)
        if game is None:
            return NextGame()
        match game.phase:
            case Phase.TO_ANSWER_RESIGNATION:
                return answer_resignation(state, game)
            case Phase.TO_ANSWER_DOUBLE | Phase.TO_ANSWER_BEAVER:
                return Take()
            case Phase.TO_PLAY if game.dice:
                plays = legal_plays(game.ruleset, game.position, game.dice)
                return PlayMoves(self._random.choice(tuple(plays.values())))
            case _:
                return Roll()
