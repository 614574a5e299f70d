"""Rolls a second of the compiled generator, beside gnubg-nn's on the same positions.

    python benchmarks/generator_speed.py --positions 2000 --repeat 15 --seed 1

Positions and throws come from random games. One thread; times are the processor's; the
rates are medians over ``--repeat`` rounds, the ratios medians of the rounds' ratios.
gnubg-nn, when it is installed, answers in a process of its own, in turn with ours, and
must find as many final positions.
"""

import argparse
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np
import surroundings
from peer import Peer

from tavli.kernels.board import WAITER, Board, Boards, decode, encode
from tavli.kernels.movegen import Rolls, afterstates, batch_afterstates
from tavli.kernels.steps import Buffers
from tavli.kernels.table import Table, compile_ruleset
from tavli.rules import RULESETS, Dice, Position, result_of

ROOM: Final = 2_000_000
_PEER: Final = """
import json, sys, time
import gnubg_nn
questions = json.loads(sys.stdin.readline())
for _ in sys.stdin:
    begin = time.process_time()
    counts = [len(gnubg_nn.moves(*question)) for question in questions]
    spent = time.process_time() - begin
    print(json.dumps([spent, counts]), flush=True)
"""


def main() -> int:
    """Measure and print; 1 if gnubg-nn finds other numbers of final positions."""
    options = _parser().parse_args()
    figures: dict[str, object] = {}
    status = 0
    for name, ruleset in RULESETS.items():
        table = compile_ruleset(ruleset)
        boards, rolls = _questions(name, table, options.positions, options.seed)
        peer = _peer(boards, rolls) if name == "backgammon" else None
        batch, single, other = [], [], []
        for _ in range(options.repeat):
            spent, counts = _batch(table, boards, rolls)
            batch.append(spent)
            single.append(_single(table, boards, rolls))
            if peer is not None:
                spent, found = peer.ask()
                other.append(spent)
                # It answers a lost turn with nothing.
                status |= [max(1, count) for count in found] != counts
        figures[f"{name}_batch_per_s"] = round(len(boards) / median(batch))
        figures[f"{name}_single_per_s"] = round(len(boards) / median(single))
        if peer is not None:
            peer.end()
            figures["gnubg_nn_per_s"] = round(len(boards) / median(other))
            figures["batch_ratio"] = _ratio(other, batch)
            figures["single_ratio"] = _ratio(other, single)
            figures["finals_agree"] = not status
    surroundings.show("generator_speed", figures, options.json)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Measure the compiled generator.")
    parser.add_argument("--positions", type=int, default=2000, help="rolls a round")
    parser.add_argument("--repeat", type=int, default=15, help="rounds")
    parser.add_argument("--seed", type=int, default=1, help="of the random games")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    return parser


def _questions(name: str, table: Table, count: int, seed: int) -> tuple[Boards, Rolls]:
    rng, buffers = random.Random(seed), Buffers.make()
    boards: list[Board] = []
    rolls: list[tuple[int, int]] = []
    position = Position.start(RULESETS[name])
    while len(boards) < count:
        dice = Dice(rng.randint(1, 6), rng.randint(1, 6))
        boards.append(encode(position))
        rolls.append((dice.first, dice.second))
        found = afterstates(table, boards[-1], dice.first, dice.second, buffers)
        position = decode(buffers.boards[rng.randrange(found)]).passed()
        if result_of(RULESETS[name], position) is not None:
            position = Position.start(RULESETS[name])
    return np.array(boards), np.array(rolls, np.int8)


_BUFFERS: Final = Buffers.make(ROOM)


def _batch(table: Table, boards: Boards, rolls: Rolls) -> tuple[float, list[int]]:
    starts = np.zeros(len(boards) + 1, np.int64)
    begin = time.process_time()
    done = batch_afterstates(table, boards, rolls, starts, _BUFFERS)
    spent = time.process_time() - begin
    if done < len(boards):
        raise SystemExit(f"only {done} positions have room; ask with fewer --positions")
    return spent, [int(count) for count in np.diff(starts)]


def _single(table: Table, boards: Boards, rolls: Rolls) -> float:
    questions = [
        (board, int(a), int(b)) for board, (a, b) in zip(boards, rolls, strict=True)
    ]
    begin = time.process_time()
    for board, first, second in questions:
        afterstates(table, board, first, second, _BUFFERS)
    return time.process_time() - begin


def _ratio(theirs: list[float], ours: list[float]) -> float:
    return round(median(a / b for a, b in zip(theirs, ours, strict=True)), 2)


def _peer(boards: Boards, rolls: Rolls) -> Peer | None:
    """Start gnubg-nn with the same questions, if it is installed."""
    asks = [
        ([[int(n) for n in board[side, 1:]] for side in (WAITER, 0)], int(a), int(b))
        for board, (a, b) in zip(boards, rolls, strict=True)
    ]
    return Peer.start("gnubg_nn", _PEER, asks)


if __name__ == "__main__":
    sys.exit(main())
