"""The evaluators that the house itself plays with."""

import os
from functools import cache
from importlib.resources import files
from pathlib import Path

from tavli.evaluation.chances import Chances
from tavli.evaluation.exact import ask
from tavli.evaluation.net import Net, NetEvaluator
from tavli.evaluation.tables.composite import Tables, tables_for
from tavli.evaluation.tables.place import tables_folder
from tavli.kernels.board import Boards
from tavli.kernels.movegen import Starts
from tavli.kernels.turn import passed
from tavli.rules import Ruleset


def weights_of(net: str) -> Path:
    """Return where a shipped net lies: a game's, or that of ``GAME-pruning``."""
    return Path(str(files("tavli.evaluation"))) / "weights" / f"{net}.safetensors"


@cache
def house_net(game: str) -> Net:
    """Return the shipped net of *game*, read once.

    Raises:
        NetError: the file is missing or damaged.
    """
    return Net.read(weights_of(game), game)


@cache
def pruning_net(game: str) -> Net:
    """Return the small net of *game* that prunes a look ahead, read once.

    Raises:
        NetError: the file is missing or damaged.
    """
    return Net.read(weights_of(f"{game}-pruning"), game)


def raw_evaluator(ruleset: Ruleset) -> NetEvaluator:
    """Return the shipped net alone, for the game of *ruleset* and its house rules.

    A house rule is played by the net of the game's own rules: it sees the same board
    and finds only what the rules allow.
    """
    return NetEvaluator(house_net(ruleset.name), ruleset)


@cache
def house_tables(ruleset: Ruleset) -> Tables:
    """Return the exact tables of *ruleset* that are there, read once a process.

    Small ones that are missing are built first, in seconds.
    """
    return tables_for(ruleset, tables_folder(os.environ))


class HouseEvaluator:
    """What the house knows: exact tables where they reach, elsewhere its net."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.net = raw_evaluator(ruleset)
        self.tables = house_tables(ruleset)
        self.name = f"{self.net.name} with {self.tables.name}"

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process without the weights and tables."""
        return HouseEvaluator, (self.ruleset,)

    def chances(self, boards: Boards) -> Chances:
        """Return the chances of *boards*, shape (n, 4, 26), seen by who is on roll."""
        found = self.net.chances(boards)
        ask(self.tables, boards, found)
        return found

    def chances_of_finals(
        self, boards: Boards, starts: Starts, finals: Boards
    ) -> Chances:
        """Return what *finals* leave to the other side, as `FinalsEvaluator` asks."""
        found = self.net.chances_of_finals(boards, starts, finals)
        ask(self.tables, passed(finals), found)
        return found
