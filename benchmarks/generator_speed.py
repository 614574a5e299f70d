"""Rolls a second of the compiled generator, beside gnubg-nn's on the same positions.

    python benchmarks/generator_speed.py --positions 2000 --repeat 15 --seed 1

Positions and throws come from random games. One thread; times are the processor's,
the shortest of ``--repeat`` rounds. gnubg-nn, when it is installed, answers in a
process of its own, in turn with ours, and must find as many final positions.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Final

import numpy as np
import surroundings

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
                spent, found = _ask(peer)
                other.append(spent)
                # It answers a lost turn with nothing.
                status |= [max(1, count) for count in found] != counts
        figures[f"{name}_batch_per_s"] = round(len(boards) / min(batch))
        figures[f"{name}_single_per_s"] = round(len(boards) / min(single))
        if other:
            figures["gnubg_nn_per_s"] = round(len(boards) / min(other))
            figures["batch_ratio"] = round(min(other) / min(batch), 2)
            figures["single_ratio"] = round(min(other) / min(single), 2)
            figures["finals_agree"] = not status
        if peer is not None:
            peer.communicate()
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


def _peer(boards: Boards, rolls: Rolls) -> "subprocess.Popen[str] | None":
    """Start gnubg-nn with the same questions, if it is installed."""
    asks = [
        ([[int(n) for n in board[side, 1:]] for side in (WAITER, 0)], int(a), int(b))
        for board, (a, b) in zip(boards, rolls, strict=True)
    ]
    check = [sys.executable, "-c", "import gnubg_nn"]
    if subprocess.run(check, capture_output=True, check=False).returncode:  # noqa: S603  # words of our own
        print("gnubg-nn is not installed: our own rates alone", file=sys.stderr)
        return None
    peer = subprocess.Popen(  # noqa: S603  # words of our own
        [sys.executable, "-c", _PEER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    _pipe(peer.stdin).write(json.dumps([[board, a, b] for board, a, b in asks]) + "\n")
    return peer


def _ask(peer: "subprocess.Popen[str]") -> tuple[float, list[int]]:
    stdin = _pipe(peer.stdin)
    stdin.write("\n")
    stdin.flush()
    spent, counts = json.loads(_pipe(peer.stdout).readline())
    return float(spent), counts


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


if __name__ == "__main__":
    sys.exit(main())
