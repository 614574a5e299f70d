"""A player of the house as an engine: asked for its plays alone."""

from dataclasses import replace

import numpy as np

from tavli.bots.registry import make_bot
from tavli.kernels.board import Board, Boards, decode, encode
from tavli.kernels.movegen import Rolls
from tavli.match import GameState, MatchRules, MatchState, PlayMoves, begin, fold
from tavli.rules import Dice, Player, Ruleset, after_moves


class BotChooser:
    """Ask a bot for the play of each position, in a game by itself.

    A bot that brings chance along is made anew for each question, from the seed and
    the question: the answer does not depend on what was asked before.
    """

    def __init__(self, name: str, ruleset: Ruleset, seed: int) -> None:
        """Make it for the bot that `make_bot` knows as *name*.

        Raises:
            ValueError: no bot has that name.
        """
        make_bot(name, seed)
        self.name = f"{name} (seed {seed})"
        self.ruleset = ruleset
        self._bot = name
        self._seed = seed
        options = {f"{ruleset.name}.{name}": value for name, value in ruleset.options}
        rules = MatchRules.parse(ruleset.name, "game", options)
        self._state = fold(rules, begin(MatchState(rules=rules)))

    def choose(self, boards: Boards, rolls: Rolls) -> Boards:
        """Return the finals chosen, as `Chooser.choose`."""
        finals = np.empty_like(boards)
        for index, (board, roll) in enumerate(zip(boards, rolls, strict=True)):
            finals[index] = self._final(board, Dice(int(roll[0]), int(roll[1])))
        return finals

    def _final(self, board: Board, dice: Dice) -> Board:
        position = decode(board)
        state = replace(
            self._state,
            game=GameState(
                number=1,
                ruleset=self.ruleset,
                white=position.mover,
                black=position.waiter,
                starter=Player.WHITE,
                turn=Player.WHITE,
                dice=dice,
            ),
        )
        bot = make_bot(self._bot, f"{self._seed} {board.tobytes().hex()} {dice}")
        action = bot.choose(state, Player.WHITE)
        if not isinstance(action, PlayMoves):
            raise TypeError(f"{self._bot} answers a roll with {action}")
        return encode(after_moves(self.ruleset, position, action.moves))
