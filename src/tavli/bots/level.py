"""A level at the table: it plays, doubles, and answers cubes and resignations."""

import threading
from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from tavli.bots.level_chooser import LevelChooser
from tavli.bots.levels import Level, level_name, shipped_levels
from tavli.bots.manners import answer_resignation, awaited_game
from tavli.bots.strayed import Judgement
from tavli.kernels.behind import play_behind
from tavli.kernels.board import decode, encode
from tavli.match import (
    LARGEST_CUBE,
    Action,
    Beaver,
    CubeOffer,
    Double,
    Drop,
    GameState,
    MatchState,
    NextGame,
    OfferKind,
    Phase,
    PlayMoves,
    Raccoon,
    Roll,
    Take,
    legal_actions,
)
from tavli.rules import Play, Player
from tavli.search.at_table import place_of, raises_in, stakes_of, utility_of
from tavli.search.cube import decide, worth_of_raise
from tavli.search.cube_place import CubePlace
from tavli.search.cubeful import CubefulSearch
from tavli.search.house import house_lookahead
from tavli.search.stakes import Stakes
from tavli.search.who import Who

_CUBE_PLIES: Final = 1
_GAMES_KEPT: Final = 8


class LevelBot:
    """Play as strongly as a level of the house does, for points or for a match."""

    def __init__(self, number: int, seed: int | str) -> None:
        """Make the bot of level *number*, whose misjudgements *seed* fixes."""
        self.name = level_name(number)
        self._number = number
        self._seed = Random(seed).getrandbits(63)

    def choose(self, state: MatchState, player: Player) -> Action:
        """Return what *player* does now."""
        game = awaited_game(state, player)
        if game is None:
            return NextGame()
        match game.phase:
            case Phase.TO_ANSWER_RESIGNATION:
                return answer_resignation(state, game)
            case Phase.TO_ANSWER_DOUBLE | Phase.TO_ANSWER_BEAVER:
                return self._answer(state, game, player)
            case Phase.TO_PLAY:
                return PlayMoves(self._play(state, game, player))
            case Phase.TO_ROLL if Double() in legal_actions(state, player):
                return self._before_roll(state, game, player)
            case _:
                return Roll()

    def _play(self, state: MatchState, game: GameState, player: Player) -> Play:
        if game.dice is None:
            raise ValueError("a play is chosen after the throw")
        chooser = LevelChooser(
            _of_thread.lookahead(game.ruleset),
            self._level(game),
            self._seed,
            utility=utility_of(state, player),
        )
        board = encode(game.position)[np.newaxis]
        roll = np.array([(game.dice.first, game.dice.second)], np.int8)
        final = decode(chooser.choose(board, roll)[0])
        return play_behind(game.ruleset, game.position, game.dice, final)

    def _before_roll(
        self, state: MatchState, game: GameState, player: Player
    ) -> Action:
        board = encode(game.seen_by(player))
        stakes, cube = stakes_of(state, player), place_of(game, player)
        found = decide(_cubeful(game), board, stakes, cube, raises_in(state))
        worth: dict[Action, float] = {
            Roll(): found.no_double,
            Double(): found.doubled,
        }
        return self._preferred(state, game, stakes, worth)

    def _answer(self, state: MatchState, game: GameState, player: Player) -> Action:
        """Return what seems best of the answers to a cube that was turned."""
        offer, on_roll = game.offer, game.turn
        if offer is None or on_roll is None:
            raise ValueError("nobody has turned the cube")
        sign = 1 if player is on_roll else -1  # all is worked out for who is on roll
        stakes = stakes_of(state, on_roll)
        allowed = legal_actions(state, player)
        raises = [one for one in (Beaver(), Raccoon()) if one in allowed]
        board = encode(game.seen_by(on_roll))[np.newaxis]
        cubes = _cubes(state, offer, on_roll)
        values = sign * _cubeful(game).values(board, stakes, cubes)[0]
        worth: dict[Action, float] = {
            Take(): float(values[0]),
            Drop(): sign * stakes.worth(-sign * offer.stake),
        }
        mine = stakes if player is on_roll else stakes.turned
        for one in raises:
            worth[one] = worth_of_raise(mine, offer.value, values[1:].tolist())
        return self._preferred(state, game, stakes, worth)

    def _preferred(
        self,
        state: MatchState,
        game: GameState,
        stakes: Stakes,
        worth: dict[Action, float],
    ) -> Action:
        """Return the action that seems worth most.

        Levels stray by points of a game; *worth* is what *stakes* make of those, at
        the cube as it lies. Plays are judged on the same scale, where a single win
        is 1 and a single loss -1.
        """
        question = f"{state.score} {game.number} {game.turns} {game.phase.value}"
        cube = game.cube.value
        point = (stakes.worth(cube) - stakes.worth(-cube)) / 2
        judgement = Judgement(self._level(game).stray * point, self._seed)
        chosen = judgement.prefers(question, np.array(list(worth.values())))
        return list(worth)[chosen]

    def _level(self, game: GameState) -> Level:
        return shipped_levels()[game.ruleset.name][self._number - 1]


def _cubes(state: MatchState, offer: CubeOffer, on_roll: Player) -> list[CubePlace]:
    """Return the cube if *offer* is taken, and after each raise that may follow.

    A beaver leaves it with who was doubled, and a raccoon with who beavered: a raise
    never changes to whom an offer gives the cube.
    """
    owner = Who.ME if offer.owner is on_roll else Who.OTHER
    known = raises_in(state)
    raises = {
        OfferKind.DOUBLE: known.beaver + (known.beaver and known.raccoon),
        OfferKind.BEAVER: int(known.raccoon),
        OfferKind.RACCOON: 0,
    }[offer.kind]
    values = [offer.value << number for number in range(raises + 1)]
    return [CubePlace(value, owner) for value in values if value <= LARGEST_CUBE]


def _cubeful(game: GameState) -> CubefulSearch:
    return CubefulSearch(_of_thread.lookahead(game.ruleset), _CUBE_PLIES)


class _OfThread(threading.local):
    """What a thread looks ahead with, since that keeps buffers; made once."""

    def __init__(self) -> None:
        self.lookahead = lru_cache(_GAMES_KEPT)(house_lookahead)


_of_thread: Final = _OfThread()
