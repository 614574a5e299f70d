"""The evaluators that the house itself plays with."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from tavli.evaluation.net import Net, NetEvaluator
from tavli.rules import Ruleset


def weights_of(game: str) -> Path:
    """Return where the shipped net of *game* lies."""
    return Path(str(files("tavli.evaluation"))) / "weights" / f"{game}.safetensors"


@cache
def house_net(game: str) -> Net:
    """Return the shipped net of *game*, read once.

    Raises:
        NetError: the file is missing or damaged.
    """
    return Net.read(weights_of(game), game)


def raw_evaluator(ruleset: Ruleset) -> NetEvaluator:
    """Return the shipped net alone, for the game of *ruleset* and its house rules.

    A house rule is played by the net of the game's own rules: it sees the same board
    and finds only what the rules allow.
    """
    return NetEvaluator(house_net(ruleset.name), ruleset)
