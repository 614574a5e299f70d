"""The house's nets as the measurements of strength use them."""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tavli.evaluation.house import (
    HouseEvaluator,
    house_tables,
    raw_evaluator,
    weights_of,
)
from tavli.evaluation.net import Net
from tavli.kernels.board import ROWS, SLOTS, Boards
from tavli.kernels.movegen import Rolls
from tavli.rules import Ruleset, find_ruleset
from tavli.search.lookahead import Lookahead
from tavli.search.measuring import BLOCK, played
from tavli.search.net_chooser import NetChooser


def net_of(game: str) -> str:
    """Return which net of *game* is shipped: its size, its games, its file's digest."""
    return described(weights_of(game), game)


def described(path: Path, game: str) -> str:
    """Return which net of *game* lies at *path*, told like a shipped one."""
    net = Net.read(path, game)
    size = "x".join(map(str, net.narrow.shape))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:10]
    return f"{size}, {int(net.facts.get('games', 0)):,} games, sha256 {digest}"


@cache
def chooser(game: str, *, tables: bool = False) -> NetChooser:
    """Return the raw net of *game* as a player, with or without the exact tables."""
    ruleset = find_ruleset(game)
    exact = house_tables(ruleset) if tables else None
    return NetChooser(raw_evaluator(ruleset), exact=exact)


@cache
def evaluator(game: str) -> HouseEvaluator:
    """Return the net of *game* with its tables."""
    return HouseEvaluator(find_ruleset(game))


@cache
def lookahead(game: str) -> Lookahead:
    """Return a look ahead by the raw net, which the exact tables end."""
    ruleset: Ruleset = find_ruleset(game)
    return Lookahead(raw_evaluator(ruleset), exact=house_tables(ruleset))


@cache
def positions(game: str, seed: int, block: int) -> tuple[Boards, Rolls]:
    """Return a position of each game of a block of self-play, and its throw.

    One of each game, at a turn that chance draws: no two hang together. A process
    plays the games once; the arrays are not to be written to.
    """
    random = np.random.default_rng([seed, block, 7])
    boards = np.zeros((BLOCK, ROWS, SLOTS), np.int8)
    rolls = np.zeros((BLOCK, 2), np.int8)

    def watch(turn: int, games: NDArray[np.int64], now: Boards, thrown: Rolls) -> None:
        drawn = random.random(len(games)) * (turn + 1) < 1
        boards[games[drawn]], rolls[games[drawn]] = now[drawn], thrown[drawn]

    played(chooser(game), seed, block, watch)
    return boards, rolls
