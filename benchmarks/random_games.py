"""Random games a second in compiled code, beside games driven by gnubg-nn's generator.

    python benchmarks/random_games.py --games 2000 --repeat 15 --seed 1

Every play is drawn from all legal ones, as far as the last checker. One thread; times
are the processor's; the rates are medians over ``--repeat`` rounds, the ratio is the
median of the rounds' ratios. gnubg-nn, when it is installed, plays a tenth of the games
in a process of its own, in turn with ours: Python throws the dice, draws one of `moves`
and turns the board.
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np
import surroundings
from peer import Peer

from tavli.kernels.board import WAITER, Board, encode
from tavli.kernels.chance import Chance
from tavli.kernels.random_games import GAMES, TALLIES, TURNS, Tally, play_at_random
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table, compile_ruleset
from tavli.rules import RULESETS, Position

_PEER: Final = """
import json, random, sys, time
from gnubg_nn import board_from_position_key, moves
games, seed, start = json.loads(sys.stdin.readline())
draw = random.Random(seed).random
def play():
    board, turns = start, 0
    while True:
        first, second = 1 + int(6 * draw()), 1 + int(6 * draw())
        if not turns and first == second:
            continue
        turns += 1
        ends = moves(board, first, second)
        if not ends:
            board = board[1], board[0]
            continue
        other, mover = board_from_position_key(ends[int(len(ends) * draw())])
        if not any(mover):
            return turns
        board = mover, other
for _ in sys.stdin:
    begin = time.process_time()
    turns = [play() for _ in range(games)]
    print(json.dumps([time.process_time() - begin, [sum(turns)]]), flush=True)
"""


def main() -> int:
    """Measure and print."""
    options = _parser().parse_args()
    fewer = max(options.games // 10, 1)
    figures: dict[str, object] = {}
    for name, ruleset in RULESETS.items():
        table, start = compile_ruleset(ruleset), encode(Position.start(ruleset))
        chance = np.array([options.seed], np.uint64)
        tally = np.zeros(TALLIES, np.int64)
        peer = _peer(fewer, options.seed, start) if name == "backgammon" else None
        _rate(table, start, 1, (chance, tally))  # it compiles, or loads
        ours, theirs, turns = [], [], 0
        for _ in range(options.repeat):
            ours.append(_rate(table, start, options.games, (chance, tally)))
            if peer is not None:
                seconds, (count,) = peer.ask()
                theirs.append(fewer / seconds)
                turns += count
        figures[f"{name}_games_per_s"] = round(median(ours))
        figures[f"{name}_turns_a_game"] = round(tally[TURNS] / tally[GAMES], 1)
        if peer is not None:
            peer.end()
            ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
            figures["gnubg_nn_games_per_s"] = round(median(theirs))
            figures["gnubg_nn_turns_a_game"] = round(turns / fewer / len(theirs), 1)
            figures["ratio"] = round(median(ratios), 2)
    surroundings.show("random_games", figures, options.json)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure compiled random games.")
    parser.add_argument("--games", type=int, default=2000, help="of ours in a round")
    parser.add_argument("--repeat", type=int, default=15, help="rounds")
    parser.add_argument("--seed", type=int, default=1, help="of dice and plays")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


_BUFFERS: Final = Buffers.make()


def _rate(table: Table, start: Board, games: int, notes: tuple[Chance, Tally]) -> float:
    """Play; return the games a second."""
    chance, tally = notes
    begin = time.process_time()
    play_at_random(table, start, games, chance, tally, _BUFFERS)
    return games / (time.process_time() - begin)


def _peer(games: int, seed: int, start: Board) -> Peer | None:
    board = [[int(n) for n in start[side, 1:]] for side in (WAITER, 0)]
    return Peer.start("gnubg_nn", _PEER, [games, seed, board])


if __name__ == "__main__":
    sys.exit(main())
